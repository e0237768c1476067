import type { Static } from 'typebox'
import { BATCH, type BatchOutcome } from '../domain/job.ts'
import type { FoundJob } from '../operations/find-jobs.ts'
import { RECORDS } from '../operations/find-record.ts'
import type { JobSummary } from '../operations/ports.ts'
import type { JobBody, JobSummaryBody } from './jobs.schema.ts'
import type { PresentResults } from './present-results.ts'
import type { SignedAddresses } from './signed-addresses.ts'

const iso = (time: Date | null) => time?.toISOString() ?? null

export const presentSummary = (job: JobSummary): Static<typeof JobSummaryBody> => ({
  id: job.id,
  type: job.type,
  status: job.status,
  progress: job.progress,
  stage: job.stage,
  filename: job.input?.filename ?? null,
  batch_id: job.batchId,
  attempts: job.attempts,
  created_at: job.createdAt.toISOString(),
  started_at: iso(job.startedAt),
  completed_at: iso(job.completedAt),
  error: job.error,
})

/** What an event carries. */
export const presentEvent = ({ id, status, progress, stage, error }: JobSummary) => ({
  id,
  status,
  progress,
  stage,
  error,
})

/** The files of a batch, whatever became of them so far. */
const presentOutcomes = (outcomes: readonly BatchOutcome[]) => ({
  total: outcomes.length,
  completed: outcomes.filter(({ status }) => status === 'completed').length,
  failed: outcomes.filter(({ status }) => status === 'failed').length,
  files: outcomes.map(({ jobId, filename, status, error }) => ({ job_id: jobId, filename, status, error })),
})

export type PresentJob = (found: FoundJob) => Static<typeof JobBody>

export function presentJob(deps: {
  presentResults: PresentResults
  addresses: SignedAddresses
  linkMinutes: number
  now: () => Date
}): PresentJob {
  const recordsOf = ({ id, owner }: JobSummary) => {
    const expiresAt = new Date(deps.now().getTime() + deps.linkMinutes * 60_000)
    const signed = RECORDS.map((record) => [
      record,
      deps.addresses.sign(`/api/v1/jobs/${id}/results/${record}`, owner, expiresAt),
    ])
    return Object.fromEntries(signed) as Record<string, string>
  }
  return ({ job, outcomes }) => {
    const body = presentSummary(job)
    if (job.type === BATCH) return { ...body, results: presentOutcomes(outcomes ?? []) }
    if (job.results === null) return { ...body, results: null }
    const results = deps.presentResults(job.type, job.results as object, job.owner)
    return { ...body, results, ...(job.type === 'analyze' ? { records: recordsOf(job) } : {}) }
  }
}
