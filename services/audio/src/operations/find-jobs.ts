import type { BatchOutcome, Job, JobStatus } from '../domain/job.ts'
import { BATCH } from '../domain/job.ts'
import { Refusal } from '../domain/refusal.ts'
import type { JobStore, JobSummary } from './ports.ts'

export const noSuchJob = (id: string) =>
  new Refusal('NOT_FOUND', `There is no job ${id}.`, { field: 'id', issue: 'unknown', provided: id })

export interface FoundJob {
  readonly job: Job
  /** The files of a batch; null for any other job. */
  readonly outcomes: readonly BatchOutcome[] | null
}

/** One job of this client. */
export function findJob({ jobs }: { jobs: JobStore }) {
  return async (id: string, owner: string): Promise<FoundJob> => {
    const job = await jobs.find(id, owner)
    if (!job) throw noSuchJob(id)
    return { job, outcomes: job.type === BATCH ? await jobs.outcomes(id) : null }
  }
}

export interface ListRequest {
  readonly owner: string
  readonly status?: JobStatus | undefined
  readonly perPage: number
  /** A page, counted from 1, or the cursor that an earlier answer gave. */
  readonly from: { readonly page: number } | { readonly cursor: string }
}

export interface JobList {
  readonly jobs: readonly JobSummary[]
  /** Unless the list was asked for by cursor: counting is what makes deep lists slow. */
  readonly total: number | null
  readonly nextCursor: string | null
}

/** A page of this client's jobs, newest first. A cursor is the id of the job that it continues after. */
export function listJobs({ jobs }: { jobs: JobStore }) {
  return async ({ owner, status, perPage, from }: ListRequest): Promise<JobList> => {
    if ('cursor' in from && !(await jobs.find(from.cursor, owner))) {
      throw new Refusal('VALIDATION_ERROR', 'The cursor is of no list, or its job is gone.', {
        field: 'cursor',
        issue: 'unknown',
        provided: from.cursor,
      })
    }
    const start = 'cursor' in from ? { after: from.cursor } : { offset: (from.page - 1) * perPage }
    const [found, total] = await Promise.all([
      jobs.list({ owner, status, limit: perPage + 1, from: start }),
      'cursor' in from ? null : jobs.count({ owner, status }),
    ])
    const page = found.slice(0, perPage)
    return { jobs: page, total, nextCursor: found.length > perPage ? page.at(-1)!.id : null }
  }
}
