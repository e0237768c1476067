import type { App } from '@assay/kit/server'
import { formFieldValidator } from '@assay/kit/validation'
import type { Static } from 'typebox'
import { Refusal } from '../domain/refusal.ts'
import type { measureFeatures } from '../operations/measure-features.ts'
import type { FileStore, JobStore } from '../operations/ports.ts'
import { ErrorBody } from './errors.ts'
import { FeaturesAnswer, FeaturesForm, FeaturesUpload, JobAccepted } from './features.schema.ts'
import { presentAccepted, presentFeatures } from './present.ts'
import { receiveUpload } from './upload.ts'

export interface FeaturesDeps {
  readonly files: FileStore
  readonly jobs: JobStore
  readonly measure: ReturnType<typeof measureFeatures>
  readonly newId: () => string
  readonly limits: { maxUploadBytes: number; maxSyncDurationSeconds: number }
}

const readForm = formFieldValidator<Static<typeof FeaturesForm>>(FeaturesForm)

/** Too long for an answer while the client waits: say how to send it instead. */
function adviseAsync(error: unknown): never {
  if (error instanceof Refusal && error.code === 'DURATION_TOO_LONG') {
    throw new Refusal(
      error.code,
      `${error.message}; send the form field async=true to have it analysed as a job`,
      error.details,
    )
  }
  throw error
}

/** `POST /features`, at once or as a job. */
export function featuresRoutes(app: App, deps: FeaturesDeps): void {
  const { files, limits } = deps
  app.post(
    '/features',
    {
      // The schema of the form is for readers: its parts are streams, which `receiveUpload` takes one by one.
      validatorCompiler: () => () => true,
      schema: {
        tags: ['analysis'],
        operationId: 'extractFeatures',
        summary: 'Duration, format and loudness of an audio file',
        description:
          'A multipart form with the audio in a part named `file` (wav, mp3, flac, aac, m4a, ogg, opus, decided by content). With the text field `async=true` the answer is 202 with a job id.',
        consumes: ['multipart/form-data'],
        body: FeaturesUpload,
        response: {
          200: FeaturesAnswer,
          202: JobAccepted,
          400: ErrorBody,
          413: ErrorBody,
          415: ErrorBody,
          422: ErrorBody,
          429: ErrorBody,
        },
      },
    },
    async (request, reply) => {
      const started = performance.now()
      const { input, fields } = await receiveUpload(request, files, limits.maxUploadBytes)
      let kept = false
      try {
        if (readForm(fields).async) {
          const job = await deps.jobs.enqueue({ id: deps.newId(), type: 'features', input })
          kept = true
          return reply.code(202).send(presentAccepted(job))
        }
        const features = await files
          .withLocalFile(input.key, (path) =>
            deps.measure(path, { signal: request.signal, maxDurationSeconds: limits.maxSyncDurationSeconds }),
          )
          .catch(adviseAsync)
        return {
          status: 'completed',
          features: presentFeatures(features),
          processing_time: (performance.now() - started) / 1000,
        }
      } finally {
        if (!kept) await files.remove(input.key)
      }
    },
  )
}
