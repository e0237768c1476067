import Type from 'typebox'

const async = Type.Optional(
  Type.Boolean({ default: false, description: 'Answer 202 with a job at once; as text, in any case' }),
)

/** The text fields of the form. */
export const UploadForm = Type.Object({ async }, { additionalProperties: true })

/** The whole form as OpenAPI shows it; its parts are read by `receiveUpload`. */
export const AudioUpload = Type.Object(
  {
    file: Type.String({
      contentMediaType: 'application/octet-stream',
      format: 'binary',
      description: 'The audio: wav, mp3, flac, aac, m4a, ogg or opus, decided by content, not by name',
    }),
    async,
  },
  { description: 'One audio file; text fields may stand before or after it' },
)

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
