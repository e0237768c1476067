/**
 * `npm run proof -w @assay/audio [-- --jobs N]`: nothing that was accepted is lost, done twice or left lying about while
 * workers, servers and PostgreSQL are killed.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Database, openDatabase } from '@assay/kit/database'
import { runOptions } from '@assay/kit/testing-options'
import { atLeast, atMost, figure, type Row, report } from '@assay/kit/testing-report'
import { sql } from 'kysely'
import type { AudioDatabase } from '../src/adapters/postgres/schema.ts'
import { audioToEnd } from '../test/cli.ts'
import { checkRest, countCompletions, endedOrders, openWork, orphans } from './durability-checks.ts'
import { type Ledger, makeOrders, sendAll } from './durability-clients.ts'
import { type Role, startTeam, type Team } from './durability-team.ts'

const { values } = runOptions({ options: ['jobs', 'seed'] })
const JOBS = Number(values.jobs[0] ?? 1000)
const SEED = Number(values.seed[0] ?? 7)
const CLIENTS = 8
/** Clients wait while more than this is open, so that servers and the database die while orders come in. */
const MAX_OPEN = Math.min(60, JOBS / 6)
const KILLS = Math.max(9, Math.round(JOBS / 25))
/** How long the database is away at least; its recovery comes on top. */
const AWAY_MS = 2000
const SETTLE_WITHIN_MS = 300_000

/** Numerical Recipes' linear congruential generator: the same orders and the same draws in every run. */
function dice(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const name = `proof-${process.pid}`
/** Not the synchronous form: clients must go on asking while the database is away. */
const own = async (command: string) => {
  const script = join(import.meta.dirname, '../../../tooling/postgres-own.sh')
  return (await promisify(execFile)(script, [command, name])).stdout.trim()
}

async function until(look: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  for (const end = performance.now() + withinMs; performance.now() < end; await sleep(250)) {
    if (await look()) return true
  }
  return false
}

/** Decoders of ours that still run, whoever started them. */
const decodersOf = (folder: string): number =>
  readdirSync('/proc').filter((entry) => {
    if (!/^\d+$/.test(entry)) return false
    try {
      const line = readFileSync(`/proc/${entry}/cmdline`, 'utf8')
      return line.startsWith('ff') && line.includes(folder)
    } catch {
      return false // It has just ended.
    }
  }).length

/** How many orders have ended, looked up now and then; while the database is away the last look stands. */
function watchEnded(database: Database<AudioDatabase>) {
  let ended = 0
  const timer = setInterval(() => {
    endedOrders(database).then(
      (count) => {
        ended = count
      },
      () => {},
    )
  }, 200)
  return { ended: () => ended, stop: () => clearInterval(timer) }
}

/** Two workers, then a server, then two workers … */
const ROLES: readonly Role[] = ['work', 'serve', 'work']

/**
 * Kills by progress, not by the clock, so that a slow machine is not killed to a standstill: as many times as planned
 * while the orders end, and half-way the database as well.
 */
async function havoc(
  team: Team,
  random: () => number,
  ended: () => number,
  market: { databaseAway: boolean },
) {
  let restarts = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const due = ((kill + random()) / KILLS) * JOBS * 0.95
    while (ended() < due) await sleep(50)
    while (!team.kill(ROLES[kill % ROLES.length]!, random())) await sleep(50)
    if (restarts === 0 && kill >= KILLS / 2) {
      market.databaseAway = true
      await own('crash')
      await sleep(AWAY_MS)
      await own('start')
      market.databaseAway = false
      restarts += 1
    }
  }
  return restarts
}

