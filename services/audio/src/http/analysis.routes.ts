import type { App } from '@assay/kit/server'
import { formFieldValidator } from '@assay/kit/validation'
import { untilGone } from '@assay/kit/waiting-client'
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
import { ErrorBody } from './errors.ts'
import { ownerOf } from './owner.ts'
import { allButTheForm, discard, handOver, receiveUpload } from './upload.ts'

/** Dependencies of the analysis routes. */
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

/** Returns the `Idempotency-Key` header of a request. */
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
  /** Text fields of this endpoint in addition to those of every upload. */
  readonly fields?: TProperties
  readonly options?: (fields: object) => WorkOptions
}

const SemanticForm = Type.Object(semanticFields)

const ENDPOINTS: readonly Endpoint[] = [
  {
    path: '/analyze',
    type: 'analyze',
    operationId: 'analyze',
    summary: 'Analyse a file: beats, key, loudness, drums, sections and emotions',
    description:
      '`results` contains the output records (metadata, emotional profile, segments, technical features, summary), beats, key, loudness, drums and emotions.',
    answer: AnalyzeAnswer,
    upload: AudioUpload,
  },
  {
    path: '/features',
    type: 'features',
    operationId: 'extractFeatures',
    summary: 'Measure duration, format and loudness',
    description: 'Returns what the file states about itself, and the EBU R128 loudness of the decoded audio.',
    answer: FeaturesAnswer,
    upload: AudioUpload,
  },
  {
    path: '/beats',
    type: 'beats',
    operationId: 'trackBeats',
    summary: 'Track tempo, beats and downbeats',
    description: 'Also returns parts of steady tempo, other plausible tempos, and a confidence.',
    answer: BeatsAnswer,
    upload: AudioUpload,
  },
  {
    path: '/drums',
    type: 'drums',
    operationId: 'analyzeDrums',
    summary: 'Detect drum hits, patterns, swing and microtiming',
    description: 'Returns hits of kick, snare, hat, tom and cymbal, each with a confidence.',
    answer: DrumsAnswer,
    upload: AudioUpload,
  },
  {
    path: '/semantic/emotions',
    type: 'emotions',
    operationId: 'extractEmotions',
    summary: 'Measure nine emotional dimensions, with reasons',
    description:
      'Each dimension is a weighted sum of measured features, mapped to 0 to 10, and lists the contribution of every feature. The model has not been validated with listeners.',
    answer: EmotionsAnswer,
    upload: AudioUpload,
  },
  {
    path: '/semantic/analyze',
    type: 'semantic_analyze',
    operationId: 'semanticAnalyze',
    summary: 'Analyse a file and add it to your library',
    description:
      '`semantic_analysis` contains the emotions and, with `index_for_search=true`, the identifier of the track in your library. `full_analysis` is the result of /analyze. Files with the same bytes are one track, whatever their names.',
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
    summary: 'Separate a file into drums, bass, other and vocals',
    description:
      'Each stem has a quality label. The four stems add up to the input. Download them from the signed addresses before they expire.',
    answer: StemsAnswer,
    upload: StemsUpload,
    fields: stemsFields,
    options: (fields) => ({ format: (fields as { format?: 'wav' | 'flac' }).format ?? 'wav' }),
  },
]

/** Rethrows an error. Adds to a refusal of long audio how to send it as a job. */
function adviseAsync(error: unknown): never {
  if (error instanceof Refusal && error.code === 'DURATION_TOO_LONG') {
    throw new Refusal(
      error.code,
      `${error.message}; send the form field async=true to analyse it as a job`,
      error.details,
    )
  }
  throw error
}

const HOW = `Send a multipart form with the audio in a part named \`file\` (${CONTAINERS.join(', ')}, detected from the content). With the text field \`async=true\` the answer is 202 with a job id.`

/** Adds the endpoints that take one audio file and answer with the result or with a job. */
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
          // Returned, not sent, so that `finally` removes the upload before the client gets its answer.
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
