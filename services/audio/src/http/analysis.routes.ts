import type { App } from '@assay/kit/server'
import { formFieldValidator } from '@assay/kit/validation'
import type { Static, TSchema } from 'typebox'
import type { JobType } from '../domain/job.ts'
import { Refusal } from '../domain/refusal.ts'
import type { FileStore, JobStore } from '../operations/ports.ts'
import type { Analyses } from '../operations/run-job.ts'
import { BeatsBody, completed, DrumsBody, EmotionsFields, ResultsBody } from './analysis.schema.ts'
import { ErrorBody } from './errors.ts'
import { EXAMPLE_FEATURES, FeaturesBody } from './features.schema.ts'
import { presentAccepted } from './present.ts'
import { AudioUpload, JobAccepted, UploadForm } from './upload.schema.ts'
import { receiveUpload } from './upload.ts'

export interface AnalysisDeps {
  readonly files: FileStore
  readonly jobs: JobStore
  readonly analyses: Analyses
  readonly newId: () => string
  readonly limits: { maxUploadBytes: number; maxSyncDurationSeconds: number }
}

interface Endpoint {
  readonly path: string
  readonly type: JobType
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly answer: TSchema
}

const ENDPOINTS: readonly Endpoint[] = [
  {
    path: '/analyze',
    type: 'analyze',
    operationId: 'analyze',
    summary: 'Everything: beats, key, drums, sections, feeling, and the records',
    description:
      '`results` holds the records of an analysis (metadata, emotional profile, segments, technical features, summary) beside beats, key, loudness, drums and emotions.',
    answer: completed('The whole analysis', { results: ResultsBody }),
  },
  {
    path: '/features',
    type: 'features',
    operationId: 'extractFeatures',
    summary: 'Duration, format and loudness',
    description: 'What the file says of itself, and EBU R128 loudness of what can be decoded.',
    answer: {
      ...completed('The features', { features: FeaturesBody }),
      examples: [{ status: 'completed', features: EXAMPLE_FEATURES, processing_time: 0.31 }],
    } as TSchema,
  },
  {
    path: '/beats',
    type: 'beats',
    operationId: 'trackBeats',
    summary: 'Tempo, beats and downbeats',
    description: 'With regions of steady tempo, what else the tempo could be, and how sure we are.',
    answer: completed('The beats', { beats: BeatsBody }),
  },
  {
    path: '/drums',
    type: 'drums',
    operationId: 'analyzeDrums',
    summary: 'Drum hits, patterns, swing and microtiming',
    description: 'Kick, snare, hat, tom and cymbal, each hit with its confidence.',
    answer: completed('The drums', { drum_analysis: DrumsBody }),
  },
  {
    path: '/semantic/emotions',
    type: 'emotions',
    operationId: 'extractEmotions',
    summary: 'Nine emotional dimensions, explained',
    description:
      'Sums of measured features through a logistic, 0 to 10, with what each feature added; not validated on listeners.',
    answer: completed('The emotions', EmotionsFields),
  },
]

const readForm = formFieldValidator<Static<typeof UploadForm>>(UploadForm)

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

const HOW =
  'A multipart form with the audio in a part named `file` (wav, mp3, flac, aac, m4a, ogg, opus, decided by content). With the text field `async=true` the answer is 202 with a job id.'

/** The endpoints that take one audio file, each at once or as a job. */
export function analysisRoutes(app: App, deps: AnalysisDeps): void {
  const { files, limits } = deps
  for (const { path, type, operationId, summary, description, answer } of ENDPOINTS) {
    app.post(
      path,
      {
        // The schema of the form is for readers: its parts are streams, which `receiveUpload` takes one by one.
        validatorCompiler: () => () => true,
        schema: {
          tags: ['analysis'],
          operationId,
          summary,
          description: `${description} ${HOW}`,
          consumes: ['multipart/form-data'],
          body: AudioUpload,
          response: {
            200: answer,
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
            const job = await deps.jobs.enqueue({ id: deps.newId(), type, input })
            kept = true
            return reply.code(202).send(presentAccepted(job))
          }
          const body = await files
            .withLocalFile(input.key, (local) =>
              deps.analyses[type](local, {
                title: input.filename,
                signal: request.signal,
                maxDurationSeconds: limits.maxSyncDurationSeconds,
              }),
            )
            .catch(adviseAsync)
          // Returned, not sent: the file is gone before the client has its answer.
          return {
            status: 'completed',
            ...body,
            processing_time: (performance.now() - started) / 1000,
          } as never
        } finally {
          if (!kept) await files.remove(input.key)
        }
      },
    )
  }
}
