import type { BatchOutcome, Job, JobStatus } from '../domain/job.ts'
import { BATCH } from '../domain/job.ts'
import { Refusal } from '../domain/refusal.ts'
import { isUuid } from '../domain/uuid.ts'
import type { JobStore, JobSummary } from './ports.ts'

/** Returns the refusal for an unknown job. */
const noSuchJob = (id: string) =>
  new Refusal('NOT_FOUND', `Job ${id} does not exist.`, { field: 'id', issue: 'unknown', provided: id })

/** Returns a job of this client. Refuses an id that no job of this client has, whatever its form. */
export async function ownJob(jobs: Pick<JobStore, 'find'>, id: string, owner: string): Promise<Job> {
  const job = isUuid(id) ? await jobs.find(id, owner) : undefined
  if (!job) throw noSuchJob(id)
  return job
}

/** A job and, for a batch, its files. */
export interface FoundJob {
  readonly job: Job
  /** Files of a batch; null for any other job. */
  readonly outcomes: readonly BatchOutcome[] | null
}

/** Finds a job of this client. */
export function findJob({ jobs }: { jobs: JobStore }) {
  return async (id: string, owner: string): Promise<FoundJob> => {
    const job = await ownJob(jobs, id, owner)
    return { job, outcomes: job.type === BATCH ? await jobs.outcomes(id) : null }
  }
}

/** Which jobs to list. */
export interface ListRequest {
  readonly owner: string
  readonly status?: JobStatus | undefined
  readonly perPage: number
  /** Page number from 1, or the cursor of an earlier answer. */
  readonly from: { readonly page: number } | { readonly cursor: string }
}

/** One page of jobs. */
export interface JobList {
  readonly jobs: readonly JobSummary[]
  /** Number of all jobs; null for a list by cursor, because counting makes long lists slow. */
  readonly total: number | null
  readonly nextCursor: string | null
}

/** Lists a page of this client's jobs, newest first. A cursor is the id of the last job before the page. */
export function listJobs({ jobs }: { jobs: JobStore }) {
  return async ({ owner, status, perPage, from }: ListRequest): Promise<JobList> => {
    if ('cursor' in from && !(await jobs.find(from.cursor, owner))) {
      throw new Refusal('VALIDATION_ERROR', 'The cursor is not valid, or its job has been removed.', {
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
