import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Problem } from './problem.ts'

/** Client that waits for an answer. */
export interface WaitingClient {
  /** Whether it has disconnected without its answer. */
  hasLeft(): boolean
  /** Calls back when it does. Returns a function that ends the watch. */
  onLeave(callback: () => void): () => void
}

const current = new AsyncLocalStorage<WaitingClient | undefined>()

/** Runs `work` for a client. Everything that it calls and awaits finds the client by `waitingClient`. */
export const forClient = <T>(client: WaitingClient, work: () => T): T => current.run(client, work)

/** Runs `work` to its end even if the client leaves: what must be written whoever waits for it. */
export const withoutClient = <T>(work: () => T): T => current.run(undefined, work)

/** Returns a function that calls back after `ms`, for work of several clients that outlives the request which begins it. */
export const timerWithoutClient =
  (ms: number) =>
  (work: () => void): void =>
    void withoutClient(() => setTimeout(work, ms))

/** Returns the client for whom the current work is done; undefined outside of requests. */
export const waitingClient = (): WaitingClient | undefined => current.getStore()

/** Watches a response, which Node closes early when its client disconnects. Listens once, however many wait. */
function clientOf(response: ServerResponse): WaitingClient {
  const hasLeft = () => response.closed && !response.writableFinished
  const callbacks = new Set<() => void>()
  let listens = false
  return {
    hasLeft,
    onLeave(callback) {
      callbacks.add(callback)
      if (!listens)
        response.once('close', () => {
          if (hasLeft()) for (const call of callbacks) call()
        })
      listens = true
      return () => void callbacks.delete(callback)
    },
  }
}

/** Returns the error that ends work whose client has disconnected. Nobody reads it, and it is not logged as an error of the service. */
export const clientHasLeft = () =>
  new Problem('malformed', 'The client has disconnected.', {
    field: 'request',
    issue: 'gone',
    provided: null,
  })

/**
 * Returns a signal that aborts when the client has disconnected or has its answer: that of HEAD leaves a stream unread.
 * Fastify's `request.signal` cannot be used: it follows the stream of the request, which Node closes when the body is read.
 */
export function untilGone({ raw }: { readonly raw: ServerResponse }): AbortSignal {
  const gone = new AbortController()
  const leave = () => gone.abort(clientHasLeft())
  if (raw.closed || raw.destroyed) leave()
  else raw.once('close', leave)
  return gone.signal
}

/** Lets the work of every request of a server find its client. */
export function followClients(app: Pick<FastifyInstance, 'addHook'>): void {
  // Not earlier: what reads the body ends the context of the hooks before it.
  app.addHook('preValidation', (_request, { raw }, done) => forClient(clientOf(raw), done))
}
