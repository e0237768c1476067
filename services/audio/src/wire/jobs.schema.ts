import Type from 'typebox'
import { JOB_STATUSES } from '../domain/job.ts'
import { RECORDS } from '../operations/find-record.ts'
import { EXAMPLE_FEATURES } from './features.schema.ts'
import { EXAMPLE_JOB_ID } from './upload.schema.ts'

const nullableTime = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })

const EXAMPLE_SUMMARY = {
  id: EXAMPLE_JOB_ID,
  type: 'features',
  status: 'completed',
  progress: 1,
  stage: null,
  filename: 'track.wav',
  batch_id: null,
  attempts: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  started_at: '2026-01-01T00:00:00.120Z',
  completed_at: '2026-01-01T00:00:00.480Z',
  error: null,
}
const EXAMPLE_JOB = { ...EXAMPLE_SUMMARY, results: { features: EXAMPLE_FEATURES } }

const summaryFields = {
  id: Type.String({ format: 'uuid', description: 'Job identifier' }),
  type: Type.String({ description: 'The address that the job came in by' }),
  status: Type.Enum([...JOB_STATUSES], {
    description: 'pending → processing → completed, failed or cancelled',
  }),
  progress: Type.Number({ minimum: 0, maximum: 1, description: 'Share that is done' }),
  stage: Type.Union([Type.String(), Type.Null()], { description: 'What is being done now' }),
  filename: Type.Union([Type.String(), Type.Null()], { description: 'As uploaded; null for a batch' }),
  batch_id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
    description: 'The batch that it is one file of',
  }),
  attempts: Type.Integer({ description: 'How often a worker took it; above 1 after a crash' }),
  created_at: Type.String({ format: 'date-time', description: 'When it was accepted' }),
  started_at: nullableTime('When a worker first took it'),
  completed_at: nullableTime('When it reached its final status'),
  error: Type.Union([Type.Object({ code: Type.String(), message: Type.String() }), Type.Null()], {
    description:
      'Why it failed; null otherwise. INTERNAL_ERROR is a dead letter: every attempt failed on our side',
  }),
}

export const JobSummaryBody = Type.Object(summaryFields, { examples: [EXAMPLE_SUMMARY] })

export const JobBody = Type.Object(
  {
    ...summaryFields,
    results: Type.Unknown({
      description:
        'What the address answers without async; null until completed. Of a batch, at any time, the outcome of each file',
    }),
    records: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: `Signed addresses of ${RECORDS.join(', ')}; for analyze jobs that are completed`,
      }),
    ),
  },
  { description: 'The job', examples: [EXAMPLE_JOB] },
)

export const RecordParameters = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Job identifier' }),
  record: Type.Enum([...RECORDS], { description: 'Which record' }),
})

export const RecordBody = Type.Unknown({ description: 'The record' })

export const EventStream = Type.String({
  description: 'text/event-stream',
  examples: [
    `event: processing\ndata: {"id":"${EXAMPLE_JOB_ID}","status":"processing","progress":0.4,"stage":"listening","error":null}\n\n`,
  ],
})

export const JobParameters = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Job identifier' }),
})

export const JobListQuery = Type.Object(
  {
    page: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1, description: 'Counts from 1' }),
    ),
    per_page: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Jobs on one page' }),
    ),
    status: Type.Optional(Type.Enum([...JOB_STATUSES], { description: 'Only jobs in this status' })),
    cursor: Type.Optional(
      Type.String({ format: 'uuid', description: 'Go on where an answer ended; `page` is then ignored' }),
    ),
  },
  { additionalProperties: false },
)

export const JobListAnswer = Type.Object(
  {
    jobs: Type.Array(JobSummaryBody),
    pagination: Type.Object({
      page: Type.Optional(Type.Integer({ description: 'Unless a cursor was given, as are total and pages' })),
      per_page: Type.Integer(),
      total: Type.Optional(Type.Integer({ description: 'Jobs on all pages' })),
      pages: Type.Optional(Type.Integer({ description: '0 when there is no job' })),
      next_cursor: Type.Union([Type.String(), Type.Null()], { description: 'Null at the end' }),
    }),
  },
  {
    description: 'One page of jobs',
    examples: [
      {
        jobs: [EXAMPLE_SUMMARY],
        pagination: { page: 1, per_page: 20, total: 1, pages: 1, next_cursor: null },
      },
    ],
  },
)
