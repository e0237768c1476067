import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

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

/** Lets the work of every request of a server find its client. */
export function followClients(app: Pick<FastifyInstance, 'addHook'>): void {
  // Not earlier: what reads the body ends the context of the hooks before it.
  app.addHook('preValidation', (_request, { raw }, done) => forClient(clientOf(raw), done))
}
