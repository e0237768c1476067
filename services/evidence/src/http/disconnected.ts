import type { FastifyReply } from 'fastify'

/**
 * Aborts when the client disconnects before it has its answer. Fastify's `request.signal` follows the request's stream,
 * which Node closes once the body is read.
 */
export function disconnected({ raw }: FastifyReply): AbortSignal {
  const client = new AbortController()
  const leave = () => {
    if (!raw.writableFinished) client.abort()
  }
  if (raw.closed) leave()
  else raw.once('close', leave)
  return client.signal
}
