import type { FastifyReply } from 'fastify'
import { Refusal } from '../domain/refusal.ts'

/**
 * Returns a signal that aborts when the client has disconnected or has its answer. Fastify's `request.signal` watches
 * the request, which counts as closed as soon as a form has been read. The reason is a refusal, so that abandoned work
 * is not logged as an error.
 */
export function untilGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const leave = () =>
    gone.abort(
      new Refusal('MALFORMED_REQUEST', 'The client has disconnected.', {
        field: 'request',
        issue: 'gone',
        provided: null,
      }),
    )
  if (raw.closed || raw.destroyed) leave()
  else raw.once('close', leave)
  return gone.signal
}
