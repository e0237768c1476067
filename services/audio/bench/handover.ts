/**
 * The way of a job through the queue, against bare pg-boss with the same payload, settings and concurrency on the same
 * server, round by round in turn. Accepting: the job's row and its queue entry in one transaction, against the entry alone
 * in one. Hand-over: a backlog of stored files whose work does nothing, with every write that a job's life needs (started,
 * completed, file removed, entry settled), against a handler that does nothing at all.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, readMigrations } from '@assay/kit/migrate'
import { openQueue } from '@assay/kit/queue'
import { freshDatabase } from '@assay/kit/testing'
import { atLeast, figure, type Row } from '@assay/kit/testing-report'
import { folderStore } from '../src/adapters/files/folder-store.ts'
import { postgresJobStore } from '../src/adapters/postgres/job-store.ts'
import type { AudioDatabase } from '../src/adapters/postgres/schema.ts'
import { WORK_TYPES } from '../src/domain/job.ts'
import { jobHandlers } from '../src/jobs/handlers.ts'
import { QUEUE_NAMES, type QueueData } from '../src/operations/ports.ts'
import { runJob, type Works } from '../src/operations/run-job.ts'
import { bareContender, type Contender } from './handover-bare.ts'

interface OurSettings {
  readonly concurrency: number
  /** Jobs of one client at the same time; 0 is no limit. */
  readonly perGroup: number
  readonly clients: number
}

async function ourContender(settings: OurSettings): Promise<Contender> {
  const fresh = await freshDatabase('server')
  const folder = mkdtempSync(join(tmpdir(), 'audio-handover-'))
  const database = await fresh.open<AudioDatabase>()
  await migrate(database, readMigrations(join(import.meta.dirname, '../migrations')))
  const open = () => openQueue<QueueData, AudioDatabase>(database, QUEUE_NAMES, settings)
  const sender = await open()
  const files = folderStore(folder)
  const jobs = postgresJobStore(database, sender)
  let accepted = 0
  return {
    async accept(id) {
      const input = { key: randomUUID(), filename: 'a.wav', sizeBytes: 44, sha256: '0'.repeat(64) }
      const owner = `client-${accepted++ % settings.clients}`
      const { outcome } = await jobs.accept({
        owner,
        works: [{ id, type: 'features', input, options: {} }],
        batchId: null,
        idempotency: null,
        maxOpenJobs: 1_000_000,
      })
      if (outcome !== 'accepted') throw new Error(outcome)
    },
    async drain(count) {
      const queue = await open()
      let done = 0
      let finish: () => void = () => {}
      const all = new Promise<void>((resolve) => {
        finish = resolve
      })
      const nothing = async () => ({ body: { features: {} } })
      const works = Object.fromEntries(WORK_TYPES.map((type) => [type, nothing])) as unknown as Works
      const handlers = jobHandlers(runJob({ jobs, files, works, maxDurationSeconds: 60 }))
      const started = performance.now()
      await queue.work(
        {
          async work(delivery) {
            await handlers.work(delivery)
            done += 1
            if (done === count) finish()
          },
        },
        async () => {
          throw new Error('nothing should die here')
        },
      )
      await all
      const seconds = (performance.now() - started) / 1000
      await queue.stop()
      return count / seconds
    },
    async close() {
      await sender.stop()
      await fresh.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number

const SENDERS = 8

/** Jobs accepted per second by several senders at once. */
async function acceptMany({ accept }: Contender, count: number): Promise<number> {
  const started = performance.now()
  let left = count
  const sender = async () => {
    while (left-- > 0) await accept(randomUUID())
  }
  await Promise.all(Array.from({ length: SENDERS }, sender))
  return (count / (performance.now() - started)) * 1000
}

interface Rates {
  readonly accept: number
  readonly drain: number
}

/** Medians over rounds that alternate between all contenders; the first round of each only warms up. */
async function compare(contenders: readonly Contender[], jobs: number, rounds: number): Promise<Rates[]> {
  const rates = contenders.map(() => ({ accept: [] as number[], drain: [] as number[] }))
  for (let round = -1; round < rounds; round++) {
    const order = contenders.map((_, index) => index)
    for (const index of round % 2 ? order.reverse() : order) {
      const contender = contenders[index]!
      const accept = await acceptMany(contender, jobs)
      const drain = await contender.drain(jobs)
      if (round < 0) continue
      rates[index]!.accept.push(accept)
      rates[index]!.drain.push(drain)
    }
  }
  return rates.map(({ accept, drain }) => ({ accept: median(accept), drain: median(drain) }))
}

/** All rows about the queue; a short run takes fewer jobs and fails only far below the bound. */
export async function benchHandOver({ short }: { short: boolean }): Promise<Row[]> {
  const [jobs, rounds, bound] = short ? [150, 3, 0.35] : [400, 5, 0.7]
  const rows: Row[] = []
  for (const concurrency of short ? [4] : [2, 8]) {
    const server = await freshDatabase('server')
    const ours = await ourContender({ concurrency, perGroup: 0, clients: 20 })
    const limited = await ourContender({ concurrency, perGroup: 2, clients: 20 })
    const bare = await bareContender(server.config.databaseUrl as string, concurrency)
    try {
      const [own, grouped, base] = (await compare([ours, limited, bare], jobs, rounds)) as [
        Rates,
        Rates,
        Rates,
      ]
      const many = `${concurrency} at a time`
      console.log(
        `${many}: accepted ${own.accept.toFixed(0)}/s, bare ${base.accept.toFixed(0)}/s; handed over ${own.drain.toFixed(0)}/s, with two per client ${grouped.drain.toFixed(0)}/s, bare ${base.drain.toFixed(0)}/s`,
      )
      rows.push(
        atLeast(
          `accepting, of bare pg-boss (${SENDERS} senders, before ${many})`,
          own.accept / base.accept,
          bound,
          base.accept,
        ),
        atLeast(`hand-over, of bare pg-boss (${many})`, own.drain / base.drain, bound, base.drain),
        figure(
          `hand-over with at most two per client, of bare pg-boss (${many})`,
          grouped.drain / base.drain,
          base.drain,
        ),
      )
    } finally {
      for (const contender of [ours, limited, bare]) await contender.close()
      await server.remove()
    }
  }
  return rows
}
