import type { FairShare } from '@assay/kit/fair-share'
import type { JobStore, UploadMeter } from '../../operations/ports.ts'

/**
 * What one client's requests may wait for in the database is locked by other requests of the same client: its open jobs, its
 * keys, its jobs themselves, its quota. With a share per client such a queue does not hold every connection.
 */
export const sharedJobStore = (jobs: JobStore, share: FairShare): JobStore => ({
  ...jobs,
  accept: (submission) => share(submission.owner, () => jobs.accept(submission)),
  remember: (owner, request) => share(owner, () => jobs.remember(owner, request)),
  cancel: (id, owner) => share(owner, () => jobs.cancel(id, owner)),
})

export const sharedUploadMeter = (meter: UploadMeter, share: FairShare): UploadMeter => ({
  ...meter,
  admit: (owner, day, bytes, quotaBytes) => share(owner, () => meter.admit(owner, day, bytes, quotaBytes)),
})
