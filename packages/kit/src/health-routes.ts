import type { FastifyInstance } from 'fastify'
import Type from 'typebox'

/** The answer of `/health` and `/ready`. */
const health = (description: string, status: string) =>
  Type.Object(
    {
      status: Type.String({ description: 'In one word' }),
      version: Type.String({ description: 'Version of the service' }),
      timestamp: Type.Number({ description: 'Seconds since 1970-01-01 UTC' }),
    },
    { description, examples: [{ status, version: '0.1.0', timestamp: 1767225600.25 }] },
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
          503: health('Send requests elsewhere: it is stopping, or its database does not answer', 'draining'),
        },
      },
    },
    async (request, reply) => {
      if (draining) return reply.code(503).send(healthy('draining'))
      try {
        await ready()
        return healthy('ready')
      } catch (error) {
        request.log.warn({ err: error }, 'not ready')
        return reply.code(503).send(healthy('not ready'))
      }
    },
  )
}
