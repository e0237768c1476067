import type { FastifyReply } from 'fastify'

/**
 * Returns a signal that aborts when the client disconnects before it has its answer. Fastify's `request.signal`
 * cannot be used: it follows the stream of the request, which Node closes when the body is read.
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
