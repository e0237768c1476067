/**
 * `npm run smoke-image [service…]`: builds the image of each service and starts it as an operator would: from its own root
 * file system, read-only, as its unprivileged user without any capability, by an OCI runtime (runc). One request that needs
 * what is inside is answered; SIGTERM ends it. Prints what an image weighs. With `--twice` it is built again and compared.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from './copy-tree.ts'
import { buildImage } from './image.ts'
import { packable } from './pack.ts'

/** Largest size in MB, unpacked; Node alone has 127. */
const LARGEST: Readonly<Record<string, number>> = { query: 230, evidence: 330, audio: 650 }
/** These only end a start or a stop that hangs. */
const READY_WITHIN_MS = 200_000
const STOPPED_WITHIN_MS = 100_000

interface RuntimeSpec {
  process: { terminal: boolean; args: string[]; env: string[]; capabilities: object }
  root: { path: string; readonly?: boolean }
  mounts: { destination: string; type: string; source: string; options?: string[] }[]
  linux: { namespaces: { type: string }[] }
}

/** One row, in the form of the benches. */
interface Row {
  readonly name: string
  readonly value: number | string
  readonly bound: number | string
  readonly baseline: null
  readonly ok: boolean
}
const atMost = (name: string, value: number, bound: number): Row => ({
  ...{ name, value, bound, baseline: null },
  ok: value <= bound,
})
const holds = (name: string, ok: boolean): Row => ({
  ...{ name, value: ok ? 'yes' : 'no', bound: 'yes', baseline: null, ok },
})

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

/** Builds every image a second time and compares. */
const TWICE = process.argv.includes('--twice')
const sameBytes = (one: string, other: string) => spawnSync('cmp', ['--silent', one, other]).status === 0

/** Unpacks an image into a bundle for the runtime and tightens it as compose and the chart do. */
function unpack(archive: string, stage: string, port: number): string {
  const bundle = join(stage, 'bundle')
  run('skopeo', 'copy', '--quiet', `docker-archive:${archive}`, `oci:${join(stage, 'layout')}:image`)
  run('umoci', 'unpack', '--image', `${join(stage, 'layout')}:image`, bundle)
  const config = join(bundle, 'config.json')
  const spec = JSON.parse(readFileSync(config, 'utf8')) as RuntimeSpec
  spec.process.terminal = false
  spec.process.capabilities = {}
  // Loopback, where a service without authentication may listen.
  const set = { HOST: '127.0.0.1', PORT: String(port), ADMIN_PORT: '-1' }
  spec.process.env = [
    ...spec.process.env.filter((entry) => !((entry.split('=')[0] as string) in set)),
    ...Object.entries(set).map(([name, value]) => `${name}=${value}`),
  ]
  spec.root.readonly = true
  // The host's network, to be reached from here; no control groups, which not every machine lets a test make.
  spec.linux.namespaces = spec.linux.namespaces.filter(({ type }) => type !== 'network')
  spec.mounts = [
    ...spec.mounts.filter(({ destination }) => !/^\/(sys|data)/.test(destination)),
    ...['/tmp', '/data'].map((destination) => ({
      destination,
      type: 'tmpfs',
      source: 'tmpfs',
      options: ['nosuid', 'nodev', 'uid=10001', 'gid=10001'],
    })),
  ]
  writeFileSync(config, JSON.stringify(spec))
  return bundle
}

/** One request per service that needs more of the image than a listening port. */
const REQUESTS: Readonly<Record<string, (url: string) => Promise<Response>>> = {
  query: (url) => fetch(`${url}/`),
  // The first administrator is still to be created: the answer comes from the database.
  evidence: (url) => fetch(`${url}/v1/setup`),
  // An MP3 needs the image's own ffmpeg with all its libraries.
  audio: (url) => {
    const tone = execFileSync(
      'ffmpeg',
      ['-v', 'error', '-f', 'lavfi', '-i', 'sine=440:duration=3', '-f', 'mp3', 'pipe:1'],
      { maxBuffer: 1 << 24 },
    )
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(tone)], { type: 'audio/mpeg' }), 'tone.mp3')
    return fetch(`${url}/api/v1/features`, { method: 'POST', body })
  },
}

async function healthy(url: string, ended: Promise<unknown>): Promise<boolean> {
  let over = false
  void ended.then(() => (over = true))
  for (
    const until = performance.now() + READY_WITHIN_MS;
    performance.now() < until && !over;
    await sleep(100)
  ) {
    const answer = await fetch(`${url}/ready`).catch(() => undefined)
    if (answer?.status === 200) return true
  }
  return false
}

async function smoke(service: string): Promise<Row[]> {
  const stage = mkdtempSync(join(tmpdir(), `assay-smoke-image-${service}-`))
  const id = `assay-smoke-${service}-${process.pid}`
  try {
    const { archive, digest, megabytes } = await buildImage(service, join(ROOT, 'dist/images'))
    const again = TWICE ? await buildImage(service, join(stage, 'again')) : undefined
    const port = Number(run(join(ROOT, 'tooling/free-port.sh'), '24500'))
    const bundle = unpack(archive, stage, port)
    const container = spawn('runc', ['run', '--bundle', bundle, id], { stdio: ['ignore', 'pipe', 'pipe'] })
    let log = ''
    for (const stream of [container.stdout, container.stderr]) stream.on('data', (text) => (log += text))
    const ended = new Promise<number>((done) => container.once('exit', (code) => done(code ?? -1)))
    const url = `http://127.0.0.1:${port}`
    const ready = await healthy(url, ended)
    const check = ready
      ? execFileSync('runc', ['exec', '--env', `PORT=${port}`, id, '/usr/local/bin/node', '/app/health.js'])
      : undefined
    const answer = ready ? await REQUESTS[service]?.(url) : undefined
    if (answer && !answer.ok) log += await answer.text()
    if (ready) run('runc', 'kill', id, 'TERM')
    const code = await Promise.race([ended, sleep(STOPPED_WITHIN_MS, -2, { ref: false })])
    const rows = [
      ...(again
        ? [
            holds(`${service}: built twice, same id ${digest.slice(0, 19)}`, again.digest === digest),
            holds(`${service}: built twice, same archive`, sameBytes(archive, again.archive)),
          ]
        : []),
      atMost(`${service}: image unpacked, MB`, megabytes, LARGEST[service] ?? 650),
      holds(`${service}: healthy as user 10001 on a read-only root`, check !== undefined),
      holds(`${service}: request answered`, answer?.ok === true),
      holds(`${service}: SIGTERM ends it with 0`, code === 0),
    ]
    if (rows.some(({ ok }) => !ok)) console.error(log.slice(-4_000))
    return rows
  } finally {
    execFileSync('runc', ['delete', '--force', id], { stdio: 'ignore' })
    rmSync(stage, { recursive: true, force: true })
  }
}

run(join(ROOT, 'tooling/apt.sh'), 'mmdebstrap', 'skopeo', 'umoci', 'runc')
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const rows: Row[] = []
for (const service of wanted.length > 0 ? wanted : packable) rows.push(...(await smoke(service)))
for (const { name, value, bound, ok } of rows)
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}: ${value} (${bound})`)
if (process.argv.includes('--json')) console.log(JSON.stringify({ rows }))
process.exitCode = rows.length > 0 && rows.every(({ ok }) => ok) ? 0 : 1
