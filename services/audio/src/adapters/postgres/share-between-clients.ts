import type { FairShare } from '@assay/kit/fair-share'
import type { JobStore, UploadMeter } from '../../operations/ports.ts'

/**
 * Limits the connections of one client for calls that may wait for a lock. Such locks (open jobs, keys, jobs, quota)
 * are held by other requests of the same client, so its queue cannot occupy all connections.
 */
export const sharedJobStore = (jobs: JobStore, share: FairShare): JobStore => ({
  ...jobs,
  accept: (submission) => share(submission.owner, () => jobs.accept(submission)),
  remember: (owner, request) => share(owner, () => jobs.remember(owner, request)),
  cancel: (id, owner) => share(owner, () => jobs.cancel(id, owner)),
})

/** Limits the connections of one client for the upload meter. */
export const sharedUploadMeter = (meter: UploadMeter, share: FairShare): UploadMeter => ({
  ...meter,
  admit: (owner, day, bytes, quotaBytes) => share(owner, () => meter.admit(owner, day, bytes, quotaBytes)),
})
