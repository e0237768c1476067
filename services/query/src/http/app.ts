import { type Authenticator, authentication } from '@assay/kit/authentication'
import { servePage } from '@assay/kit/page'
import { type App, createServer } from '@assay/kit/server'
import type { Telemetry } from '@assay/kit/telemetry'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { answerQuestion } from '../operations/answer-question.ts'
import type { calculateFhirMetrics } from '../operations/calculate-fhir-metrics.ts'
import type { calculateMetrics } from '../operations/calculate-metrics.ts'
import type { runModel } from '../operations/run-model.ts'
import { INTENDED_USE_STATEMENT } from '../wire/intended-use.ts'
import { type BatchDeps, batchRoutes } from './batch.routes.ts'
import { catalogueRoutes } from './catalogue.routes.ts'
import { ErrorBody, presentError } from './errors.ts'
import { fhirRoutes } from './fhir.routes.ts'
import { growthRoutes } from './growth.routes.ts'
import { metricsRoutes } from './metrics.routes.ts'
import { modelerRoutes } from './modeler.routes.ts'
import { queryRoutes } from './query.routes.ts'

export interface AppDeps extends Omit<BatchDeps, 'batchLimits'> {
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
  /** Folder of the built page; without it there is none. */
  readonly pageFolder?: string
  /** Monotonic clock in seconds, for `processing_time`. */
  readonly seconds: () => number
}

const DESCRIPTION = `What do these body measurements mean? Every number comes from a published equation or reference table, with its citation, its limits and its error band.

The service keeps no state: every answer is a function of the request.

## Intended use

${INTENDED_USE_STATEMENT}`

/** Builds the HTTP server of the query service. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const app = await createServer({
    name: 'query',
    version: deps.version,
    config: deps.config,
    logger: deps.logger,
    telemetry: deps.telemetry,
    presentError,
    errorBody: ErrorBody,
    ready: async () => [],
    openapi: {
      title: 'Assay query',
      description: DESCRIPTION,
      tags: [
        { name: 'metrics', description: 'Anthropometric metrics from measurements' },
        { name: 'growth', description: 'Reference curves of growth' },
        { name: 'query', description: 'Questions in plain words' },
        { name: 'modeler', description: 'Models of weight and growth' },
        { name: 'operations', description: 'Health and readiness' },
      ],
      security: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
      anonymous: true,
    },
  })
  if (deps.authenticators.length > 0)
    await app.register(authentication, { authenticators: deps.authenticators })
  metricsRoutes(app, deps)
  catalogueRoutes(app)
  growthRoutes(app)
  batchRoutes(app, {
    ...deps,
    batchLimits: {
      maxBytes: deps.config.maxBatchBytes,
      perClient: deps.config.maxBatchesPerClient,
      total: deps.config.maxBatches,
      waitMs: deps.config.batchWaitMs,
    },
  })
  fhirRoutes(app, { ...deps, maxBundleBytes: deps.config.maxBundleBytes })
  modelerRoutes(app, deps)
  queryRoutes(app, deps)
  const { pageFolder } = deps
  if (deps.config.page === 'on' && pageFolder !== undefined && !(await servePage(app, pageFolder)))
    deps.logger.warn({ folder: pageFolder }, 'there is no page: it was not built')
  return app
}
