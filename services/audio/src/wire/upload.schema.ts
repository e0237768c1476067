import Type, { type TProperties } from 'typebox'
import { CONTAINERS } from '../domain/sniff-container.ts'
import { ErrorBody } from './errors.ts'

/** Text fields of every upload. */
export const uploadFields = {
  async: Type.Optional(
    Type.Boolean({ default: false, description: 'Answer 202 with a job at once; as text, in any case' }),
  ),
}

const FILE = `The audio (${CONTAINERS.join(', ')}), its kind decided by content, not by name`
const binary = (description: string) =>
  Type.String({ contentMediaType: 'application/octet-stream', format: 'binary', description })

/** The whole form as OpenAPI shows it; its parts are read by `receiveUpload`. */
export const audioUpload = (fields: TProperties) =>
  Type.Object(
    { file: binary(FILE), ...uploadFields, ...fields },
    { description: 'One audio file; text fields may stand before or after it' },
  )

export const BatchUpload = Type.Object(
  { file: Type.Array(binary(FILE), { minItems: 1, description: 'Repeat the part; `files` is taken too' }) },
  { description: 'Several audio files' },
)

export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x21-\\x7e]+$',
      description:
        'Any text of your choosing. Sent again with the same request it leads to the same job; with another request it is refused.',
    }),
  ),
})

export const EXAMPLE_JOB_ID = '0198c0de-0000-7000-8000-000000000002'

export const JobAccepted = Type.Object(
  {
    job_id: Type.String({ format: 'uuid', description: 'For GET /api/v1/jobs/{id}' }),
    status: Type.String({ description: 'Of the job, now' }),
    message: Type.String({ description: 'For people' }),
  },
  {
    description: 'Stored and queued; it survives a restart',
    examples: [
      {
        job_id: EXAMPLE_JOB_ID,
        status: 'pending',
        message: `Accepted. GET /api/v1/jobs/${EXAMPLE_JOB_ID} tells how far it is.`,
      },
    ],
  },
)

/** Every way in which an upload may be refused. */
export const uploadRefusals = {
  400: ErrorBody,
  409: ErrorBody,
  413: ErrorBody,
  415: ErrorBody,
  422: ErrorBody,
  429: ErrorBody,
}
