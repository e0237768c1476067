import type { App } from '@assay/kit/server'
import { formFieldValidator } from '@assay/kit/validation'
import type { FastifyRequest } from 'fastify'
import Type, { type Static, type TNumber, type TObject, type TProperties, type TString } from 'typebox'
import type { WorkOptions, WorkType } from '../domain/job.ts'
import { Refusal } from '../domain/refusal.ts'
import { CONTAINERS } from '../domain/sniff-container.ts'
import type { acceptWork, rememberRequest } from '../operations/accept-work.ts'
import type { AdmitUpload } from '../operations/admit-upload.ts'
import type { ArtifactStore, FileStore } from '../operations/ports.ts'
import type { Works } from '../operations/run-job.ts'
import {
  AnalyzeAnswer,
  BeatsAnswer,
  DrumsAnswer,
  EmotionsAnswer,
  FeaturesAnswer,
  SemanticAnswer,
  StemsAnswer,
} from '../wire/analysis.schema.ts'
import { presentAccepted } from '../wire/jobs.present.ts'
import { JobAccepted } from '../wire/jobs.schema.ts'
import { semanticFields } from '../wire/semantic.schema.ts'
import type { PresentResults } from '../wire/stems.present.ts'
import { stemsFields } from '../wire/stems.schema.ts'
import {
  AudioUpload,
  IdempotencyHeaders,
  SemanticUpload,
  StemsUpload,
  uploadFields,
} from '../wire/upload.schema.ts'
import { untilGone } from './client-gone.ts'
import { ErrorBody } from './errors.ts'
import { ownerOf } from './owner.ts'
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
  readonly answer: TObject<{ status: TString; processing_time: TNumber }>
  readonly upload: TObject
  /** Text fields of this address beside those of every upload. */
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
    answer: AnalyzeAnswer,
    upload: AudioUpload,
  },
  {
    path: '/features',
    type: 'features',
    operationId: 'extractFeatures',
    summary: 'Duration, format and loudness',
    description: 'What the file says of itself, and EBU R128 loudness of what can be decoded.',
    answer: FeaturesAnswer,
    upload: AudioUpload,
  },
  {
    path: '/beats',
    type: 'beats',
    operationId: 'trackBeats',
    summary: 'Tempo, beats and downbeats',
    description: 'With regions of steady tempo, what else the tempo could be, and how sure we are.',
    answer: BeatsAnswer,
    upload: AudioUpload,
  },
  {
    path: '/drums',
    type: 'drums',
    operationId: 'analyzeDrums',
    summary: 'Drum hits, patterns, swing and microtiming',
    description: 'Kick, snare, hat, tom and cymbal, each hit with its confidence.',
    answer: DrumsAnswer,
    upload: AudioUpload,
  },
  {
    path: '/semantic/emotions',
    type: 'emotions',
    operationId: 'extractEmotions',
    summary: 'Nine emotional dimensions, explained',
    description:
      'Sums of measured features through a logistic, 0 to 10, with what each feature added; not validated on listeners.',
    answer: EmotionsAnswer,
    upload: AudioUpload,
  },
  {
    path: '/semantic/analyze',
    type: 'semantic_analyze',
    operationId: 'semanticAnalyze',
    summary: 'The whole analysis with emotions, and a place in your library',
    description:
      '`semantic_analysis` has the emotions and, with `index_for_search=true`, the track in your library; `full_analysis` is what /analyze gives. The same bytes are one track, whatever they are called.',
    answer: SemanticAnswer,
    upload: SemanticUpload,
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
    answer: StemsAnswer,
    upload: StemsUpload,
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
    const { path, type, operationId, summary, description, answer, upload } = endpoint
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
          body: upload,
          response: {
            200: answer,
            202: JobAccepted,
            409: ErrorBody,
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
          }
        } finally {
          if (!handedOver) await discard(files, inputs)
        }
      },
    )
  }
}
