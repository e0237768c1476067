import { apiKey, authentication, hashApiKey } from '@assay/kit/authentication'
import { servePage } from '@assay/kit/page'
import type { Ready } from '@assay/kit/readiness'
import { type App, createServer, type ServerDescription } from '@assay/kit/server'
import type { Telemetry } from '@assay/kit/telemetry'
import { followClients } from '@assay/kit/waiting-client'
import multipart from '@fastify/multipart'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { type AnalysisDeps, analysisRoutes } from './analysis.routes.ts'
import { batchRoutes } from './batch.routes.ts'
import { ErrorBody, presentError } from './errors.ts'
import { type EventsDeps, eventsRoutes } from './events.routes.ts'
import { type ExportsDeps, exportsRoutes } from './exports.routes.ts'
import { type FilesDeps, filesRoutes } from './files.routes.ts'
import { type JobsDeps, jobsRoutes } from './jobs.routes.ts'
import { anonymous } from './owner.ts'
import { type SemanticDeps, semanticRoutes } from './semantic.routes.ts'
import type { SignedAddresses } from './signed-addresses.ts'
import { type TrackFilesDeps, trackFilesRoutes } from './track-files.routes.ts'
import { type TracksDeps, tracksRoutes } from './tracks.routes.ts'

/** Dependencies of the HTTP server. */
export interface AppDeps
  extends AnalysisDeps,
    JobsDeps,
    EventsDeps,
    ExportsDeps,
    FilesDeps,
    SemanticDeps,
    TracksDeps,
    TrackFilesDeps {
  readonly config: Config
  readonly version: string
  readonly logger: FastifyBaseLogger
  readonly telemetry: Telemetry
  readonly ready: Ready
  readonly waiting: ServerDescription['waiting']
  readonly rateLimitStore: ServerDescription['rateLimitStore']
  /** Names of clients by the hash of their key. */
  readonly clients: ReadonlyMap<string, string>
  readonly addresses: SignedAddresses
  /** Folder of the built page. */
  readonly pageFolder: string
}

const DESCRIPTION = `Analyses music: beats, drums, sections, key, loudness, stems and emotions, and a library that you search by feeling. Upload a file and get the result in the answer, or as a durable job.`

/** Creates the HTTP server of the audio service with all its routes. */
export async function buildApp(deps: AppDeps): Promise<App> {
  // An unknown key counts for its network address, so that the rate limit also applies to guessing keys.
  const clientOf = (key: string | string[] | undefined) =>
    typeof key === 'string' ? deps.clients.get(hashApiKey(key)) : undefined
  const app = await createServer({
    name: 'audio',
    version: deps.version,
    config: deps.config,
    logger: deps.logger,
    telemetry: deps.telemetry,
    presentError,
    errorBody: ErrorBody,
    ready: deps.ready,
    waiting: deps.waiting,
    rateLimitStore: deps.rateLimitStore,
    clientOf: (request) => clientOf(request.headers['x-api-key']),
    openapi: {
      title: 'Assay audio',
      description: DESCRIPTION,
      tags: [
        { name: 'analysis', description: 'Analysis of audio files' },
        { name: 'semantic', description: 'Your library, search by feeling, and emotions of texts' },
        {
          name: 'tracks',
          description: 'Tracks that you keep: analysis, corrections, waveform, audio, exports',
        },
        { name: 'jobs', description: 'Status, events, results and files of jobs' },
        { name: 'operations', description: 'Health and readiness' },
      ],
      security: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      anonymous: true,
    },
  })
  followClients(app)
  await app.register(authentication, {
    authenticators: [
      deps.addresses.authenticator,
      deps.config.authentication === 'none' ? anonymous : apiKey((hash) => deps.clients.get(hash)),
    ],
  })
  // File sizes are limited where the bytes are written; this limits the number and size of the other parts.
  await app.register(multipart, {
    limits: {
      fields: 50,
      fieldSize: 10_000,
      parts: deps.limits.maxBatchFiles + 51,
      fileSize: Number.POSITIVE_INFINITY,
    },
  })
  await app.register(
    async (versioned) => {
      analysisRoutes(versioned as App, deps)
      batchRoutes(versioned as App, deps)
      semanticRoutes(versioned as App, deps)
      jobsRoutes(versioned as App, deps)
      exportsRoutes(versioned as App, deps)
      filesRoutes(versioned as App, deps)
      tracksRoutes(versioned as App, deps)
      trackFilesRoutes(versioned as App, deps)
      eventsRoutes(versioned as App, deps)
    },
    { prefix: '/api/v1' },
  )
  if (deps.config.page === 'on' && !(await servePage(app, deps.pageFolder)))
    deps.logger.debug({ folder: deps.pageFolder }, 'there is no page: it was not built')
  return app
}
