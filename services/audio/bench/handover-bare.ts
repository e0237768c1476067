import pg from 'pg'
import { PgBoss } from 'pg-boss'

export interface Contender {
  /** Takes one job. */
  accept(id: string): Promise<void>
  /** Works off this many waiting jobs; jobs per second. */
  drain(count: number): Promise<number>
  close(): Promise<void>
}

const QUEUE = 'work'

/** What anybody gets from pg-boss with our settings: an entry sent in a transaction, a handler that does nothing. */
export async function bareContender(url: string, concurrency: number): Promise<Contender> {
  const open = async () => {
    const boss = new PgBoss({ connectionString: url, max: 4, useListenNotify: true, schedule: false })
    boss.on('error', (error) => console.error(`pg-boss: ${error.message}`))
    await boss.start()
    return boss
  }
  const sender = await open()
  const policy = { heartbeatSeconds: 10, expireInSeconds: 23 * 3600, retryLimit: 5, notify: true }
  await sender.createQueue(QUEUE, policy)
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  pool.on('error', () => {}) // Its database is dropped under it at the end.
  return {
    async accept(id) {
      const client = await pool.connect()
      try {
        await client.query('BEGIN')
        const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) }
        await sender.send(QUEUE, { jobId: id }, { id, db })
        await client.query('COMMIT')
      } finally {
        client.release()
      }
    },
    async drain(count) {
      const boss = await open()
      let done = 0
      const started = performance.now()
      await new Promise<void>((resolve) => {
        const slot = async () => {
          // Woken for the next job at once, as ours is; on its own it would wait out its polling interval.
          const worker: string = await boss.work(
            QUEUE,
            { batchSize: 1, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 },
            async () => {
              boss.notifyWorker(worker)
              done += 1
              if (done === count) resolve()
            },
          )
        }
        void Promise.all(Array.from({ length: concurrency }, slot))
      })
      const seconds = (performance.now() - started) / 1000
      await boss.stop({ graceful: true, close: true })
      return count / seconds
    },
    async close() {
      await pool.end()
      await sender.stop({ graceful: false, close: true })
    },
  }
}
