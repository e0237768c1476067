/**
 * `npm run ha [-- --rate N --only kill,cut,pgbouncer,etcd]`: high availability rehearsed with real parts on network
 * namespaces of this machine. Two PostgreSQL servers under Patroni with etcd, HAProxy and PgBouncer in transaction mode
 * beside two `serve` and two `work` of evidence and audio. Under a constant rate of writes the primary is killed, its network
 * is cut, PgBouncer is restarted and etcd is paused. Every write has an id of its own; at the end the acknowledged ones are
 * compared with the tables.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { runOptions } from '../src/testing-options.ts'
import { addressOf } from '../src/testing-process.ts'
import { atLeast, atMost, figure, type Row, report } from '../src/testing-report.ts'
import { Cluster, MACHINES, type MachineName, PORTS } from './cluster.ts'
import { formOf } from './form.ts'
import { createResearcher, recording, signIn } from './laboratory.ts'
import { type Machine, makeMachines } from './namespaces.ts'
import { finish, ROOT, start, work } from './processes.ts'
import { outageOf, startWrites, type Write, type Writes } from './repeated-writes.ts'

const { values } = runOptions({ options: ['rate', 'only', 'hub'] })
const RATE = Number(values.rate[0] ?? 200)
const JOBS_PER_SECOND = 1
const SCENARIOS = (values.only[0] ?? 'kill,cut,pgbouncer,etcd').split(',')
/** Writes must succeed again after this time, by issue 18. */
const WITHIN_SECONDS = 30
const SERVICES = ['evidence', 'audio'] as const
const APPS = ['app1', 'app2'] as const

type Machines = Readonly<Record<MachineName, Machine>>

/** Settings of a service beside PgBouncer. */
const settingsOf = (service: string, files: string, host: string): Record<string, string> => ({
  DATABASE_URL: `postgres://postgres@127.0.0.1:${PORTS.pgbouncer}/${service}`,
  DATABASE_DIRECT_URL: `postgres://postgres@127.0.0.1:${PORTS.primary}/${service}`,
  DATABASE_POOL_SIZE: '20',
  MAX_EVENT_LOOP_DELAY_MS: '0',
  HOST: host,
  ...(service === 'evidence'
    ? { DATABASE_CONNECTIONS_PER_ORGANIZATION: '20' }
    : {
        DATABASE_CONNECTIONS_PER_CLIENT: '20',
        ALLOW_ANONYMOUS: 'true',
        STORAGE_DIR: files,
        TAGS: 'false',
        MAX_OPEN_JOBS_PER_CLIENT: '0',
      }),
})

