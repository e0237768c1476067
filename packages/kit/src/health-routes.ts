import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { NotReady, type Ready, type Reason } from './readiness.ts'

const state = {
  status: Type.String({ description: 'Current state, one word' }),
  version: Type.String({ description: 'Version of the service' }),
  timestamp: Type.Number({ description: 'Seconds since 1970-01-01 UTC' }),
}
const example = { version: '0.1.0', timestamp: 1767225600.25 }

const HealthyBody = Type.Object(state, {
  description: 'The process answers',
  examples: [{ status: 'healthy', ...example }],
})

const reasons = (description: string) =>
  Type.Array(
    Type.Object({
      field: Type.String({ description: 'Part or setting of the service' }),
      issue: Type.String({ description: 'What is wrong with it' }),
    }),
    { description },
  )

const ReadyBody = Type.Object(
  {
    ...state,
    reasons: Type.Optional(
      reasons(
        'What does not work in any replica. Requests that need it are answered with 503, all others as usual',
      ),
    ),
  },
  { description: 'Send requests here', examples: [{ status: 'ready', ...example }] },
)

const NotReadyBody = Type.Object(
  { ...state, reasons: reasons('All reasons why the service is not ready') },
  {
    description:
      'The service is stopping, or something that it needs does not work. Send requests to another replica',
    examples: [
      {
        status: 'not ready',
        ...example,
        reasons: [{ field: 'database', issue: 'The database is not available right now.' }],
      },
    ],
  },
)

/**
 * Adds `/health` and `/ready`, and the state of stopping. `app.drain()` makes `/ready` return 503. `app.closing` aborts
 * when the server closes, so that endless answers can end.
 */
export function healthRoutes(
  app: FastifyInstance,
  { version, ready }: { readonly version: string; readonly ready: Ready },
): void {
  let draining = false
  app.decorate('drain', () => {
    draining = true
  })
  const closing = new AbortController()
  app.decorate('closing', closing.signal)
  app.addHook('preClose', (done) => {
    closing.abort()
    done()
  })
  // Answers that began before the drain did not have `connection: close`. Close their connections when they become
  // idle; otherwise they would delay the end of the process.
  app.addHook('onResponse', (_request, _reply, done) => {
    if (closing.signal.aborted) setImmediate(() => app.server.closeIdleConnections())
    done()
  })
  // While draining, every answer asks its client to open the next connection elsewhere.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining) reply.header('connection', 'close')
    done(null, payload)
  })
  const open = { public: true, rateLimit: false as const }
  const healthy = (status: string) => ({ status, version: version, timestamp: Date.now() / 1000 })
  const unready = (status: string, reasons: readonly Reason[]) => ({ ...healthy(status), reasons })
  app.get(
    '/health',
    {
      config: open,
      schema: {
        tags: ['operations'],
        operationId: 'health',
        summary: 'Check that the process is alive',
        response: { 200: HealthyBody },
      },
    },
    async () => healthy('healthy'),
  )
  app.get(
    '/ready',
    {
      config: open,
      schema: {
        tags: ['operations'],
        operationId: 'ready',
        summary: 'Check that the service can take requests',
        response: {
          200: ReadyBody,
          503: NotReadyBody,
        },
      },
      // Errors of earlier hooks also get this shape.
      errorHandler: (error, request, reply) => {
        request.log.warn({ err: error }, 'not ready')
        const reasons =
          error instanceof NotReady
            ? error.reasons
            : [{ field: 'service', issue: 'The service cannot take work right now.' }]
        void reply.code(503).send(unready('not ready', reasons))
      },
    },
    async (request, reply) => {
      if (draining) {
        const reasons = [{ field: 'service', issue: 'The process is stopping.' }]
        return reply.code(503).send(unready('draining', reasons))
      }
      const failures = await ready()
      if (failures.length === 0) return healthy('ready')
      for (const { error, reason } of failures)
        request.log.warn({ err: error }, `ready without ${reason.field}`)
      return { ...healthy('ready'), reasons: failures.map(({ reason }) => reason) }
    },
  )
}