async function prove(url: string, folder: string): Promise<Row[]> {
  const files = join(folder, 'files')
  const scratch = join(folder, 'scratch')
  for (const path of [files, scratch]) mkdirSync(path)
  const settings = {
    DATABASE_URL: url,
    STORAGE_DIR: files,
    TMPDIR: scratch,
    // Compiled code is kept for the next start, and is no folder of a job.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    RATE_LIMIT_PER_MINUTE: '0',
    MAX_EVENT_LOOP_DELAY_MS: '0',
    MAX_OPEN_JOBS_PER_CLIENT: '0',
  }
  const migrated = await audioToEnd(['migrate'], settings)
  if (migrated.code !== 0) throw new Error(migrated.output)
  const database: Database<AudioDatabase> = await openDatabase<AudioDatabase>(
    { databaseUrl: url, databasePoolSize: 2, dataDir: folder },
    'proof',
  )
  await countCompletions(database)
  const team = await startTeam(['serve', 'serve', 'work', 'work', 'work'], settings)
  try {
    const started = performance.now()
    const ledger: Ledger = { accepted: [], wrongAnswers: [], resent: 0, unavailable: 0 }
    const random = dice(SEED)
    const progress = watchEnded(database)
    const market = { databaseAway: false }
    // While the database is away nothing ends, but clients do come, and must be told.
    const room = async () => {
      while (!market.databaseAway && ledger.accepted.length - progress.ended() > MAX_OPEN) await sleep(50)
    }
    const [restarts, acceptedAfter] = await Promise.all([
      havoc(team, random, progress.ended, market),
      sendAll(makeOrders(JOBS, random), { urls: team.urls, room, random, clients: CLIENTS }, ledger).then(
        () => (performance.now() - started) / 1000,
      ),
    ])
    progress.stop()
    const settled = await until(async () => {
      const { jobs, entries } = await openWork(database)
      return jobs + entries === 0
    }, SETTLE_WITHIN_MS)
    const seconds = (performance.now() - started) / 1000
    const decoders = decodersOf(folder)
    await team.stop()
    const left = (await orphans(database, files)).length
    const scratchLeft = readdirSync(scratch).length

    // One sweep that regards whatever nothing refers to as abandoned; nobody else is at work now.
    const sweeper = await startTeam(['work'], {
      ...settings,
      ABANDONED_AFTER_MINUTES: '0',
      SWEEP_EVERY_MINUTES: '0.01',
    })
    await until(
      async () => (await orphans(database, files)).length + readdirSync(scratch).length === 0,
      20_000,
    )
    await sweeper.stop()

    const { rows: redelivered } = await sql<{ count: number }>`
      SELECT count(*) FROM job WHERE attempts > 1`.execute(database.db)
    const { rows: dead } = await sql<{ count: number }>`
      SELECT count(*) FROM pgboss.job WHERE name = 'dead-letter'`.execute(database.db)
    for (const deserter of [...team.deserters, ...sweeper.deserters]) console.error(deserter)
    return [
      figure('orders accepted', ledger.accepted.length),
      ...(await checkRest(database, ledger, files)),
      atMost('open jobs and queue entries after the wait', settled ? 0 : 1, 0),
      atMost(
        'processes that ended though nobody killed them',
        team.deserters.length + sweeper.deserters.length,
        0,
      ),
      atMost('decoders left running', decoders, 0),
      atMost('temporary folders left after the sweep', readdirSync(scratch).length, 0),
      atLeast('kill -9 of workers', team.kills.work, 1),
      atLeast('kill -9 of servers', team.kills.serve, 1),
      atLeast('restarts of PostgreSQL in immediate mode', restarts, 1),
      atLeast('requests answered 503 while the database was away', ledger.unavailable, 1),
      // Otherwise no kill hit a job and nothing was proven.
      atLeast('jobs delivered more than once', redelivered[0]?.count ?? 0, 1),
      figure('requests sent again, unanswered', ledger.resent),
      figure('starts that failed while the database was away', team.failedStarts),
      figure('dead letters', dead[0]?.count ?? 0),
      figure('files and folders that the sweep found', left + scratchLeft),
      figure('seconds until all were accepted', acceptedAfter),
      figure('seconds until all had ended', seconds),
    ]
  } finally {
    await team.stop()
    await database.close()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'audio-proof-'))
try {
  report(await prove(await own('create'), folder))
} finally {
  await own('remove')
  rmSync(folder, { recursive: true, force: true })
}
