import Type from 'typebox'
import { JOB_STATUSES } from '../domain/job.ts'

const nullableTime = Type.Union([Type.String({ format: 'date-time' }), Type.Null()])

export const JobBody = Type.Object({
  id: Type.String({ format: 'uuid' }),
  type: Type.String({ examples: ['features'] }),
  status: Type.Enum([...JOB_STATUSES], {
    description: 'pending → processing → completed, failed or cancelled',
  }),
  progress: Type.Number({ minimum: 0, maximum: 1 }),
  stage: Type.Union([Type.String(), Type.Null()]),
  filename: Type.String(),
  created_at: Type.String({ format: 'date-time' }),
  started_at: nullableTime,
  completed_at: nullableTime,
  results: Type.Unknown({ description: 'Null until completed' }),
  error: Type.Union([Type.Object({ code: Type.String(), message: Type.String() }), Type.Null()]),
})

export const JobParameters = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Job identifier' }),
})

export const JobListQuery = Type.Object(
  {
    page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
    per_page: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
    status: Type.Optional(Type.Enum([...JOB_STATUSES])),
  },
  { additionalProperties: false },
)

export const JobListAnswer = Type.Object({
  jobs: Type.Array(JobBody),
  pagination: Type.Object({
    page: Type.Integer(),
    per_page: Type.Integer(),
    total: Type.Integer(),
    pages: Type.Integer(),
  }),
})
