import type { Static } from 'typebox'
import { EXPORT_NAMES } from '../domain/exports/export-names.ts'
import { BATCH, type BatchOutcome, type Job } from '../domain/job.ts'
import { RECORDS } from '../domain/records/record-names.ts'
import type { FoundJob, JobList } from '../operations/find-jobs.ts'
import type { JobSummary } from '../operations/ports.ts'
import { type AddressSigner, recordAddress } from './files.present.ts'
import type { JobAccepted, JobBody, JobEvent, JobListAnswer, JobSummaryBody } from './jobs.schema.ts'
import type { PresentResults } from './stems.present.ts'

const iso = (time: Date | null) => time?.toISOString() ?? null

const presentSummary = (job: JobSummary): Static<typeof JobSummaryBody> => ({
  id: job.id,
  type: job.type,
  status: job.status,
  progress: job.progress,
  stage: job.stage,
  filename: job.input?.filename ?? null,
  batch_id: job.batchId,
  track_id: job.trackId,
  attempts: job.attempts,
  created_at: job.createdAt.toISOString(),
  started_at: iso(job.startedAt),
  completed_at: iso(job.completedAt),
  error: job.error,
})

/** Presents the data of one event. */
export const presentEvent = ({
  id,
  status,
  progress,
  stage,
  error,
}: JobSummary): Static<typeof JobEvent> => ({
  id,
  status,
  progress,
  stage,
  error,
})

/** Returns the current outcome of each file of a batch. */
const presentOutcomes = (outcomes: readonly BatchOutcome[]) => ({
  total: outcomes.length,
  completed: outcomes.filter(({ status }) => status === 'completed').length,
  failed: outcomes.filter(({ status }) => status === 'failed').length,
  files: outcomes.map(({ jobId, filename, status, error }) => ({ job_id: jobId, filename, status, error })),
})

/** Presents an accepted job. */
export const presentAccepted = (job: Job): Static<typeof JobAccepted> => ({
  job_id: job.id,
  status: job.status,
  message: `Accepted. GET /api/v1/jobs/${job.id} returns its status.`,
})

/** Returns one page of jobs. `total` is null for a page by cursor, which is not counted. */
export const presentPage = (
  { jobs, total, nextCursor }: JobList,
  { page, perPage }: { page: number; perPage: number },
): Static<typeof JobListAnswer> => ({
  jobs: jobs.map(presentSummary),
  pagination: {
    per_page: perPage,
    ...(total === null ? {} : { page, total, pages: Math.ceil(total / perPage) }),
    next_cursor: nextCursor,
  },
})

/** Presents a job with its results. */
export type PresentJob = (found: FoundJob) => Static<typeof JobBody>

/** Creates a presenter of jobs that signs the addresses of their files and records. */
export function presentJob(deps: {
  presentResults: PresentResults
  addresses: AddressSigner
  linkMinutes: number
  now: () => Date
}): PresentJob {
  const signed = ({ id, owner }: JobSummary, names: readonly string[]) => {
    const expiresAt = new Date(deps.now().getTime() + deps.linkMinutes * 60_000)
    return Object.fromEntries(
      names.map((name) => [name, deps.addresses.sign(recordAddress(id, name), owner, expiresAt)]),
    )
  }
  return ({ job, outcomes }) => {
    const body = presentSummary(job)
    if (job.type === BATCH) return { ...body, results: presentOutcomes(outcomes ?? []) }
    if (job.results === null) return { ...body, results: null }
    const results = deps.presentResults(job.type, job.results as object, job.owner)
    if (job.type !== 'analyze') return { ...body, results }
    return { ...body, results, records: signed(job, RECORDS), exports: signed(job, EXPORT_NAMES) }
  }
}
