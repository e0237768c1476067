import type { FastifyReply } from 'fastify'
import { Refusal } from '../domain/refusal.ts'

/**
 * Aborts when nobody waits for the answer any more: the client has gone, or has its answer. Fastify's own
 * `request.signal` watches the request, which counts as closed as soon as a form has been read to its end.
 * The reason is a refusal: work that is given up for want of a client is no fault of ours to be logged as one.
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