/** Runs statements on the primary, past everything else. */
async function onPrimary(
  address: string,
  database: string,
  text: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ host: address, user: 'postgres', database })
  await client.connect()
  try {
    return (await client.query(text)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

/** Counts how often each job is completed, whoever does it. */
const COUNT_COMPLETIONS = `
  CREATE TABLE completion (id uuid);
  CREATE FUNCTION note_completion() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO completion VALUES (NEW.id); RETURN NULL; END $$;
  CREATE TRIGGER noted AFTER UPDATE ON job FOR EACH ROW
    WHEN (NEW.status = 'completed' AND OLD.status <> 'completed') EXECUTE FUNCTION note_completion()`

async function prepare(address: string, files: string): Promise<void> {
  for (const service of SERVICES) {
    await onPrimary(address, 'postgres', `CREATE DATABASE ${service} TEMPLATE template0`)
    await finish(service, ['migrate'], {
      DATABASE_URL: `postgres://postgres@${address}:5432/${service}`,
      STORAGE_DIR: files,
    })
  }
  await createResearcher(`postgres://postgres@${address}:5432/evidence`)
  await onPrimary(address, 'audio', COUNT_COMPLETIONS)
}

/** Starts `serve` and `work` of a service on both machines. Returns the addresses of the servers. */
async function startServices(machines: Machines, service: string, files: string): Promise<string[]> {
  return Promise.all(
    APPS.map(async (name) => {
      const { address, inside } = machines[name]
      const settings = settingsOf(service, files, address)
      const server = start(service, ['serve', '--port', '0'], settings, { inside })
      await work(service, settings, { inside })
      const { port } = new URL(await addressOf(server))
      return `http://${address}:${port}`
    }),
  )
}

const moleculeOf = (number: number) => `WRITE_${number}`

function startLoad(evidence: readonly string[], audio: readonly string[], token: string, sound: Buffer) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const writes = startWrites(evidence, RATE, (number) => ({
    method: 'POST',
    path: '/v1/fuzzy-evidence/integrate',
    headers,
    body: JSON.stringify({
      molecule_id: moleculeOf(number),
      evidence_list: [{ type: 'spectral_match', value: (number % 100) / 100, source: `write ${number}` }],
    }),
  }))
  const form = formOf(sound)
  const jobs = startWrites(audio, JOBS_PER_SECOND, (number) => ({
    method: 'POST',
    path: '/api/v1/beats',
    headers: { ...form.headers, 'idempotency-key': `job-${number}` },
    body: form.body,
  }))
  return { writes, jobs }
}

interface Rehearsal {
  readonly cluster: Cluster
  readonly machines: Machines
  readonly writes: Writes
}

/** One thing that breaks, and how it is mended afterwards. */
interface Scenario {
  readonly name: string
  /** Breaks it and returns what mends it. */
  breakIt(rehearsal: Rehearsal): Promise<() => Promise<void>>
  /** Time that is watched after the break. */
  readonly watchSeconds: number
}

const ALL: Readonly<Record<string, Scenario>> = {
  kill: {
    name: 'primary killed',
    watchSeconds: 33,
    async breakIt({ cluster }) {
      const primary = await cluster.healthy()
      cluster.crash(primary)
      return async () => cluster.startMember(primary)
    },
  },
  cut: {
    name: 'network of the primary cut',
    watchSeconds: 33,
    async breakIt({ cluster, machines }) {
      const primary = await cluster.healthy()
      machines[primary].setConnected(false)
      return async () => machines[primary].setConnected(true)
    },
  },
  pgbouncer: {
    name: 'PgBouncer of one machine restarted',
    watchSeconds: 8,
    async breakIt({ cluster }) {
      cluster.signal('app1', 'pgbouncer', 'SIGKILL')
      await sleep(1000)
      cluster.startPgBouncer('app1')
      return async () => {}
    },
  },
  etcd: {
    name: 'etcd paused for 30 s',
    watchSeconds: 33,
    async breakIt({ cluster }) {
      cluster.signal('dcs', 'etcd', 'SIGSTOP')
      await sleep(30_000)
      cluster.signal('dcs', 'etcd', 'SIGCONT')
      return async () => {}
    },
  },
}

async function rehearse(rehearsal: Rehearsal, { name, breakIt, watchSeconds }: Scenario): Promise<Row[]> {
  const { cluster, writes } = rehearsal
  const before = await cluster.healthy()
  const brokenAt = performance.now()
  const mend = await breakIt(rehearsal)
  while (performance.now() < brokenAt + watchSeconds * 1000) await sleep(100)
  const { seconds, silence, refused } = outageOf(writes.all, brokenAt, performance.now())
  await mend()
  const after = await cluster.healthy()
  console.error(`${name}: ${seconds.toFixed(1)} s, ${before} then ${after}`)
  return [
    atMost(`${name}: seconds until every new write is acknowledged`, seconds, WITHIN_SECONDS),
    figure(`${name}: longest silence, s`, silence),
    figure(`${name}: writes refused at first, acknowledged later`, refused),
    figure(`${name}: primary before and after`, `${before}, ${after}`),
  ]
}

/** Compares the acknowledged writes with the tables. */
async function compare(address: string, writes: readonly Write[], jobs: readonly Write[]): Promise<Row[]> {
  const kept = await onPrimary(
    address,
    'evidence',
    "SELECT molecule_id AS id, count(*)::int AS items FROM evidence WHERE molecule_id LIKE 'WRITE!_%' ESCAPE '!' GROUP BY 1",
  )
  const items = new Map(kept.map(({ id, items }) => [id as string, items as number]))
  const acknowledged = writes.filter(({ acknowledgedAt }) => acknowledgedAt !== undefined)
  const accepted = jobs
    .filter(({ acknowledgedAt }) => acknowledgedAt !== undefined)
    .map(({ text }) => (JSON.parse(text) as { job_id: string }).job_id)
  const rows = await onPrimary(
    address,
    'audio',
    "SELECT id::text, status, (SELECT count(*)::int FROM completion WHERE completion.id = job.id) AS times FROM job WHERE type = 'beats'",
  )
  const completed = new Map(rows.map(({ id, times }) => [id as string, times as number]))
  return [
    figure('writes sent', writes.length),
    atMost('writes never acknowledged', writes.length - acknowledged.length, 0),
    atMost(
      'acknowledged writes lost',
      acknowledged.filter(({ number }) => !items.has(moleculeOf(number))).length,
      0,
    ),
    atMost('writes done twice', [...items.values()].filter((count) => count > 1).length, 0),
    atLeast('jobs accepted', accepted.length, 1),
    atMost('accepted jobs lost or not completed', accepted.filter((id) => !completed.get(id)).length, 0),
    atMost(
      'jobs done twice, or accepted twice',
      [...completed.values()].filter((times) => times > 1).length + rows.length - new Set(accepted).size,
      0,
    ),
  ]
}

async function jobsEnded(address: string): Promise<void> {
  for (const limit = performance.now() + 90_000; performance.now() < limit; await sleep(500)) {
    const open = "SELECT FROM job WHERE status IN ('pending', 'processing') LIMIT 1"
    if ((await onPrimary(address, 'audio', open)).length === 0) return
  }
}

async function inHub(hub: string): Promise<void> {
  const tag = hub.replace(/^assay-(.+)-hub$/, '$1')
  const tree = execFileSync(join(ROOT, 'tooling/ha-tree.sh'), { encoding: 'utf8' }).trim()
  const folder = mkdtempSync(join(tmpdir(), 'assay-ha-'))
  const machines = makeMachines(tag, hub, MACHINES)
  const cluster = new Cluster(tree, machines.of, tag)
  try {
    const files = join(folder, 'files')
    cluster.startDcs()
    cluster.startMember('db1')
    cluster.startMember('db2')
    cluster.startProxies()
    const primary = await cluster.healthy()
    await prepare(machines.of[primary].address, files)
    const [evidence, audio] = await Promise.all(
      SERVICES.map((service) => startServices(machines.of, service, files)),
    )
    const token = await signIn(evidence![0]!)
    const sound = Buffer.from(await recording(1, 2).arrayBuffer())
    const { writes, jobs } = startLoad(evidence!, audio!, token, sound)
    await sleep(5000)
    const rehearsal = { cluster, machines: machines.of, writes }
    const rows: Row[] = []
    for (const name of SCENARIOS) rows.push(...(await rehearse(rehearsal, ALL[name]!)))
    await Promise.all([writes.stop(60_000), jobs.stop(60_000)])
    const { address } = machines.of[await cluster.healthy()]
    await jobsEnded(address)
    report([figure('writes per second', RATE), ...rows, ...(await compare(address, writes.all, jobs.all))])
  } catch (error) {
    for (const name of MACHINES) console.error(cluster.lastLines(name))
    throw error
  } finally {
    cluster.remove()
    machines.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

const [hub] = values.hub
if (hub !== undefined) await inHub(hub)
else {
  execFileSync(join(ROOT, 'tooling/ha-tree.sh'), { stdio: ['ignore', 'ignore', 'inherit'] })
  const own = `assay-${process.pid}-hub`
  execFileSync('ip', ['netns', 'add', own])
  try {
    const again = [process.execPath, import.meta.filename, ...process.argv.slice(2), '--hub', own]
    process.exitCode = spawnSync('ip', ['netns', 'exec', own, ...again], { stdio: 'inherit' }).status ?? 1
  } finally {
    execFileSync('ip', ['netns', 'delete', own])
  }
}
