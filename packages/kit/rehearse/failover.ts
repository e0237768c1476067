/**
 * `npm run ha [-- --rate N --organizations N --only kill,cut,pgbouncer,member,both,etcd]`: high availability rehearsed with
 * real parts on network namespaces of this machine. Two PostgreSQL servers under Patroni with three members of etcd, HAProxy
 * and PgBouncer in transaction mode beside two `serve` and two `work` of evidence and audio. Under a constant rate of writes
 * the primary is killed, its network is cut, PgBouncer is restarted, the leader of etcd is killed, or cut off together with
 * the primary, and all of etcd is paused. Every write has an id of its own; at the end the acknowledged ones are compared with
 * the tables.
 *
 * The command makes a namespace and runs itself again inside it (`--tag`). The outer process outlives the inner one and removes
 * everything, however that ended. What an earlier run left behind is removed first.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runOptions } from '../src/testing-options.ts'
import { figure, report } from '../src/testing-report.ts'
import { Cluster, DCS, MACHINES, removeData } from './cluster.ts'
import { compare, type Rehearsed } from './compare-writes.ts'
import { rehearse, SCENARIOS } from './failover-scenarios.ts'
import { startServices } from './failover-services.ts'
import { signIn } from './laboratory.ts'
import { addNamespaces, deadRehearsals, hubOf, joinMachines, removeMachines } from './namespaces.ts'
import { ROOT } from './processes.ts'
import { acknowledgedPerSecond } from './repeated-writes.ts'
import { jobsEnded, prepare, SERVICES, startLoad, type UrlOf, warmUp } from './write-load.ts'

const { values } = runOptions({ options: ['rate', 'organizations', 'only', 'tag'] })
const RATE = Number(values.rate[0] ?? 200)
const CHOSEN = (values.only[0] ?? 'kill,cut,pgbouncer,member,both,etcd').split(',')
/** One organization alone commits fewer: its audit chain is locked until the standby has the commit. */
const ORGANIZATIONS = Number(values.organizations[0] ?? 4)
const RESEARCHERS = Array.from({ length: ORGANIZATIONS }, (_, number) => `researcher-${number}`)
const CLIENTS = 50
/** Each of the two phases of the warm-up, whose writes are not counted. */
const WARM_UP_MS = 10_000
/** Time before anything breaks, in which the rate is measured. */
const CALM_MS = 10_000

const folderOf = (tag: string) => join(tmpdir(), `assay-ha-${tag}`)

/** Runs the rehearsal. Leaves everything that it starts to the outer process. */
async function inHub(tag: string, tree: string): Promise<void> {
  const machines = joinMachines(tag, MACHINES)
  const cluster = new Cluster(tree, machines, tag)
  const files = join(folderOf(tag), 'files')
  mkdirSync(files, { recursive: true })
  try {
    for (const name of DCS) cluster.startDcs(name)
    cluster.startMember('db1')
    cluster.startMember('db2')
    cluster.startProxies()
    const primary = async (): Promise<UrlOf> => {
      const { address } = machines[await cluster.healthy()]
      return (database) => `postgres://postgres@${address}:5432/${database}`
    }
    await prepare(await primary(), files, { researchers: RESEARCHERS })
    const [evidence, audio] = await Promise.all(
      SERVICES.map((service) => startServices(machines, service, files)),
    )
    const tokens = await Promise.all(RESEARCHERS.map((name) => signIn(evidence![0]!, name)))
    console.error(`cluster and services run after ${Math.round(performance.now() / 1000)} s`)
    const target = { evidence: evidence!, tokens, perSecond: RATE, clients: CLIENTS }
    await warmUp(target, WARM_UP_MS)
    const load = await startLoad({ ...target, audio: audio! })
    const startedAt = performance.now()
    await sleep(CALM_MS)
    const calm = acknowledgedPerSecond(load.writes, startedAt, performance.now())
    console.error(`warm after ${Math.round(startedAt / 1000)} s: ${calm.toFixed(1)} writes per second`)
    const rehearsed: Rehearsed[] = []
    for (const name of CHOSEN) rehearsed.push(await rehearse({ cluster, machines, load }, SCENARIOS[name]!))
    await Promise.all([load.writes.stop(), load.jobs.stop()])
    const urlOf = await primary()
    await jobsEnded(urlOf)
    report([
      figure('writes due per second', RATE),
      figure('organizations that write', ORGANIZATIONS),
      figure('writes acknowledged per second before anything broke', calm),
      ...(await compare(urlOf, load, rehearsed)),
    ])
  } catch (error) {
    for (const name of MACHINES) console.error(cluster.lastLines(name))
    throw error
  }
}

async function removeAll(tree: string, tag: string): Promise<void> {
  await removeMachines(tag)
  removeData(tree, tag)
  rmSync(folderOf(tag), { recursive: true, force: true })
}

/** Makes the hub, runs this script inside it and removes everything afterwards. */
async function outside(tree: string): Promise<void> {
  for (const dead of deadRehearsals(basename(import.meta.filename))) {
    console.error(`removing what rehearsal ${dead} left behind`)
    await removeAll(tree, dead)
  }
  const tag = String(process.pid)
  let inner: ReturnType<typeof spawn> | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      process.exitCode = 1
      inner?.kill('SIGKILL')
    })
  try {
    addNamespaces(tag, MACHINES)
    const again = [process.execPath, import.meta.filename, ...process.argv.slice(2), '--tag', tag]
    inner = spawn('ip', ['netns', 'exec', hubOf(tag), ...again], { stdio: 'inherit' })
    const [code] = (await once(inner, 'exit')) as [number | null]
    process.exitCode = code ?? 1
  } finally {
    await removeAll(tree, tag)
  }
}

for (const name of CHOSEN)
  if (!SCENARIOS[name]) {
    console.error(`There is no scenario "${name}". Scenarios: ${Object.keys(SCENARIOS).join(', ')}`)
    process.exit(2)
  }
const tree = execFileSync(join(ROOT, 'tooling/ha-tree.sh'), {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
}).trim()
const [tag] = values.tag
if (tag === undefined) await outside(tree)
else {
  await inHub(tag, tree)
  // Connections and processes of the rehearsal would keep this process alive; the outer one ends them.
  process.exit()
}
