import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@assay/kit/database'
import { freshDatabase, hasServer, type TestDatabase } from '@assay/kit/testing'
import { addressOf, type RunningProcess, slowdown, stopProcess } from '@assay/kit/testing-process'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AudioClient, createAudioClient, upload } from '../../client/client.ts'
import type { AudioDatabase } from '../../src/adapters/postgres/schema.ts'
import { audio } from '../cli.ts'
import { tone } from '../tone.ts'

let fresh: TestDatabase
let database: Database<AudioDatabase>
let server: RunningProcess
let client: AudioClient
let folder: string
const workers = new Set<RunningProcess>()

const settings = () => ({
  DATABASE_URL: fresh.config.databaseUrl as string,
  STORAGE_DIR: join(folder, 'files'),
  RATE_LIMIT_PER_MINUTE: '0',
  MAX_EVENT_LOOP_DELAY_MS: '0',
})

async function startWorker(): Promise<RunningProcess> {
  const worker = audio(['work', '--production'], settings())
  workers.add(worker)
  await worker.wrote(/"working"/)
  return worker
}

async function kill(worker: RunningProcess): Promise<void> {
  workers.delete(worker)
  worker.signal('SIGKILL')
  await worker.ended
}

async function enqueue(file: Blob): Promise<string> {
  const { data, response } = await client.POST('/api/v1/features', upload({ file, async: true }))
  expect(response.status).toBe(202)
  return (data as { job_id: string }).job_id
}

async function until<T>(look: () => Promise<T | undefined>, withinMs: number, what: string): Promise<T> {
  for (const end = performance.now() + withinMs; performance.now() < end; await sleep(50)) {
    const found = await look()
    if (found !== undefined) return found
  }
  throw new Error(`not within ${withinMs} ms: ${what}`)
}

const queued = async () =>
  (
    await sql<{ id: string; state: string; retryCount: number }>`
      SELECT id, state::text, retry_count AS "retryCount" FROM pgboss.job WHERE state < 'completed'`.execute(
      database.db,
    )
  ).rows
const queueIsEmpty = () =>
  until(async () => ((await queued()).length === 0 ? true : undefined), 200_000, 'the queue is empty')
const stored = () => readdirSync(join(folder, 'files')).filter((name) => !name.startsWith('.'))

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'audio-kill-'))
  fresh = await freshDatabase('server')
  server = audio(['serve', '--port', '0', '--production'], settings())
  client = createAudioClient({ baseUrl: await addressOf(server) })
  database = await fresh.open<AudioDatabase>()
  // Every write that completes a job leaves a line, whoever makes it: a second one cannot hide.
  await database.inTransaction((run) =>
    run(`
      CREATE TABLE completion (job_id uuid NOT NULL);
      CREATE FUNCTION note_completion() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO completion VALUES (NEW.id); RETURN NEW; END $$;
      CREATE TRIGGER note_completion AFTER UPDATE ON job FOR EACH ROW
        WHEN (NEW.status = 'completed') EXECUTE FUNCTION note_completion();`),
  )
})

afterAll(async () => {
  await Promise.all([...workers, ...(server ? [server] : [])].map((running) => stopProcess(running)))
  await fresh?.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** Long enough to be hit in the middle: its progress is stored once a second. */
const SECONDS = 2400

/** Whether a decoder runs below this process (Linux). */
const hasChild = ({ pid }: RunningProcess) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim() !== ''

test.runIf(hasServer)('kill -9 of a worker in mid-job: another takes it over within 30 s', async () => {
  const team = [await startWorker(), await startWorker()]
  const id = await enqueue(tone(SECONDS))
  const job = async () => (await client.GET('/api/v1/jobs/{id}', { params: { path: { id } } })).data
  await until(
    async () => ((await job())?.stage === 'decoding' ? true : undefined),
    200_000,
    'the job is half done',
  )
  const busy = team.find(hasChild)
  if (!busy) throw new Error('no worker has a decoder running')
  await kill(busy)
  const killed = performance.now()
  await until(
    async () => (await queued()).find((entry) => entry.retryCount > 0 && entry.state === 'active'),
    150_000,
    'another worker takes the job over',
  )
  const takenOverAfter = (performance.now() - killed) / 1000
  const done = await until(
    async () => {
      const now = await job()
      return now?.status === 'completed' ? now : undefined
    },
    300_000,
    'the job is completed',
  )
  const completedAfter = (performance.now() - killed) / 1000
  console.log(
    `kill -9 in mid-job: taken over after ${takenOverAfter.toFixed(1)} s, completed after ${completedAfter.toFixed(1)} s`,
  )
  expect(takenOverAfter).toBeLessThan(30 * slowdown())
  expect((done.results as { features: { duration: number } }).features.duration).toBeCloseTo(SECONDS, 1)
  await queueIsEmpty()
  expect(stored()).toEqual([])
  for (const worker of workers) expect((await stopProcess(worker)).code).toBe(0)
  workers.clear()
})

/** Numerical Recipes' linear congruential generator: the same kills in every run. */
function dice(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const JOBS = 500
const KILLS = 12

test.runIf(hasServer)(
  '500 short jobs on three workers with random kills: all completed, none lost, none stored twice',
  async () => {
    await sql`TRUNCATE completion`.execute(database.db)
    const team: RunningProcess[] = await Promise.all([startWorker(), startWorker(), startWorker()])
    const started = performance.now()
    const random = dice(7)
    const file = tone(0.5)
    const ids: string[] = []
    const sender = async () => {
      while (ids.length < JOBS) {
        const place = ids.push('') - 1
        ids[place] = await enqueue(file)
      }
    }
    const killer = async () => {
      for (let kills = 0; kills < KILLS; kills++) {
        await sleep(500 + 2000 * random())
        const index = Math.floor(random() * team.length)
        await kill(team[index]!)
        team[index] = await startWorker() // as a supervisor would
      }
    }
    await Promise.all([sender(), sender(), sender(), sender(), killer()])
    const open = () =>
      database.db
        .selectFrom('job')
        .select('id')
        .where('status', 'in', ['pending', 'processing'])
        .limit(1)
        .executeTakeFirst()
    await until(async () => ((await open()) === undefined ? true : undefined), 400_000, 'no job is open')
    await queueIsEmpty()
    const seconds = (performance.now() - started) / 1000

    const rows = await database.db.selectFrom('job').select(['id', 'status']).where('id', 'in', ids).execute()
    expect(new Set(rows.map(({ id }) => id)).size).toBe(JOBS)
    expect(rows.filter(({ status }) => status !== 'completed')).toEqual([])
    const { rows: completions } = await sql<{ job_id: string }>`SELECT job_id FROM completion`.execute(
      database.db,
    )
    expect(completions.map(({ job_id }) => job_id).sort()).toEqual([...ids].sort())
    expect(stored()).toEqual([])
    const { rows: retried } = await sql<{ count: number }>`
    SELECT count(*) FROM pgboss.job WHERE retry_count > 0`.execute(database.db)
    const redelivered = retried[0]?.count ?? 0
    console.log(
      `${JOBS} jobs, 3 workers, ${KILLS} kills: all completed once in ${seconds.toFixed(0)} s, ${redelivered} redelivered`,
    )
    expect(redelivered).toBeGreaterThan(0) // Otherwise no kill hit a job and nothing was proven.
  },
  550_000,
)
