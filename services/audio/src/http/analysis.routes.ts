import type { App } from '@assay/kit/server'
import { formFieldValidator } from '@assay/kit/validation'
import type { FastifyRequest } from 'fastify'
import Type, { type Static, type TProperties, type TSchema } from 'typebox'
import type { WorkOptions, WorkType } from '../domain/job.ts'
import { Refusal } from '../domain/refusal.ts'
import { CONTAINERS } from '../domain/sniff-container.ts'
import type { acceptWork, rememberRequest } from '../operations/accept-work.ts'
import type { AdmitUpload } from '../operations/admit-upload.ts'
import type { ArtifactStore, FileStore } from '../operations/ports.ts'
import type { Works } from '../operations/run-job.ts'
import { BeatsBody, completed, DrumsBody, EmotionsFields, ResultsBody } from './analysis.schema.ts'
import { untilGone } from './client-gone.ts'
import { EXAMPLE_FEATURES, FeaturesBody } from './features.schema.ts'
import { ownerOf } from './owner.ts'
import { presentAccepted } from './present.ts'
import type { PresentResults } from './present-results.ts'
import { SemanticBody, semanticFields } from './semantic.schema.ts'
import { StemsBody, stemsFields } from './stems.schema.ts'
import {
  audioUpload,
  IdempotencyHeaders,
  JobAccepted,
  uploadFields,
  uploadRefusals,
} from './upload.schema.ts'
import { allButTheForm, discard, handOver, receiveUpload } from './upload.ts'

export interface AnalysisDeps {
  readonly files: FileStore
  readonly artifacts: ArtifactStore
  readonly works: Works
  readonly accept: ReturnType<typeof acceptWork>
  readonly remember: ReturnType<typeof rememberRequest>
  readonly admit: AdmitUpload
  readonly presentResults: PresentResults
  readonly limits: {
    maxUploadBytes: number
    maxBatchBytes: number
    maxSyncDurationSeconds: number
    maxBatchFiles: number
  }
}

/** The key of a request that may be sent again, as a client chose it. */
export const idempotencyKeyOf = (request: FastifyRequest): string | undefined =>
  request.headers['idempotency-key'] as string | undefined

interface Endpoint {
  readonly path: string
  readonly type: WorkType
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly answer: TSchema
  /** Form fields of this address, and what they mean. */
  readonly fields?: TProperties
  readonly options?: (fields: object) => WorkOptions
}

const SemanticForm = Type.Object(semanticFields)

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
  {
    path: '/semantic/analyze',
    type: 'semantic_analyze',
    operationId: 'semanticAnalyze',
    summary: 'The whole analysis with emotions, and a place in your library',
    description:
      '`semantic_analysis` has the emotions and, with `index_for_search=true`, the track in your library; `full_analysis` is what /analyze gives. The same bytes are one track, whatever they are called.',
    answer: completed('The analysis', { semantic_analysis: SemanticBody, full_analysis: ResultsBody }),
    fields: semanticFields,
    options: (fields) => {
      const { include_emotions, index_for_search, title, artist } = fields as Static<typeof SemanticForm>
      return {
        includeEmotions: include_emotions ?? true,
        indexForSearch: index_for_search ?? false,
        ...(title === undefined ? {} : { title }),
        ...(artist === undefined ? {} : { artist }),
      }
    },
  },
  {
    path: '/stems',
    type: 'stems',
    operationId: 'separateStems',
    summary: 'Drums, bass, other and vocals as files',
    description:
      'Each stem says how far it can be trusted; the four sum to the file. Download them at the signed addresses before they expire.',
    answer: completed('The stems', { stems: StemsBody }),
    fields: stemsFields,
    options: (fields) => ({ format: (fields as { format?: 'wav' | 'flac' }).format ?? 'wav' }),
  },
]

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

const HOW = `A multipart form with the audio in a part named \`file\` (${CONTAINERS.join(', ')}, decided by content). With the text field \`async=true\` the answer is 202 with a job id.`

/** The endpoints that take one audio file, each at once or as a job. */
export function analysisRoutes(app: App, deps: AnalysisDeps): void {
  const { files, limits } = deps
  const { maxUploadBytes: maxBytes } = limits
  const rules = {
    files,
    admit: deps.admit,
    maxBytes,
    maxFormBytes: maxBytes,
    names: ['file'],
    maxFiles: 1,
  }
  for (const endpoint of ENDPOINTS) {
    const { path, type, operationId, summary, description, answer } = endpoint
    const form = Type.Object({ ...uploadFields, ...endpoint.fields }, { additionalProperties: true })
    const readForm = formFieldValidator<Static<typeof form>>(form)
    app.post(
      path,
      {
        validatorCompiler: allButTheForm(app),
        schema: {
          tags: ['analysis'],
          operationId,
          summary,
          description: `${description} ${HOW}`,
          consumes: ['multipart/form-data'],
          headers: IdempotencyHeaders,
          body: audioUpload(endpoint.fields ?? {}),
          response: {
            200: answer,
            202: JobAccepted,
            ...uploadRefusals,
          },
        },
      },
      async (request, reply) => {
        const started = performance.now()
        const owner = ownerOf(request)
        const { inputs, fields } = await receiveUpload(request, rules)
        let handedOver = false
        try {
          const { async, ...own } = readForm(fields) as { async?: boolean }
          const options = endpoint.options?.(own) ?? {}
          const sent = {
            owner,
            type,
            options,
            inputs,
            batch: false,
            idempotencyKey: idempotencyKeyOf(request),
          }
          if (async) {
            handedOver = true
            const job = await handOver(files, inputs, () => deps.accept(sent))
            return reply.code(202).send(presentAccepted(job))
          }
          await deps.remember(sent)
          const maxDurationSeconds = limits.maxSyncDurationSeconds
          const signal = untilGone(reply)
          const { body, artifacts } = await deps.works[type]({
            owner,
            input: inputs[0]!,
            options,
            signal,
            maxDurationSeconds,
          }).catch(adviseAsync)
          if (artifacts) await deps.artifacts.keep(owner, artifacts)
          // Returned, not sent: the file is gone before the client has its answer.
          return {
            status: 'completed',
            ...deps.presentResults(type, body, owner),
            processing_time: (performance.now() - started) / 1000,
          } as never
        } finally {
          if (!handedOver) await discard(files, inputs)
        }
      },
    )
  }
}
