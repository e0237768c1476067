/**
 * `npm run rehearse:upgrade`: the rolling upgrade of docs/operations/upgrade.md from the previous release to this checkout,
 * and back. Old and new servers of evidence and audio share one database under load while it is migrated; no request may
 * fail. At last a step that only newer versions understand is planted, and the old version must refuse to start.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runOptions } from '../src/testing-options.ts'
import { atLeast, atMost, countRow, figure, type Row, report } from '../src/testing-report.ts'
import { type Answered, type Load, type Shot, startLoad } from './balanced-load.ts'
import { formOf } from './form.ts'
import { addTracks, ask, createResearcher, evidenceAbout, recording, signIn } from './laboratory.ts'
import { checkOut, previousRelease } from './previous-release.ts'
import {
  createServer,
  end,
  finish,
  type OwnServer,
  type RunningServer,
  serve,
  stopAll,
  work,
} from './processes.ts'

const { values } = runOptions({ options: ['seconds', 'rate'] })
/** Time under load in each phase. */
const PHASE_MS = 1000 * Number(values.seconds[0] ?? 5)
const RATE = Number(values.rate[0] ?? 30)
const SERVICES = ['evidence', 'audio'] as const
type Service = (typeof SERVICES)[number]

const json = { 'content-type': 'application/json' }

/** Writes and reads of evidence in turn. */
const evidenceShots =
  (token: string) =>
  (number: number): Shot => {
    const headers = { ...json, authorization: `Bearer ${token}` }
    const about = evidenceAbout(1000 + (number >> 1))
    return number % 2 === 0
      ? { method: 'POST', path: '/v1/fuzzy-evidence/integrate', headers, body: JSON.stringify(about) }
      : { method: 'GET', path: '/v1/molecules?limit=5', headers }
  }

/** Searches, lists and, every tenth time, a job. */
const audioShots =
  (file: Buffer) =>
  (number: number): Shot => {
    if (number % 10 === 0) return { method: 'POST', path: '/api/v1/beats', ...formOf(file) }
    if (number % 2 === 0) return { method: 'GET', path: '/api/v1/tracks?limit=5' }
    const body = JSON.stringify({ query: 'dark and driving', top_k: 5 })
    return { method: 'POST', path: '/api/v1/semantic/search', headers: json, body }
  }

const settingsOf = (server: OwnServer, folder: string, service: Service): Record<string, string> => ({
  DATABASE_URL: server.urlOf(service),
  DATABASE_POOL_SIZE: '6',
  MAX_EVENT_LOOP_DELAY_MS: '0',
  ...(service === 'audio' ? { STORAGE_DIR: join(folder, 'files'), TAGS: 'false' } : {}),
})

/** Takes servers out of a load and stops them, as a roll-out does. */
async function retire(load: Load, servers: readonly RunningServer[]): Promise<void> {
  await stopAll(servers.map(({ process }) => process))
  for (const { url } of servers) load.servers.delete(url)
}

/** What one load on one service saw. */
interface Outcome {
  readonly service: Service
  readonly answers: readonly Answered[]
  readonly migrateSeconds: number
}

/** Old servers, migration under load, both, new ones, and back again. */
async function roll(server: OwnServer, folder: string, old: string, service: Service): Promise<Outcome> {
  const settings = settingsOf(server, folder, service)
  const before = { root: old }
  const oldServers = [await serve(service, settings, before), await serve(service, settings, before)]
  const oldWorker = await work(service, settings, before)
  const { url } = oldServers[0] as RunningServer
  const shots =
    service === 'evidence'
      ? evidenceShots(await signIn(url))
      : audioShots(Buffer.from(await recording(1).arrayBuffer()))
  if (service === 'audio') await addTracks(url, 3)
  const load = startLoad(
    oldServers.map((each) => each.url),
    service === 'evidence' ? RATE : RATE / 2,
    shots,
  )
  await sleep(PHASE_MS)
  const migrating = performance.now()
  // Two jobs of the new version, and one of the old that was started by mistake.
  await Promise.all([
    finish(service, ['migrate'], settings),
    finish(service, ['migrate'], settings),
    finish(service, ['migrate'], settings, before),
  ])
  const migrateSeconds = (performance.now() - migrating) / 1000
  const newServers = [await serve(service, settings), await serve(service, settings)]
  const newWorker = await work(service, settings)
  for (const each of newServers) load.servers.add(each.url)
  await sleep(PHASE_MS)
  await retire(load, oldServers)
  await stopAll([oldWorker])
  await sleep(PHASE_MS)

  // The roll-back: the old version starts on the migrated database.
  const again = [await serve(service, settings, before), await serve(service, settings, before)]
  const againWorker = await work(service, settings, before)
  for (const each of again) load.servers.add(each.url)
  await sleep(1000)
  await retire(load, newServers)
  await stopAll([newWorker])
  await sleep(PHASE_MS)
  const answers = await load.stop()
  if (service === 'audio') await jobsEnded(again[0]!.url, answers)
  await stopAll([...again.map(({ process }) => process), againWorker])
  return { service, answers, migrateSeconds }
}

