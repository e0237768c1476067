import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import helmet from '@fastify/helmet'
import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawServerDefault,
} from 'fastify'
import { guardServer } from './admission-gate.ts'
import { callerBy, verifiedCallers } from './callers.ts'
import { clientNetwork } from './client-address.ts'
import { documentAccess } from './document-access.ts'
import { everyRoute, nameRefusals, withRefusals } from './every-route.ts'
import { healthRoutes } from './health-routes.ts'
import { jsonBody } from './json-body.ts'
import { knownMethods, notFound } from './known-methods.ts'
import { nameSchemas } from './named-schemas.ts'
import { optionalDefaults } from './optional-defaults.ts'
import type { ServerConfig } from './options.ts'
import { Problem } from './problem.ts'
import type { Ready } from './readiness.ts'
import { lingerOverRefusedUploads } from './refused-uploads.ts'
import { addressProblem } from './request-address.ts'
import { observeRequests, type Telemetry } from './telemetry.ts'
import { isUnstorable, toProblem } from './to-problem.ts'
import { watchTransfers } from './transfer-speed.ts'
import { trustedProxies } from './trusted-proxies.ts'
import { answerUnreadable } from './unreadable-request.ts'
import { validatorCompiler } from './validation.ts'

/** Fastify instance with TypeBox types. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** Status and body of an error. */
export interface ErrorAnswer {
  readonly status: number
  readonly body: unknown
  /** Seconds until a retry makes sense; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number | undefined
}

/** Everything that a service tells `createServer`. */
export interface ServerDescription {
  readonly name: string
  readonly version: string
  readonly config: ServerConfig
  readonly logger: FastifyBaseLogger
  readonly telemetry: Telemetry
  /**
   * Converts refusals of the domain, problems of the kit and any unexpected error to the service's envelope. Must
   * handle every error.
   */
  readonly presentError: (error: Error, context: { requestId: string; now: Date }) => ErrorAnswer
  /** Schema of every body that `presentError` returns, for the OpenAPI document. */
  readonly errorBody: object
  /** Returns the client under which the rate limit counts a request. Undefined counts by network (`clientNetwork`). */
  readonly clientOf?: (request: FastifyRequest) => string | undefined
  /** Returns the tenant whose usage a request counts to in the metrics; by default the caller. */
  readonly tenantOf?: (request: FastifyRequest) => string | undefined
  /** Number of requests that wait for a database connection or another resource; overload is judged by it too. */
  readonly waiting?: (() => number) | undefined
  /** Store of the rate limit; by default in this process. */
  readonly rateLimitStore?: FastifyRateLimitStoreCtor | undefined
  /**
   * Resolves when the service can work, for example when its database is reachable. A rejection makes `/ready` return
   * 503; failures to which it resolves are listed by `/ready` with status 200.
   */
  readonly ready: Ready
  readonly openapi: {
    title: string
    description: string
    tags: { name: string; description: string }[]
    security?: Record<string, object>
    /** Whether credentials are needed only when the deployment requires them. */
    anonymous?: boolean
  }
}

const REQUEST_ID = /^[\w.:-]{1,100}$/

/**
 * Returns helmet's headers, computed once: with fixed settings they are the same for every answer, and helmet would
 * build them each time. A service may be reached by plain HTTP inside a network, so its page does not upgrade addresses
 * to HTTPS.
 */
async function safetyHeaders(): Promise<Record<string, string>> {
  const probe = Fastify()
  await probe.register(helmet, { contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } })
  probe.get('/', async () => '')
  const { headers } = await probe.inject('/')
  const transport = ['content-type', 'content-length', 'date', 'connection']
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      transport.includes(name) ? [] : [[name, String(value)]],
    ),
  )
}

/** Retry-After of a 429 or 503 when the recovery time is unknown. */
const DEFAULT_RETRY_AFTER_SECONDS = 60

const retryAfterOf = ({ status, retryAfterSeconds }: ErrorAnswer): number | undefined =>
  retryAfterSeconds ?? (status === 429 || status === 503 ? DEFAULT_RETRY_AFTER_SECONDS : undefined)

/** Registers the rate limit. */
async function limitRequests(
  app: App,
  { config, clientOf, rateLimitStore }: ServerDescription,
): Promise<void> {
  await app.register(rateLimit, {
    max: config.rateLimitPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => clientOf?.(request) ?? clientNetwork(request.ip),
    ...(rateLimitStore ? { store: rateLimitStore } : {}),
    errorResponseBuilder: (_request, { max, ttl }) => {
      const retryAfterSeconds = Math.ceil(ttl / 1000)
      return new Problem(
        'rate-limited',
        `More than ${max} requests in a minute. Try again in ${retryAfterSeconds} s.`,
        { field: 'request', issue: `must be one of at most ${max} in a minute`, provided: null },
        { retryAfterSeconds },
      )
    },
  })
}

/**
 * Creates a Fastify server with everything that all services need. Its only routes are `/health`, `/ready` and `/docs`.
 */
