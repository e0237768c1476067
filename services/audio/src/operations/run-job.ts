import type { Job, StoredInput, WorkOptions, WorkType } from '../domain/job.ts'
import { isOutage, Refusal } from '../domain/refusal.ts'
import type { FileStore, JobStore, ProgressReport, WorkResult } from './ports.ts'
import type { ReleaseInput } from './release-input.ts'
import { trackGone } from './remove-track.ts'

/** File to work on, and its client. */
export interface WorkRequest {
  readonly owner: string
  /** Job that does the work; absent when a request does it. */
  readonly jobId?: string
  readonly input: StoredInput
  readonly options: WorkOptions
  readonly maxDurationSeconds: number
  readonly signal?: AbortSignal
  readonly onProgress?: ProgressReport
}

/** Returns the limits and the attendance of a request for the engine. */
export const limitsOf = ({ maxDurationSeconds, signal, onProgress }: WorkRequest) => ({
  maxDurationSeconds,
  ...(signal ? { signal } : {}),
  ...(onProgress ? { onProgress } : {}),
})

/** Does one type of work. */
export type Work = (request: WorkRequest) => Promise<WorkResult>

/** Function for each type of work, used by HTTP and by jobs. */
export type Works = Readonly<Record<WorkType, Work>>

/**
 * Interval at which a worker writes progress and checks whether its job was cancelled: a two-hour file must not create
 * thousands of row versions, and a cancelled job must stop its decoder within two seconds.
 */
const LOOK_EVERY_MS = 1000

/** Reports progress and aborts when the job was ended from outside. */
function attend(jobs: JobStore, id: string) {
  const ended = new AbortController()
  let latest: { progress: number; stage: string } | undefined
  let written: typeof latest
  const look = async () => {
    const changed = latest !== written && latest
    written = latest
    const open = changed ? await jobs.report(id, changed.progress, changed.stage) : await jobs.isOpen(id)
    if (!open) ended.abort()
  }
  // Progress is optional: a failed write must not fail the work.
  const timer = setInterval(() => void look().catch(() => {}), LOOK_EVERY_MS)
  const onProgress: ProgressReport = (progress, stage) => {
    latest = { progress, stage }
  }
  return { signal: ended.signal, onProgress, leave: () => clearInterval(timer) }
}

/** Returns the stage of a job whose storage or tool is away. */
const waitingStage = ({ details }: Refusal): string =>
  details.issue.startsWith('tool') ? 'waiting for ffmpeg' : 'waiting for the file storage'

/**
 * Runs one delivery of a job. After a crash it runs again and stores its result once. An input that can never work
 * fails the job at once; any other error is thrown, so that the queue delivers the job again.
 */
export function runJob(deps: {
  jobs: JobStore
  files: FileStore
  release: ReleaseInput
  works: Works
  maxDurationSeconds: number
}) {
  const { jobs, files } = deps

  const work = async (job: Job, input: StoredInput, signal: AbortSignal): Promise<void> => {
    const attendance = attend(jobs, job.id)
    try {
      const result = await deps.works[job.type as WorkType]({
        owner: job.owner,
        jobId: job.id,
        input,
        options: job.options,
        maxDurationSeconds: deps.maxDurationSeconds,
        signal: AbortSignal.any([signal, attendance.signal]),
        onProgress: attendance.onProgress,
      })
      const completion = await jobs.complete(job.id, result)
      const unneeded =
        completion.outcome === 'stored'
          ? completion.superseded
          : (result.artifacts?.files ?? []).map(({ key }) => key)
      for (const key of unneeded) await files.remove(key)
      if (completion.outcome === 'track_gone') throw trackGone(job.options.trackId ?? '')
    } catch (error) {
      if (attendance.signal.aborted && !signal.aborted) return
      if (isOutage(error)) {
        attendance.leave()
        // The next delivery begins with nothing. The stage is optional, as progress is.
        await jobs.report(job.id, 0, waitingStage(error)).catch(() => {})
      }
      // Unavailable weights say nothing about the file either: the queue delivers the job again later.
      if (!(error instanceof Refusal) || error.code === 'SERVICE_UNAVAILABLE') throw error
      await jobs.fail(job.id, { code: error.code, message: error.message })
    } finally {
      attendance.leave()
    }
  }

  return async (id: string, signal: AbortSignal): Promise<void> => {
    // The job was done before: its worker died between storing the result and removing the file.
    const job = (await jobs.start(id)) ?? (await jobs.load(id))
    if (!job?.input) return
    if (job.status === 'processing') {
      if (job.input.refusal) await jobs.fail(job.id, job.input.refusal)
      else await work(job, job.input, signal)
    }
    await deps.release(job)
  }
}

/** Fails a job whose deliveries all died, and removes its file. */
export function buryJob(deps: { jobs: JobStore; release: ReleaseInput }) {
  return async (id: string): Promise<void> => {
    const job = await deps.jobs.load(id)
    if (!job?.input) return
    await deps.jobs.fail(id, {
      code: 'INTERNAL_ERROR',
      message: `The job failed on our side ${job.attempts} times and will not be retried.`,
    })
    await deps.release(job)
  }
}