const jobsOf = (answers: readonly Answered[]) =>
  answers
    .filter(({ status }) => status === 202)
    .map(({ text }) => (JSON.parse(text) as { job_id: string }).job_id)

/** Waits until every accepted job has been completed. */
async function jobsEnded(url: string, answers: readonly Answered[]): Promise<void> {
  for (const id of jobsOf(answers)) {
    for (const limit = performance.now() + 120_000; ; await sleep(100)) {
      const { status } = await ask<{ status: string }>(`${url}/api/v1/jobs/${id}`)
      if (status === 'completed') break
      if (status === 'failed' || performance.now() > limit) throw new Error(`Job ${id} is ${status}.`)
    }
  }
}

const psql = (server: OwnServer, database: string, text: string) =>
  server.run(['psql', '-XAtqd', database, '-c', text]).toString().trim()

function rowsOf(server: OwnServer, { service, answers, migrateSeconds }: Outcome): Row[] {
  const failed = answers.filter(({ status }) => status < 200 || status > 299)
  for (const { status, text } of failed.slice(0, 3))
    console.error(`${service}: ${status} ${text.slice(0, 300)}`)
  const slowest = Math.max(...answers.map(({ dueAt, answeredAt }) => answeredAt - dueAt))
  const kept =
    service === 'evidence'
      ? ([
          'acknowledged assessments in the database',
          answers.filter(({ number, status }) => number % 2 === 0 && status === 200).length,
          Number(psql(server, 'evidence', 'SELECT count(*) FROM assessment')),
        ] as const)
      : ([
          'accepted jobs completed',
          jobsOf(answers).length,
          Number(
            psql(server, 'audio', "SELECT count(*) FROM job WHERE type = 'beats' AND status = 'completed'"),
          ),
        ] as const)
  return [
    atMost(`${service}: failed requests`, failed.length, 0),
    atLeast(`${service}: requests while old, both, new and again old versions served`, answers.length, 100),
    countRow(`${service}: ${kept[0]}`, kept[2], kept[1]),
    figure(`${service}: migration of three processes at once under load, s`, migrateSeconds),
    figure(`${service}: slowest answer, ms`, slowest),
  ]
}

/** Both versions migrate an empty database at once. */
async function migrateTogether(
  server: OwnServer,
  folder: string,
  old: string,
  service: Service,
): Promise<Row> {
  const name = `${service}_empty`
  server.run(['createdb', '--template', 'template0', name])
  const settings = { ...settingsOf(server, folder, service), DATABASE_URL: server.urlOf(name) }
  const ends = await Promise.all([
    end(service, ['migrate'], settings, { root: old }),
    end(service, ['migrate'], settings),
    end(service, ['migrate'], settings, { root: old }),
    end(service, ['migrate'], settings),
  ])
  for (const { code, output } of ends) if (code !== 0) console.error(output)
  return countRow(
    `${service}: two versions migrate an empty database at once`,
    ends.filter(({ code }) => code === 0).length,
    4,
  )
}

/** Plants a contract step of the next minor version and starts the old one. */
async function refusal(
  server: OwnServer,
  folder: string,
  { root, version }: { root: string; version: string },
  service: Service,
): Promise<Row> {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const needed = `${major}.${minor + 1}.0`
  psql(
    server,
    service,
    `INSERT INTO schema_migration (name, checksum, oldest_version) VALUES ('9999-contract.sql', 'planted', '${needed}')`,
  )
  const { code, output } = await end(service, ['serve', '--port', '0'], settingsOf(server, folder, service), {
    root,
  })
  const sentence = new RegExp(`needs version ${needed} or newer, and this is ${version}`)
  const ok = code !== 0 && sentence.test(output)
  if (!ok) console.error(output.slice(-1000))
  return countRow(`${service}: older version refuses to start, with a sentence`, ok ? 1 : 0, 1)
}

const folder = mkdtempSync(join(tmpdir(), 'assay-upgrade-'))
const server = createServer(`upgrade-${process.pid}`)
try {
  const release = previousRelease()
  const root = join(folder, 'previous')
  checkOut(release, root)
  const rows: Row[] = [figure('previous release', `${release.version}, ${release.commit.slice(0, 10)}`)]
  for (const service of SERVICES) {
    server.run(['createdb', '--template', 'template0', service])
    await finish(service, ['migrate'], settingsOf(server, folder, service), { root })
    if (service === 'evidence') await createResearcher(server.urlOf('evidence'), root)
    const applied = () => Number(psql(server, service, 'SELECT count(*) FROM schema_migration'))
    const before = applied()
    rows.push(...rowsOf(server, await roll(server, folder, root, service)))
    rows.push(figure(`${service}: migrations applied by the upgrade`, applied() - before))
    rows.push(await migrateTogether(server, folder, root, service))
    rows.push(await refusal(server, folder, { root, version: release.version }, service))
  }
  report(rows)
} finally {
  server.remove()
  rmSync(folder, { recursive: true, force: true })
}
