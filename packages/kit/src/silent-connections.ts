import type { Socket } from 'node:net'
import type pg from 'pg'

/** Time after the server's limit for a statement in which its answer may still arrive. */
const ANSWER_MS = 5000

const streamOf = (client: pg.PoolClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/**
 * Ends connections of a pool on which nothing has arrived or left for longer than a statement may take: a network that
 * loses everything would otherwise hold a request until the operating system gives up, after a quarter of an hour. The
 * pool closes idle connections sooner. A limit of 0 ends none. `allow` lifts it for a client and `end` sets it again.
 */
export function endSilentConnections(
  pool: pg.Pool,
  statementMs: number,
): { allow(client: pg.PoolClient): void; end(client: pg.PoolClient): void } {
  const limitMs = statementMs === 0 ? 0 : statementMs + Math.min(statementMs, ANSWER_MS)
  pool.on('connect', (client) => {
    const stream = streamOf(client)
    stream.setTimeout(limitMs)
    stream.on('timeout', () => {
      const { bytesRead } = stream
      // After a stall of this process the answer may be here and not read yet.
      setImmediate(() => {
        if (stream.bytesRead !== bytesRead) return
        const error = new Error('Connection terminated: the server is silent')
        stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
      })
    })
  })
  return {
    allow: (client) => streamOf(client).setTimeout(0),
    end: (client) => streamOf(client).setTimeout(limitMs),
  }
}
