import type { JobState } from '@assay/audio-client'

const FINAL: readonly string[] = ['completed', 'failed', 'cancelled']
/** Jobs that have ended and are still remembered. */
const REMEMBERED = 200

/** Whether a job has ended. */
export const hasEnded = ({ status }: Pick<JobState, 'status'>): boolean => FINAL.includes(status)

/** Returns jobs with changes applied, newest first; of ended ones only the latest are kept. */
export function withChanges(now: readonly JobState[], changes: readonly JobState[]): readonly JobState[] {
  const all = new Map([...now, ...changes].map((job) => [job.id, job] as const))
  const sorted = [...all.values()].sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
  let ended = 0
  return sorted.filter((job) => !hasEnded(job) || ++ended <= REMEMBERED)
}
