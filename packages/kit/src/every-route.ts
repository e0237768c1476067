import type { FastifyInstance, RouteOptions } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Statuses that the route may refuse a request with, in the envelope of the service; filled in by `everyRoute`. */
    refusals?: readonly number[]
  }
}

/** The name of the error envelope among the schemas of the OpenAPI document. */
const ERROR_SCHEMA = 'Error'

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The request is not well formed',
  401: 'Credentials are missing, wrong or expired',
  403: 'The caller may not do this',
  404: 'There is no such thing',
  409: 'The present state does not allow this',
  413: 'The request is too large',
  415: 'The Content-Type is not one that this address takes',
  422: 'The request was understood and its content is not acceptable',
  408: 'The request did not arrive in time',
  429: 'Too many requests; Retry-After says when to try again',
  431: 'The headers are too large',
  500: 'An error on our side',
  502: 'A service that this one depends on answered with an error',
  503: 'Not available right now; Retry-After says when to try again',
}

const RETRY_LATER = [429, 503]
const RETRY_AFTER = { type: 'integer', minimum: 0, description: 'Seconds after which to try again' }

const methodsOf = (route: Pick<RouteOptions, 'method'>): string[] => [route.method].flat()

const takesBody = (route: RouteOptions) =>
  !methodsOf(route).every((method) => method === 'GET' || method === 'HEAD')

/** Every status with which the kit itself may refuse a request to this route. */
function refusalsOf(route: RouteOptions): number[] {
  return [
    400,
    ...(route.config?.public ? [] : [401, 403]),
    ...(route.url.includes(':') ? [404] : []),
    ...(takesBody(route) ? [408, 413, 415] : []),
    422,
    ...(route.config?.rateLimit === false ? [] : [429]),
    431,
    500,
    503,
  ]
}

type Schemas = Record<string, unknown>

/**
 * What holds for every route that is declared after this call. Query parameters that a route does not declare are
 * refused, unless its schema says `additionalProperties: true`. Every status that can occur is declared, those of the
 * kit by the kit; a route adds its own by naming `errorBody` for them.
 */
export function everyRoute(app: FastifyInstance, errorBody: object): void {
  app.addSchema({ ...errorBody, $id: ERROR_SCHEMA })
  app.addHook('onRoute', (route) => {
    const { querystring = { type: 'object', properties: {} }, response = {}, ...schema } = route.schema ?? {}
    const answers = Object.entries(response as Schemas)
    const own = answers.filter(([, body]) => body === errorBody).map(([status]) => Number(status))
    const refusals = [...new Set([...refusalsOf(route), ...own])].sort((a, b) => a - b)
    route.config = { ...route.config, refusals }
    route.schema = {
      ...schema,
      querystring: { additionalProperties: false, ...(querystring as object) },
      // Refusals are written by `presentError` alone: they need no serializer of their own.
      response: Object.fromEntries(answers.filter(([, body]) => body !== errorBody)),
    }
  })
}

/** The answers of an operation for the OpenAPI document, with every refusal as a reference to the one envelope. */
export function withRefusals(response: unknown, refusals: readonly number[] = []): Schemas {
  const refused = refusals.map((status) => [
    status,
    {
      description: DESCRIPTIONS[status] ?? 'Refused',
      ...(RETRY_LATER.includes(status) ? { headers: { 'retry-after': RETRY_AFTER } } : {}),
      content: { 'application/json': { schema: { $ref: `${ERROR_SCHEMA}#` } } },
    },
  ])
  return { ...Object.fromEntries(refused), ...(response as Schemas) }
}