export async function createServer(description: ServerDescription): Promise<App> {
  const { config, telemetry, presentError } = description
  const safety = await safetyHeaders()
  const app: App = Fastify({
    loggerInstance: description.logger,
    // A hook below writes one line per request, with the route and without the query string.
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
    },
    trustProxy: trustedProxies(config.trustProxy),
    bodyLimit: config.bodyLimitBytes,
    requestTimeout: config.requestTimeoutMs,
    return503OnClosing: false,
    // Ids in paths have up to 200 characters, each up to three bytes of UTF-8, percent-encoded; a schema limits each one.
    routerOptions: { maxParamLength: 2000 },
    frameworkErrors: (error, request, reply) => {
      const answer = presentError(toProblem(error, request), { requestId: request.id, now: new Date() })
      void (reply as FastifyReply)
        .headers(safety)
        .code(answer.status)
        .header('x-request-id', request.id)
        .send(answer.body)
    },
    clientErrorHandler(error, socket) {
      const requestId = randomUUID()
      const status = answerUnreadable(error, socket, {
        present: (problem) => presentError(problem, { requestId, now: new Date() }).body,
        headers: { ...safety, 'x-request-id': requestId },
      })
      if (status !== undefined)
        description.logger.info({ reqId: requestId, status, code: error.code }, 'unreadable')
    },
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.setValidatorCompiler(validatorCompiler())
  // Fastify accepts plain text by default, but every schema here expects an object.
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, jsonBody)
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error, request)
    const answer = presentError(problem, { requestId: request.id, now: new Date() })
    // Overload is not caused by this request: log one short line.
    if (answer.status === 503) request.log.warn({ reason: problem.message }, 'not available')
    else if (answer.status >= 500) request.log.error({ err: problem }, 'request failed')
    // The client may be right and our schema wrong, so the operator should see it.
    else if (isUnstorable(error)) request.log.warn({ err: error }, 'the database refused a value')
    const retryAfter = retryAfterOf(answer)
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
    return reply.code(answer.status).send(answer.body)
  })
  // Hooks with a callback are much cheaper than async ones, and these run on every request.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(safety).header('x-request-id', request.id)
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => done(addressProblem(request)))
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
    done()
  })
  observeRequests(app, telemetry, description.tenantOf ?? (({ principal }) => principal?.subject))
  watchTransfers(app, config)
  lingerOverRefusedUploads(app)

  if (config.rateLimitPerMinute > 0) await limitRequests(app, description)
  const limited = config.rateLimitPerMinute > 0 ? { preHandler: app.rateLimit() } : {}
  const methodsOf = knownMethods(app)
  app.setNotFoundHandler(limited, (request, reply) => {
    const allowed = methodsOf(request.url)
    if (allowed.length > 0) reply.header('allow', allowed.join(', '))
    throw notFound(request.method, request.url, allowed)
  })
  if (config.maxEventLoopDelayMs > 0) {
    const callers = verifiedCallers()
    app.addHook('onResponse', ({ raw, principal }, { statusCode }, done) => {
      if (principal) callers.note(raw.headers, principal)
      else if (statusCode === 401) callers.note(raw.headers, undefined)
      done()
    })
    guardServer(app.server, {
      callerOf: callerBy(callers, trustedProxies(config.trustProxy)),
      present: (problem, requestId) => presentError(problem, { requestId, now: new Date() }),
      headers: safety,
      meter: telemetry.meter,
      waiting: description.waiting,
      onsetMs: config.maxEventLoopDelayMs,
    })
  }
  await app.register(swagger, {
    refResolver: { buildLocalReference: (json, _base, _fragment, i) => String(json.$id ?? `def-${i}`) },
    transform: ({ schema, url, route }) => ({
      schema: { ...schema, response: withRefusals(schema?.response, route.config?.refusals) },
      url,
    }),
    openapi: {
      openapi: '3.1.0',
      info: {
        title: description.openapi.title,
        description: description.openapi.description,
        version: description.version,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      tags: description.openapi.tags,
      ...(description.openapi.security
        ? { components: { securitySchemes: description.openapi.security as never } }
        : {}),
    },
    transformObject: (document) => nameRefusals(nameSchemas(optionalDefaults(document))),
  })
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/docs')) route.config = { ...route.config, public: true }
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    transformStaticCSP: (policy) => policy.replace(/ *upgrade-insecure-requests;?/, ''),
  })

  documentAccess(app, {
    schemes: Object.keys(description.openapi.security ?? {}),
    anonymous: description.openapi.anonymous ?? false,
  })
  healthRoutes(app, description)
  everyRoute(app, description.errorBody)
  return app
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes `/ready` return 503 and asks clients to reconnect elsewhere, while requests are still answered. */
    drain(): void
    /** Aborts when the server begins to close, so that endless answers can end. */
    readonly closing: AbortSignal
  }
  interface FastifyContextConfig {
    /** Whether the route needs no credentials. */
    public?: boolean
  }
}

/** Starts to listen and returns the address. Throws an error with a clear message when the port is taken. */
export async function listen(app: App, config: Pick<ServerConfig, 'host' | 'port'>): Promise<string> {
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Error(
      `Port ${config.port} on ${config.host} is taken by another process. Choose another with --port.`,
      { cause: error },
    )
  }
  const { port } = app.server.address() as AddressInfo
  return `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
}
