import type { Job, JobStatus } from '../domain/job.ts'
import { Refusal } from '../domain/refusal.ts'
import type { JobPage, JobStore } from './ports.ts'

/** One job by id. */
export function findJob({ jobs }: { jobs: JobStore }) {
  return async (id: string): Promise<Job> => {
    const job = await jobs.find(id)
    if (job) return job
    throw new Refusal('NOT_FOUND', `There is no job ${id}.`, { field: 'id', issue: 'unknown', provided: id })
  }
}

/** A page of jobs, newest first. Pages count from 1. */
export function listJobs({ jobs }: { jobs: JobStore }) {
  return (filter: { page: number; perPage: number; status?: JobStatus | undefined }): Promise<JobPage> =>
    jobs.list({ status: filter.status, limit: filter.perPage, offset: (filter.page - 1) * filter.perPage })
}
