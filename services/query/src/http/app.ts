import { type Authenticator, authentication } from '@assay/kit/authentication'
import { type App, createServer } from '@assay/kit/server'
import type { Telemetry } from '@assay/kit/telemetry'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { Refusal } from '../domain/refusal.ts'
import type { answerQuestion } from '../operations/answer-question.ts'
import type { calculateFhirMetrics } from '../operations/calculate-fhir-metrics.ts'
import type { calculateMetrics } from '../operations/calculate-metrics.ts'
import type { runModel } from '../operations/run-model.ts'
import { type BatchDeps, batchRoutes } from './batch.routes.ts'
import { catalogueRoutes } from './catalogue.routes.ts'
import { presentError } from './errors.ts'
import { fhirRoutes } from './fhir.routes.ts'
import { metricsRoutes } from './metrics.routes.ts'
import { modelerRoutes } from './modeler.routes.ts'
import { queryRoutes } from './query.routes.ts'

export interface AppDeps extends Omit<BatchDeps, 'maxBatchBytes'> {
  readonly config: Config
  readonly version: string
  readonly logger: FastifyBaseLogger
  readonly telemetry: Telemetry
  /** Empty when callers need no credentials. */
  readonly authenticators: readonly Authenticator[]
  readonly calculate: ReturnType<typeof calculateMetrics>
  readonly answer: ReturnType<typeof answerQuestion>
  readonly runModel: ReturnType<typeof runModel>
  readonly calculateFhir: ReturnType<typeof calculateFhirMetrics>
  /** Monotonic clock in seconds, for `processing_time`. */
  readonly seconds: () => number
}

/** Retry-After when the recovery time is unknown. */
const DEFAULT_RETRY_AFTER_SECONDS = 60

const DESCRIPTION = `What do these body measurements mean? Every number comes from a published equation or reference table, with its citation, its limits and its error band.

The service keeps no state: every answer is a function of the request.`

/** Builds the HTTP server of the query service. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const app = await createServer({
    name: 'query',
    version: deps.version,
    config: deps.config,
    logger: deps.logger,
    telemetry: deps.telemetry,
    presentError,
    ready: async () => undefined,
    openapi: {
      title: 'Assay query',
      description: DESCRIPTION,
      tags: [
        { name: 'metrics', description: 'Anthropometric metrics from measurements' },
        { name: 'query', description: 'Questions in plain words' },
        { name: 'modeler', description: 'Models of weight and growth' },
        { name: 'operations', description: 'Health and readiness' },
      ],
      security: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
  })
  app.addHook('onError', async (_request, reply, error) => {
    const refusal: unknown = error
    if (refusal instanceof Refusal && refusal.code === 'SERVICE_UNAVAILABLE')
      reply.header('retry-after', refusal.details.retry_after_seconds ?? DEFAULT_RETRY_AFTER_SECONDS)
  })
  if (deps.authenticators.length > 0)
    await app.register(authentication, { authenticators: deps.authenticators })
  metricsRoutes(app, deps)
  catalogueRoutes(app)
  batchRoutes(app, { ...deps, maxBatchBytes: deps.config.maxBatchBytes })
  fhirRoutes(app, deps)
  modelerRoutes(app, deps)
  queryRoutes(app, deps)
  return app
}
