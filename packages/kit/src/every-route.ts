import type { FastifyInstance, RouteOptions } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Statuses with which the route may refuse a request, in the envelope of the service. Filled in by `everyRoute`.
     */
    refusals?: readonly number[]
  }
}

/** Name of the error envelope in the OpenAPI document. */
const ERROR_SCHEMA = 'Error'

/** Name and description of every refusal in the OpenAPI document, by status. */
const REFUSALS: Readonly<Record<number, readonly [name: string, description: string]>> = {
  400: ['BadRequest', 'The request is not well formed'],
  401: ['Unauthorized', 'Credentials are missing, wrong or expired'],
  403: ['Forbidden', 'The caller may not do this'],
  404: ['NotFound', 'The resource does not exist'],
  408: ['RequestTimeout', 'The request did not arrive in time'],
  409: ['Conflict', 'The current state does not allow this'],
  413: ['ContentTooLarge', 'The request is too large'],
  415: ['UnsupportedMediaType', 'The Content-Type is not supported by this operation'],
  416: ['RangeNotSatisfiable', 'The content has no such bytes; Content-Range has its size'],
  422: ['UnprocessableContent', 'The request is well formed, but its content is not valid'],
  429: ['TooManyRequests', 'Too many requests; Retry-After says when to try again'],
  431: ['HeadersTooLarge', 'The headers are too large'],
  500: ['InternalError', 'The service failed to process the request'],
  502: ['BadGateway', 'A service that this one depends on answered with an error'],
  503: ['Unavailable', 'Not available right now; Retry-After says when to try again'],
}

const RETRY_LATER = [429, 503]
const RETRY_AFTER = { type: 'integer', minimum: 0, description: 'Seconds after which to try again' }

const methodsOf = (route: Pick<RouteOptions, 'method'>): string[] => [route.method].flat()

const takesBody = (route: RouteOptions) =>
  !methodsOf(route).every((method) => method === 'GET' || method === 'HEAD')

/** Returns every status with which the kit itself may refuse a request to this route. */
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
 * Applies rules to every route declared after this call. Refuses query parameters that a route does not declare, unless
 * its schema has `additionalProperties: true`. Declares every error status that the kit may send; a route adds its own
 * by declaring `errorBody` for them.
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
      // Only `presentError` writes refusals, so they need no serializer.
      response: Object.fromEntries(answers.filter(([, body]) => body !== errorBody)),
    }
  })
}

/**
 * Returns the responses of an operation for the OpenAPI document, with every refusal as a reference to the error
 * envelope.
 */
export function withRefusals(response: unknown, refusals: readonly number[] = []): Schemas {
  const refused = refusals.map((status) => [
    status,
    {
      description: REFUSALS[status]?.[1] ?? 'Refused',
      ...(RETRY_LATER.includes(status) ? { headers: { 'retry-after': RETRY_AFTER } } : {}),
      content: { 'application/json': { schema: { $ref: `${ERROR_SCHEMA}#` } } },
    },
  ])
  return { ...Object.fromEntries(refused), ...(response as Schemas) }
}

interface Described {
  paths?: unknown
  components?: unknown
}

/**
 * Moves every refusal to `components.responses.<Name>` and refers to it from each operation. Refusals with their own
 * description stay in the operation.
 */
export function nameRefusals<Document extends Described>(document: Document): Document {
  const shared: Schemas = {}
  const refer = (status: string, response: unknown) => {
    const [name, description] = REFUSALS[Number(status)] ?? []
    if (name === undefined || (response as { description?: string }).description !== description)
      return response
    shared[name] = response
    return { $ref: `#/components/responses/${name}` }
  }
  const mapValues = (object: object, map: (value: never, key: string) => unknown) =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value as never, key)]))
  const paths = mapValues(document.paths ?? {}, (methods: object) =>
    mapValues(methods, (operation: { responses?: object }) => ({
      ...operation,
      responses: mapValues(operation.responses ?? {}, (response, status) => refer(status, response)),
    })),
  )
  const responses = Object.fromEntries(
    Object.values(REFUSALS).flatMap(([name]) => (name in shared ? [[name, shared[name]]] : [])),
  )
  return { ...document, paths, components: { ...(document.components ?? {}), responses } }
}
