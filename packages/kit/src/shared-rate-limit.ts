import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { Database } from './database.ts'

/**
 * Rate limit shared by all replicas. Needs the table `request_count`, which a service creates in a migration:
 *
 *   CREATE UNLOGGED TABLE request_count (
 *     client text PRIMARY KEY, requests integer NOT NULL, window_ends_at timestamptz NOT NULL)
 */
export interface SharedRateLimit {
  /** Store for the `rateLimitStore` of a server. */
  readonly store: FastifyRateLimitStoreCtor
  /** Sends the remaining counts and stops. */
  stop(): Promise<void>
}

interface Counter {
  /** Requests of all replicas, as last reported by the database. */
  shared: number
  /** Requests of this replica that are being sent to the database. */
  sending: number
  /** Requests of this replica that have not been sent yet. */
  unsent: number
  /** End of the window, in `performance.now()` time. */
  endsAt: number
}

const SEND_EVERY_MS = 1000
/** Share of the limit after which the count of a client is sent before the interval ends. */
const SEND_AFTER_SHARE = 0.05
/** Maximum number of clients that are counted; above it, the client with the oldest window is dropped. */
const MAX_CLIENTS = 100_000
const REMOVE_EVERY = 60

/** Ordered by client, so that two replicas never deadlock. Only the clock of the database counts. */
const SEND = `
  INSERT INTO request_count AS shared (client, requests, window_ends_at)
  SELECT client, requests, now() + make_interval(secs => ms_left / 1000)
  FROM unnest($1::text[], $2::int[], $3::float8[]) AS counted (client, requests, ms_left)
  ORDER BY client
  ON CONFLICT (client) DO UPDATE SET
    requests = EXCLUDED.requests + CASE WHEN shared.window_ends_at <= now() THEN 0 ELSE shared.requests END,
    window_ends_at =
      CASE WHEN shared.window_ends_at <= now() THEN EXCLUDED.window_ends_at ELSE shared.window_ends_at END
  RETURNING client, requests, extract(epoch FROM window_ends_at - now())::float8 * 1000 AS ms_left`

const REMOVE = `
  DELETE FROM request_count WHERE client IN
    (SELECT client FROM request_count WHERE window_ends_at <= now() FOR UPDATE SKIP LOCKED)`

/**
 * Counts requests for a rate limit over all replicas. Each request is counted in this process, without a round trip.
 * Once per second, or after a twentieth of the limit, the counts are sent to the database in one statement, which
 * returns the counts of all replicas. After all replicas together have reached the limit, each one lets at most a
 * twentieth of the limit pass, plus the requests during one round trip. While the database is unavailable, each replica
 * continues with its own counts.
 */
export function sharedRateLimit<Schema>(
  database: Pick<Database<Schema>, 'aside'>,
  options: {
    /** Called once when the database becomes unreachable, and again only after it was reached in between. */
    readonly onError?: (error: Error) => void
    readonly sendEveryMs?: number
  } = {},
): SharedRateLimit {
  const counters = new Map<string, Counter>()
  let sending: Promise<void> | undefined
  let sendAgain = false
  let away = false
  let stopped = false

  async function sendOnce(): Promise<void> {
    const batch = [...counters].filter(([, counter]) => counter.unsent > 0)
    if (batch.length === 0) return
    const now = performance.now()
    for (const [, counter] of batch) {
      counter.sending = counter.unsent
      counter.unsent = 0
    }
    try {
      const rows = await database.aside(SEND, [
        batch.map(([client]) => client),
        batch.map(([, counter]) => counter.sending),
        batch.map(([, counter]) => Math.max(1, counter.endsAt - now)),
      ])
      const answered = new Map(rows.map((row) => [row.client as string, row]))
      for (const [client, counter] of batch) {
        const row = answered.get(client)
        counter.shared = row?.requests as number
        counter.endsAt = performance.now() + (row?.ms_left as number)
        counter.sending = 0
      }
      away = false
    } catch (error) {
      for (const [, counter] of batch) {
        counter.unsent += counter.sending
        counter.sending = 0
      }
      if (!away) options.onError?.(error as Error)
      away = true
    }
  }

  /** Sends one statement at a time; calls in the meantime share the next one. */
  function send(): Promise<void> {
    if (sending) {
      sendAgain = true
      return sending
    }
    sending = (async () => {
      do {
        sendAgain = false
        await sendOnce()
      } while (sendAgain && !away)
    })().finally(() => {
      sending = undefined
    })
    return sending
  }

  let ticks = 0
  const tick = async () => {
    const now = performance.now()
    for (const [client, counter] of counters)
      if (counter.endsAt <= now && counter.sending === 0) counters.delete(client)
    await send()
    ticks += 1
    if (ticks % REMOVE_EVERY === 0 && !away) await database.aside(REMOVE).catch(() => {}) // The next one will.
  }
  const timer = setInterval(() => void tick(), options.sendEveryMs ?? SEND_EVERY_MS)
  timer.unref()

  function count(client: string, windowMs: number, max: number): { current: number; ttl: number } {
    const now = performance.now()
    let counter = counters.get(client)
    if (counter === undefined || counter.endsAt <= now) {
      if (counters.size >= MAX_CLIENTS) counters.delete(counters.keys().next().value as string)
      counter = { shared: 0, sending: 0, unsent: 0, endsAt: now + windowMs }
      counters.delete(client) // A new window goes to the end.
      counters.set(client, counter)
    }
    counter.unsent += 1
    const current = counter.shared + counter.sending + counter.unsent
    if (counter.unsent >= max * SEND_AFTER_SHARE && current <= max && !away && !stopped) void send()
    return { current, ttl: counter.endsAt - now }
  }

  class Store implements FastifyRateLimitStore {
    readonly #prefix: string

    constructor(_options: object, prefix = '') {
      this.#prefix = prefix
    }

    incr: FastifyRateLimitStore['incr'] = (client, callback, windowMs, max) =>
      callback(null, count(this.#prefix + client, windowMs, max))

    /** A route with its own limit has its own counts. */
    child(route: unknown): FastifyRateLimitStore {
      const { method, url } = (route as { routeInfo: { method?: unknown; url?: string } }).routeInfo
      return new Store({}, `${String(method)} ${url} `)
    }
  }

  return {
    store: Store,
    async stop() {
      stopped = true
      clearInterval(timer)
      await send()
    },
  }
}
