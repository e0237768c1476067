/**
 * `npm run bench:queue [-- --jobs N]`: how many jobs a second the queue accepts and delivers on the server of `DATABASE_URL`.
 * Jobs do nothing, so the figures are those of the queue alone.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { openQueue } from '../src/queue.ts'
import { freshDatabase } from '../src/testing.ts'
import { runOptions } from '../src/testing-options.ts'
import { figure, report } from '../src/testing-report.ts'

const { values } = runOptions({ options: ['jobs'] })
const JOBS = Number(values.jobs[0] ?? 4000)
const SENDERS = 8
const SLOTS = 16

const fresh = await freshDatabase('server')
const database = await fresh.open()
const queue = await openQueue<{ nothing: { n: number } }>(database, ['nothing'], { concurrency: SLOTS })

let sent = 0
const send = async () => {
  while (sent < JOBS) {
    const n = sent++
    await database.db.transaction().execute((trx) => queue.send(trx, 'nothing', { n }))
  }
}
const sendingFrom = performance.now()
await Promise.all(Array.from({ length: SENDERS }, send))
const sendSeconds = (performance.now() - sendingFrom) / 1000

let done = 0
const workingFrom = performance.now()
const handle = async () => {
  done += 1
}
await queue.work({ nothing: handle }, async () => {})
while (done < JOBS) await sleep(10)
const workSeconds = (performance.now() - workingFrom) / 1000

report([
  figure('jobs', JOBS),
  figure(`jobs accepted per second, ${SENDERS} transactions at a time`, JOBS / sendSeconds),
  figure(`jobs delivered per second, one process with ${SLOTS} slots`, JOBS / workSeconds),
])
await queue.stop()
await fresh.remove()
process.exit()
