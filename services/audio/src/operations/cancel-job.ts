import type { Job } from '../domain/job.ts'
import { Refusal } from '../domain/refusal.ts'
import { noSuchJob } from './find-jobs.ts'
import type { FileStore, JobStore } from './ports.ts'

/** Ends an open job of this client; its worker notices within a second or two and lets go. */
export function cancelJob({ jobs, files }: { jobs: JobStore; files: FileStore }) {
  return async (id: string, owner: string): Promise<Job> => {
    const abandoned = await jobs.cancel(id, owner)
    const job = await jobs.find(id, owner)
    if (!job) throw noSuchJob(id)
    if (!abandoned) {
      throw new Refusal('CONFLICT', `Job ${id} is ${job.status} already.`, {
        field: 'id',
        issue: 'ended',
        provided: job.status,
      })
    }
    for (const key of abandoned) await files.remove(key)
    return job
  }
}
