/** A worker process: `node worker.ts <DatabaseConfig as JSON> <milliseconds that a job takes>`. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { openDatabase } from '../../src/database.ts'
import { stopInOrder } from '../../src/lifecycle.ts'
import { openQueue } from '../../src/queue.ts'

const [config = '', milliseconds = '0'] = process.argv.slice(2)
const database = await openDatabase(JSON.parse(config), 'worker')
const queue = await openQueue<{ long: { n: number } }>(database, ['long'], { concurrency: 2 })
await queue.work(
  {
    async long({ id, data, attempt }) {
      process.send?.({ kind: 'began', id, n: data.n, attempt, at: Date.now() })
      if (attempt === 0) await sleep(Number(milliseconds))
      await sql`INSERT INTO result (n) VALUES (${data.n}) ON CONFLICT DO NOTHING`.execute(database.db)
      process.send?.({ kind: 'done', id, n: data.n, attempt, at: Date.now() })
    },
  },
  async () => {},
)
stopInOrder({
  logger: pino({ level: 'silent' }),
  stop: async () => {
    await queue.stop()
    await database.close()
  },
})
process.send?.({ kind: 'working' })
