import Type from 'typebox'
import { EXPORT_NAMES } from '../domain/exports/export-names.ts'
import { JOB_STATUSES } from '../domain/job.ts'
import { RECORDS } from '../domain/records/record-names.ts'
import { EXAMPLE_FEATURES } from './features.schema.ts'
import { nullable } from './nullable.ts'

const EXAMPLE_JOB_ID = '0198c0de-0000-7000-8000-000000000002'

const EXAMPLE_SUMMARY = {
  id: EXAMPLE_JOB_ID,
  type: 'features',
  status: 'completed',
  progress: 1,
  stage: null,
  filename: 'track.wav',
  batch_id: null,
  track_id: null,
  attempts: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  started_at: '2026-01-01T00:00:00.120Z',
  completed_at: '2026-01-01T00:00:00.480Z',
  error: null,
}
const EXAMPLE_JOB = { ...EXAMPLE_SUMMARY, results: { features: EXAMPLE_FEATURES } }

export const JobError = Type.Object(
  {
    code: Type.String({ description: 'Code for programs; its meaning never changes' }),
    message: Type.String({ description: 'Message for people' }),
  },
  { title: 'JobError', description: 'Reason why a job failed' },
)

const Id = Type.String({ format: 'uuid', description: 'Job identifier' })
const Status = Type.Enum([...JOB_STATUSES], {
  title: 'JobStatus',
  description: 'pending → processing → completed, failed or cancelled',
})
const Time = Type.String({ format: 'date-time' })

const progressFields = {
  progress: Type.Number({ minimum: 0, maximum: 1, description: 'Share of the work that is done, 0 to 1' }),
  stage: nullable(Type.String(), 'Current stage of the work; null when there is none'),
}
const errorField = nullable(
  JobError,
  'Reason of the failure; null otherwise. INTERNAL_ERROR means that every attempt failed inside the service',
)

const summaryFields = {
  id: Id,
  type: Type.String({ description: 'Type of work: the last part of the path that accepted it' }),
  status: Status,
  ...progressFields,
  filename: nullable(Type.String(), 'File name as uploaded; null for a batch'),
  batch_id: nullable(Type.String({ format: 'uuid' }), 'Batch that the file belongs to; null without one'),
  track_id: nullable(
    Type.String({ format: 'uuid' }),
    'Track that the job is for, or made; null for other work',
  ),
  attempts: Type.Integer({
    description:
      'Number of times that a worker took the job; above 1 after a crash, or while the file storage was away',
  }),
  created_at: Type.String({ format: 'date-time', description: 'Time at which the job was accepted' }),
  started_at: nullable(Time, 'Time at which a worker first took the job; null before'),
  completed_at: nullable(Time, 'Time of the final status; null before'),
  error: errorField,
}

export const JobSummaryBody = Type.Object(summaryFields, {
  title: 'JobSummary',
  description: 'Status of a job, without its results',
  examples: [EXAMPLE_SUMMARY],
})

export const JobBody = Type.Object(
  {
    ...summaryFields,
    results: Type.Unknown({
      description:
        'The same body that the endpoint returns without `async`; null until completed. For a batch, the outcome of each file, at any time',
    }),
    records: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: `Record (${RECORDS.join(', ')}) → signed address; only of completed analyze jobs`,
      }),
    ),
    exports: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: `Export (${EXPORT_NAMES.join(', ')}) → signed address; only of completed analyze jobs`,
      }),
    ),
  },
  { title: 'Job', description: 'Status and results of a job', examples: [EXAMPLE_JOB] },
)

export const JobAccepted = Type.Object(
  {
    job_id: Type.String({ format: 'uuid', description: 'Job identifier, for GET /api/v1/jobs/{id}' }),
    status: Type.String({ description: 'Current status of the job' }),
    message: Type.String({ description: 'Message for people' }),
  },
  {
    title: 'JobAccepted',
    description: 'Accepted job. It is stored and queued, and survives a restart',
    examples: [
      {
        job_id: EXAMPLE_JOB_ID,
        status: 'pending',
        message: `Accepted. GET /api/v1/jobs/${EXAMPLE_JOB_ID} returns its status.`,
      },
    ],
  },
)

/** Data of one server-sent event. */
export const JobEvent = Type.Object({ id: Id, status: Status, ...progressFields, error: errorField })

export const EventStream = Type.Unsafe<AsyncIterable<string>>(
  Type.String({
    description: 'Server-sent events',
    examples: [
      `event: processing\ndata: {"id":"${EXAMPLE_JOB_ID}","status":"processing","progress":0.4,"stage":"listening","error":null}\n\n`,
    ],
  }),
)

/** Longest text in the place of an identifier that is answered with 404. */
const MAX_ID = 200
/** Identifier in a path. Any text is accepted: one that is no identifier names no job. */
const IdInPath = Type.String({
  minLength: 1,
  maxLength: MAX_ID,
  description: 'Job identifier, a UUID',
  examples: [EXAMPLE_JOB_ID],
})

export const RecordParameters = Type.Object({
  id: IdInPath,
  record: Type.Enum([...RECORDS], { description: 'Output record to download' }),
})

export const RecordBody = Type.Unknown({ description: 'Output record, in the format of its kind' })

export const JobParameters = Type.Object({
  id: IdInPath,
})

export const JobListQuery = Type.Object(
  {
    page: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1, description: 'Page number, from 1' }),
    ),
    per_page: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Jobs per page' }),
    ),
    status: Type.Optional(Type.Enum([...JOB_STATUSES], { description: 'Only jobs in this status' })),
    cursor: Type.Optional(
      Type.String({
        format: 'uuid',
        description: '`next_cursor` of the previous answer; `page` is then ignored',
      }),
    ),
  },
  { additionalProperties: false },
)

const Pagination = Type.Object(
  {
    page: Type.Optional(Type.Integer({ description: 'Page number; absent with a cursor' })),
    per_page: Type.Integer({ description: 'Jobs per page' }),
    total: Type.Optional(Type.Integer({ description: 'Number of jobs on all pages; absent with a cursor' })),
    pages: Type.Optional(
      Type.Integer({ description: 'Number of pages, 0 without jobs; absent with a cursor' }),
    ),
    next_cursor: nullable(Type.String(), 'Cursor of the next page; null on the last one'),
  },
  { title: 'Pagination', description: 'Position of a page in the list' },
)

export const JobListAnswer = Type.Object(
  {
    jobs: Type.Array(JobSummaryBody, { description: 'Jobs, newest first' }),
    pagination: Pagination,
  },
  {
    title: 'JobList',
    description: 'One page of jobs',
    examples: [
      {
        jobs: [EXAMPLE_SUMMARY],
        pagination: { page: 1, per_page: 20, total: 1, pages: 1, next_cursor: null },
      },
    ],
  },
)
