import Type from 'typebox'
import { JOB_STATUSES } from '../domain/job.ts'
import { JobError } from './jobs.schema.ts'
import { nullable } from './nullable.ts'

const EXAMPLE_ID = '0198c0de-0000-7000-8000-000000000002'

export const JobStateBody = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Job identifier' }),
    type: Type.String({ description: 'Type of work, such as tracks or stems' }),
    status: Type.Enum([...JOB_STATUSES], {
      title: 'JobStatus',
      description: 'pending → processing → completed, failed or cancelled',
    }),
    progress: Type.Number({ description: 'Share of the work that is done, 0 to 1' }),
    stage: nullable(Type.String(), 'Current stage of the work; null when there is none'),
    filename: nullable(Type.String(), 'File name as uploaded; null for a batch'),
    batch_id: nullable(Type.String(), 'Batch that the file belongs to; null without one'),
    track_id: nullable(Type.String(), 'Track that the job is for, or made; null for other work'),
    error: nullable(JobError, 'Reason of the failure; null otherwise'),
    created_at: Type.String({ format: 'date-time', description: 'Time at which the job was accepted' }),
  },
  { title: 'JobState', description: 'State of one of your jobs' },
)

/** Data of one event: all open jobs, or one that changed. */
export const FeedBody = Type.Object({
  at: Type.String({ format: 'date-time', description: 'Time of the event' }),
  jobs: Type.Optional(Type.Array(JobStateBody)),
  job: Type.Optional(JobStateBody),
})

export const AllEventsQuery = Type.Object(
  {
    seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 3600,
        default: 3600,
        description: 'Time after which the stream ends; 0 sends the snapshot only',
      }),
    ),
  },
  { additionalProperties: false },
)

export const AllEventsHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Identifier of the last event that you received; the snapshot then has what ended since',
    }),
  ),
})

export const AllEventsStream = Type.Unsafe<AsyncIterable<string>>(
  Type.String({
    description: 'Server-sent events',
    examples: [
      `id: 1767225600000\nevent: snapshot\ndata: {"at":"2026-01-01T00:00:00.000Z","jobs":[]}\n\nid: 1767225601000\nevent: job\ndata: {"at":"2026-01-01T00:00:01.000Z","job":{"id":"${EXAMPLE_ID}","type":"tracks","status":"processing","progress":0.4,"stage":"listening","filename":"track.wav","batch_id":null,"track_id":null,"error":null,"created_at":"2026-01-01T00:00:00.000Z"}}\n\n`,
    ],
  }),
)
