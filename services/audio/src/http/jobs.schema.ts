import Type from 'typebox'
import { JOB_STATUSES } from '../domain/job.ts'
import { EXAMPLE_FEATURES } from './features.schema.ts'
import { EXAMPLE_JOB_ID } from './upload.schema.ts'

const nullableTime = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })

const EXAMPLE_JOB = {
  id: EXAMPLE_JOB_ID,
  type: 'features',
  status: 'completed',
  progress: 1,
  stage: null,
  filename: 'track.wav',
  created_at: '2026-01-01T00:00:00.000Z',
  started_at: '2026-01-01T00:00:00.120Z',
  completed_at: '2026-01-01T00:00:00.480Z',
  results: { features: EXAMPLE_FEATURES },
  error: null,
}

export const JobBody = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Job identifier' }),
    type: Type.String({ description: 'The address that the job came in by' }),
    status: Type.Enum([...JOB_STATUSES], {
      description: 'pending → processing → completed, failed or cancelled',
    }),
    progress: Type.Number({ minimum: 0, maximum: 1, description: 'Share that is done' }),
    stage: Type.Union([Type.String(), Type.Null()], { description: 'What is being done now' }),
    filename: Type.String({ description: 'As uploaded' }),
    created_at: Type.String({ format: 'date-time', description: 'When it was accepted' }),
    started_at: nullableTime('When a worker first took it'),
    completed_at: nullableTime('When it reached its final status'),
    results: Type.Unknown({ description: 'What the address answers without async; null until completed' }),
    error: Type.Union([Type.Object({ code: Type.String(), message: Type.String() }), Type.Null()], {
      description: 'Why it failed; null otherwise',
    }),
  },
  { description: 'The job', examples: [EXAMPLE_JOB] },
)

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
  },
  { additionalProperties: false },
)

export const JobListAnswer = Type.Object(
  {
    jobs: Type.Array(JobBody),
    pagination: Type.Object({
      page: Type.Integer(),
      per_page: Type.Integer(),
      total: Type.Integer({ description: 'Jobs on all pages' }),
      pages: Type.Integer({ description: '0 when there is no job' }),
    }),
  },
  {
    description: 'One page of jobs',
    examples: [{ jobs: [EXAMPLE_JOB], pagination: { page: 1, per_page: 20, total: 1, pages: 1 } }],
  },
)
