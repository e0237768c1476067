import type { Static } from 'typebox'
import type { FeedEvent } from '../operations/follow-jobs.ts'
import type { JobState } from '../operations/ports/library.ts'
import type { FeedBody, JobStateBody } from './events.schema.ts'

const presentState = (job: JobState): Static<typeof JobStateBody> => ({
  id: job.id,
  type: job.type,
  status: job.status,
  progress: job.progress,
  stage: job.stage,
  filename: job.filename,
  batch_id: job.batchId,
  track_id: job.trackId,
  error: job.error,
  created_at: job.createdAt.toISOString(),
})

/** Presents an event of the stream of all jobs. */
export const presentFeed = (event: Exclude<FeedEvent, { kind: 'idle' }>): Static<typeof FeedBody> => ({
  at: event.at.toISOString(),
  ...(event.kind === 'snapshot' ? { jobs: event.jobs.map(presentState) } : { job: presentState(event.job) }),
})
