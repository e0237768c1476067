import { type Authenticator, authentication } from '@assay/kit/authentication'
import { servePage } from '@assay/kit/page'
import type { Ready } from '@assay/kit/readiness'
import { type App, createServer, type ServerDescription } from '@assay/kit/server'
import { SESSION_COOKIE } from '@assay/kit/session-cookie'
import type { Telemetry } from '@assay/kit/telemetry'
import { followClients } from '@assay/kit/waiting-client'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { checkStanding } from '../operations/standing.ts'
import { accessControl, tenantOf } from './access.ts'
import { type AnalysisDeps, analysisRoutes } from './analysis.routes.ts'
import { type AuditDeps, auditRoutes } from './audit.routes.ts'
import { type AuthDeps, authRoutes, jwksRoute } from './auth.routes.ts'
import { type CalibrationDeps, calibrationRoutes } from './calibration.routes.ts'
import { type DemoDeps, demoRoutes } from './demo.routes.ts'
import { ErrorBody, presentError } from './errors.ts'
import { type ExampleRunDeps, exampleRunRoutes } from './example-run.routes.ts'
import { type ExplanationDeps, explanationRoutes } from './explanations.routes.ts'
import { type ImportDeps, importRoutes } from './imports.routes.ts'
import { type IntegrateDeps, integrateRoutes } from './integrate.routes.ts'
import { linguisticVariablesRoutes } from './linguistic-variables.routes.ts'
import { type MoleculeDeps, moleculeRoutes } from './molecules.routes.ts'
import { type NetworkDeps, networkRoutes } from './network.routes.ts'
import { type OrganizationDeps, organizationRoutes } from './organization.routes.ts'
import { type ReportDeps, reportRoutes } from './reports.routes.ts'
import { type ReviewDeps, reviewRoutes } from './review.routes.ts'
import { type RunDeps, runRoutes } from './runs.routes.ts'
import { type SessionDeps, sessionRoutes } from './session.routes.ts'
import { type SetupDeps, setupRoutes } from './setup.routes.ts'
import { type SignOnDeps, signOnRoutes } from './single-sign-on.routes.ts'
import { type UserDeps, userRoutes } from './users.routes.ts'

/** Everything that the HTTP server needs. */
export interface AppDeps
  extends AuthDeps,
    SessionDeps,
    SetupDeps,
    SignOnDeps,
    ExampleRunDeps,
    AuditDeps,
    OrganizationDeps,
    UserDeps,
    MoleculeDeps,
    IntegrateDeps,
    NetworkDeps,
    AnalysisDeps,
    ImportDeps,
    CalibrationDeps,
    ReportDeps,
    ReviewDeps,
    ExplanationDeps,
    RunDeps {
  readonly config: Config
  readonly version: string
  readonly logger: FastifyBaseLogger
  readonly telemetry: Telemetry
  readonly authenticators: readonly Authenticator[]
  readonly ready: Ready
  readonly waiting: ServerDescription['waiting']
  readonly rateLimitStore: ServerDescription['rateLimitStore']
  readonly standing: ReturnType<typeof checkStanding>
  /** Present in a demonstration only. */
  readonly demo?: DemoDeps | undefined
  /** Folder of the built page. */
  readonly pageFolder: string
}

const DESCRIPTION = `Combines uncertain, redundant and conflicting evidence about a molecule into a calibrated probability with bounds and an explanation.

Log in with \`POST /v1/auth/login\` and send \`Authorization: Bearer <access_token>\` with every other request. Browsers use a session cookie instead: see \`POST /v1/session\`.`

/** Addresses of the page to which a command adds a one-time token behind the # sign, which browsers do not send. */
const ONE_TIME_ADDRESSES = ['/setup']

/** Creates the HTTP server of the evidence service. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const app = await createServer({
    name: 'evidence',
    version: deps.version,
    config: deps.config,
    logger: deps.logger,
    telemetry: deps.telemetry,
    presentError,
    errorBody: ErrorBody,
    ready: deps.ready,
    waiting: deps.waiting,
    rateLimitStore: deps.rateLimitStore,
    tenantOf,
    openapi: {
      title: 'Assay evidence',
      description: DESCRIPTION,
      tags: [
        {
          name: 'fuzzy-evidence',
          description: 'Assess evidence, read its network, predict missing evidence',
        },
        { name: 'molecules', description: 'Describe molecules and read their kept evidence' },
        { name: 'evidence', description: 'Resolve conflicts and import files' },
        { name: 'runs', description: 'Read runs, their observations and the candidates of each' },
        { name: 'calibration', description: 'Send labels, learn from them, compare scores with them' },
        { name: 'reports', description: 'Make reports that can be replayed by their hash' },
        { name: 'auth', description: 'Manage users, sessions and tokens; read the audit trail' },
        { name: 'operations', description: 'Check health and readiness' },
      ],
      security: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
      },
    },
  })
  followClients(app)
  await app.register(authentication, { authenticators: deps.authenticators })
  accessControl(app, deps.standing)
  jwksRoute(app, deps)
  await app.register(
    async (versioned) => {
      authRoutes(versioned as App, deps)
      sessionRoutes(versioned as App, deps)
      setupRoutes(versioned as App, deps)
      signOnRoutes(versioned as App, deps)
      userRoutes(versioned as App, deps)
      auditRoutes(versioned as App, deps)
      organizationRoutes(versioned as App, deps)
      linguisticVariablesRoutes(versioned as App)
      moleculeRoutes(versioned as App, deps)
      integrateRoutes(versioned as App, deps)
      networkRoutes(versioned as App, deps)
      analysisRoutes(versioned as App, deps)
      calibrationRoutes(versioned as App, deps)
      importRoutes(versioned as App, deps)
      reportRoutes(versioned as App, deps)
      runRoutes(versioned as App, deps)
      exampleRunRoutes(versioned as App, deps)
      if (deps.demo) demoRoutes(versioned as App, deps.demo)
      explanationRoutes(versioned as App, deps)
      reviewRoutes(versioned as App, deps)
    },
    { prefix: '/v1' },
  )
  if (deps.config.page === 'on' && !(await servePage(app, deps.pageFolder, ONE_TIME_ADDRESSES)))
    deps.logger.warn({ folder: deps.pageFolder }, 'there is no page: it was not built')
  return app
}
