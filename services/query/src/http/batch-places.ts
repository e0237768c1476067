import { Problem } from '@assay/kit/problem'

/** Retry-After of a refused batch: nobody can tell how long the others take. */
const RETRY_AFTER_SECONDS = 10

export interface BatchLimits {
  /** Batches at once of one client, and of all clients together. */
  readonly perClient: number
  readonly total: number
  /** How long a batch waits for a place before it is refused; as many wait as may run. */
  readonly waitMs: number
}

interface Waiting {
  readonly client: string
  admit(): void
}

/** Places for batches. `take` resolves to a function that gives the place back; it must be called once the batch is over. */
export function batchPlaces({ perClient, total, waitMs }: BatchLimits) {
  const running = new Map<string, number>()
  const waiting = new Set<Waiting>()
  let taken = 0

  const runningOf = (client: string) => running.get(client) ?? 0
  const isFree = (client: string) => taken < total && runningOf(client) < perClient
  const refusal = (client: string) =>
    runningOf(client) >= perClient
      ? new Problem(
          'rate-limited',
          `${perClient} of your batches are being computed. Send the next one when one of them is done.`,
          { field: 'request', issue: 'too_many_batches', provided: runningOf(client) + 1 },
          { retryAfterSeconds: RETRY_AFTER_SECONDS },
        )
      : new Problem(
          'overloaded',
          `${total} batches are being computed. Try again shortly.`,
          { field: 'request', issue: 'too_many_batches', provided: total + 1 },
          { retryAfterSeconds: RETRY_AFTER_SECONDS },
        )

  function occupy(client: string): () => void {
    taken++
    running.set(client, runningOf(client) + 1)
    return () => {
      taken--
      const left = runningOf(client) - 1
      if (left > 0) running.set(client, left)
      else running.delete(client)
      // The longest-waiting one that may run: a client at its limit does not hold up the others.
      for (const next of waiting)
        if (isFree(next.client)) {
          next.admit()
          return
        }
    }
  }

  /** `gone` aborts when nobody waits for the answer any more. */
  function take(client: string, gone: AbortSignal): Promise<() => void> {
    if (isFree(client)) return Promise.resolve(occupy(client))
    const waits = [...waiting].filter((other) => other.client === client).length
    if (waitMs === 0 || waits >= perClient || waiting.size >= total) return Promise.reject(refusal(client))
    return new Promise((resolve, reject) => {
      const leave = (error: unknown) => {
        over()
        reject(error)
      }
      const timer = setTimeout(() => leave(refusal(client)), waitMs)
      const disconnected = () => leave(gone.reason)
      const entry: Waiting = {
        client,
        admit() {
          over()
          resolve(occupy(client))
        },
      }
      const over = () => {
        clearTimeout(timer)
        gone.removeEventListener('abort', disconnected)
        waiting.delete(entry)
      }
      gone.addEventListener('abort', disconnected)
      waiting.add(entry)
      if (gone.aborted) disconnected()
    })
  }

  return { take }
}
