import type { Job } from '../domain/job.ts'
import { isOutage, Refusal } from '../domain/refusal.ts'
import { ownJob } from './find-jobs.ts'
import type { FileStore, JobStore } from './ports.ts'
import type { ReleaseInput } from './release-input.ts'

/**
 * Cancels an open job of this client. Its worker notices within two seconds and stops. A file that cannot be removed now is
 * removed by the worker that takes the queue entry of the ended job.
 */
export function cancelJob({
  jobs,
  files,
  release,
}: {
  jobs: JobStore
  files: FileStore
  release: ReleaseInput
}) {
  return async (id: string, owner: string): Promise<Job> => {
    await ownJob(jobs, id, owner)
    const abandoned = await jobs.cancel(id, owner)
    const job = await ownJob(jobs, id, owner)
    if (!abandoned) {
      throw new Refusal('CONFLICT', `Job ${id} is already ${job.status}.`, {
        field: 'id',
        issue: 'ended',
        provided: job.status,
      })
    }
    try {
      if (job.options.trackId !== undefined) await release(job)
      else for (const key of abandoned) await files.remove(key)
    } catch (error) {
      if (!isOutage(error)) throw error
    }
    return job
  }
}
