import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { NotReady, type Reason } from './readiness.ts'

const state = {
  status: Type.String({ description: 'In one word' }),
  version: Type.String({ description: 'Version of the service' }),
  timestamp: Type.Number({ description: 'Seconds since 1970-01-01 UTC' }),
}
const example = { version: '0.1.0', timestamp: 1767225600.25 }

/** The answer of `/health`, and of `/ready` when it is. */
const health = (description: string, status: string) =>
  Type.Object(state, { description, examples: [{ status, ...example }] })

const NotReadyBody = Type.Object(
  {
    ...state,
    reasons: Type.Array(
      Type.Object({
        field: Type.String({ description: 'Part or setting of the service' }),
        issue: Type.String({ description: 'What is wrong with it' }),
      }),
      { description: 'Everything that stands in the way' },
    ),
  },
  {
    description: 'Send requests elsewhere: it is stopping, or something that it needs does not work',
    examples: [
      {
        status: 'not ready',
        ...example,
        reasons: [{ field: 'database', issue: 'The database does not answer.' }],
      },
    ],
  },
)

/**
 * How the server comes to its end, and the routes that tell its state: `/health` and `/ready`. `app.drain()` turns `/ready`
 * to 503, `app.closing` ends what has no end of its own.
 */
export function healthRoutes(
  app: FastifyInstance,
  { version, ready }: { readonly version: string; readonly ready: () => Promise<unknown> },
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
  // An answer that began before the drain could not tell its client to go elsewhere: its connection is closed as it falls
  // idle, or it would hold up the end of the process.
  app.addHook('onResponse', (_request, _reply, done) => {
    if (closing.signal.aborted) setImmediate(() => app.server.closeIdleConnections())
    done()
  })
  // While draining, every answer tells its client to open the next connection elsewhere.
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
        summary: 'Is the process alive?',
        response: { 200: health('The process answers', 'healthy') },
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
        summary: 'Can it take work now?',
        response: {
          200: health('Send requests here', 'ready'),
          503: NotReadyBody,
        },
      },
      // Also what a hook before the handler refuses, such as shedding, is told in this shape.
      errorHandler: (error, request, reply) => {
        request.log.warn({ err: error }, 'not ready')
        const reasons =
          error instanceof NotReady
            ? error.reasons
            : [{ field: 'service', issue: 'The service cannot take work right now.' }]
        void reply.code(503).send(unready('not ready', reasons))
      },
    },
    async (_request, reply) => {
      if (draining) {
        const reasons = [{ field: 'service', issue: 'The process is stopping.' }]
        return reply.code(503).send(unready('draining', reasons))
      }
      await ready()
      return healthy('ready')
    },
  )
}
