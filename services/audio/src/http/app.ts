import { type App, createServer } from '@assay/kit/server'
import type { Telemetry } from '@assay/kit/telemetry'
import multipart from '@fastify/multipart'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { type AnalysisDeps, analysisRoutes } from './analysis.routes.ts'
import { presentError } from './errors.ts'
import { type JobsDeps, jobsRoutes } from './jobs.routes.ts'

export interface AppDeps extends AnalysisDeps, JobsDeps {
  readonly config: Config
  readonly version: string
  readonly logger: FastifyBaseLogger
  readonly telemetry: Telemetry
  readonly ready: () => Promise<unknown>
}

const DESCRIPTION = `What does this track do, and how does it feel? Upload audio and have it measured, at once or as a durable job.`

/** The HTTP door of the audio service. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const app = await createServer({
    name: 'audio',
    version: deps.version,
    config: deps.config,
    logger: deps.logger,
    telemetry: deps.telemetry,
    presentError,
    ready: deps.ready,
    openapi: {
      title: 'Assay audio',
      description: DESCRIPTION,
      tags: [
        { name: 'analysis', description: 'What an audio file holds' },
        { name: 'jobs', description: 'Asynchronous work' },
        { name: 'operations', description: 'Health and readiness' },
      ],
    },
  })
  // An upload refused half-way leaves the rest of its bytes on the connection: the next request needs another one.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode >= 400 && !request.raw.complete) reply.header('connection', 'close')
    done(null, payload)
  })
  // Sizes are counted where the bytes are written; here only the shape of the form is bounded.
  await app.register(multipart, {
    limits: { fields: 50, fieldSize: 10_000, parts: 100, fileSize: Number.POSITIVE_INFINITY },
  })
  await app.register(
    async (versioned) => {
      analysisRoutes(versioned as App, deps)
      jobsRoutes(versioned as App, deps)
    },
    { prefix: '/api/v1' },
  )
  return app
}
