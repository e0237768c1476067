import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { ROOT } from '../copy-tree.ts'
import { interpolate, readCompose } from './compose-file.ts'
import { PASSWORD, USES, until, WITHIN_MS } from './uses.ts'

const { services } = readCompose('compose.yaml')
const PROCESSES = ['query', 'evidence', 'evidence-worker', 'audio', 'audio-worker']

const run = (command: string, args: readonly string[], options: { env?: object; input?: string } = {}) =>
  execFileSync(command, args, {
    encoding: 'utf8',
    input: options.input ?? '',
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...options.env },
  }).trim()

type Variables = Readonly<Record<string, string | undefined>>

/** Secrets as `deploy/install.sh` makes them: its `.env`, and the keys of query and audio that it prints. */
function installSecrets(folder: string): { settings: Variables; keys: Variables } {
  mkdirSync(join(folder, 'tree/deploy'), { recursive: true })
  for (const file of ['deploy/install.sh', 'package.json'])
    cpSync(join(ROOT, file), join(folder, 'tree', file))
  const told = run('sh', [join(folder, 'tree/deploy/install.sh')], { env: { ASSAY_INSTALL: 'secrets' } })
  const keyOf = (service: string) => new RegExp(`key for ${service} \\(X-API-Key\\): +(\\w+)`).exec(told)?.[1]
  return {
    settings: parseEnv(readFileSync(join(folder, 'tree/.env'), 'utf8')),
    keys: { query: keyOf('query'), audio: keyOf('audio') },
  }
}

/** Creates databases and logins as the PostgreSQL of compose.yaml does at its first start. */
function createDatabases(server: URL, settings: Variables): void {
  const tree = join(process.env.ASSAY_CACHE ?? `${process.env.HOME}/.cache/assay`, 'postgres17/tree')
  run('chroot', [tree, 'env', 'PATH=/usr/lib/postgresql/17/bin:/usr/bin:/bin', 'bash', '-s'], {
    input: readFileSync(join(ROOT, 'deploy/compose/databases.sh'), 'utf8'),
    env: { ...settings, PGHOST: server.hostname, PGPORT: server.port, PGUSER: 'postgres' },
  })
}

const mainOf = (name: string) => join(ROOT, 'services', name.split('-')[0] as string, 'src/cli/main.ts')

/** Environment of a process in compose.yaml. Only addresses differ, and audio keeps its files in a folder. */
function environmentOf(name: string, server: URL, settings: Variables, folder: string): Variables {
  const given = Object.entries(services[name]?.environment ?? {}).map(([variable, value]) => [
    variable,
    interpolate(String(value), settings).replace('@postgres:5432', `@${server.host}`),
  ])
  return {
    PATH: process.env.PATH,
    ...Object.fromEntries(given),
    ...(name.startsWith('audio')
      ? { STORAGE: 'folder', DATA_DIR: join(folder, 'audio'), TMPDIR: folder }
      : {}),
    ADMIN_HOST: '127.0.0.1',
    DRAIN_DELAY_MS: '0',
  }
}

/** Starts a service of compose.yaml as a process. Shows its log if it fails. */
function start(name: string, env: Variables): ChildProcess {
  const child = spawn(process.execPath, [mainOf(name), ...(services[name]?.command ?? ['serve'])], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (log += text))
  child.once('exit', (code) => {
    if (code !== 0) console.error(`${name} ended with ${code}:\n${log.slice(-3000)}`)
  })
  return child
}

/** Text of `/metrics` of every server and worker in compose.yaml, by its name there. */
type Metrics = Readonly<Record<string, string>>

/**
 * Starts the migrations, services and workers of compose.yaml as processes, with its environment, the secrets that
 * `deploy/install.sh` makes and the databases that its PostgreSQL makes. Uses each service once and returns what the admin
 * ports answer.
 */
export async function runningMetrics(): Promise<Metrics> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-deployment-'))
  const own = (command: string) =>
    run(join(ROOT, 'tooling/postgres-own.sh'), [command, `deployment-${process.pid}`])
  const started: ChildProcess[] = []
  try {
    const server = new URL(own('create'))
    const { settings, keys } = installSecrets(folder)
    createDatabases(server, settings)
    const environment = (name: string) => environmentOf(name, server, settings, folder)
    for (const name of ['evidence-migrate', 'audio-migrate']) {
      const [code] = await once(start(name, environment(name)), 'exit')
      if (code !== 0) throw new Error(`${name} failed`)
    }
    const user = ['users', 'create', '--username', 'ada', '--organization', 'Lab', '--role', 'admin']
    run(process.execPath, [mainOf('evidence'), ...user, '--password-stdin'], {
      input: PASSWORD,
      env: environment('evidence'),
    })
    const ports = Number(run(join(ROOT, 'tooling/free-port.sh'), ['24600', String(2 * PROCESSES.length)]))
    const processes = PROCESSES.map((name, index) => ({ name, port: ports + 2 * index }))
    for (const { name, port } of processes) {
      const places = { HOST: '127.0.0.1', PORT: String(port), ADMIN_PORT: String(port + 1) }
      started.push(start(name, { ...environment(name), ...places }))
    }
    for (const { name, port } of processes) {
      const url = `http://127.0.0.1:${port}`
      if (!USES[name]) continue
      await until(`start of ${name}`, async () => ((await fetch(`${url}/ready`)).ok ? true : undefined))
      await USES[name](url, keys[name] ?? '')
    }
    const texts = processes.map(async ({ name, port }) => {
      const answer = await fetch(`http://127.0.0.1:${port + 1}/metrics`)
      return [name, await answer.text()]
    })
    return Object.fromEntries(await Promise.all(texts))
  } finally {
    const ends = started.filter(({ exitCode }) => exitCode === null).map((child) => once(child, 'exit'))
    for (const child of started) child.kill('SIGTERM')
    await Promise.race([Promise.all(ends), sleep(WITHIN_MS, undefined, { ref: false })])
    own('remove')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the names of all series in texts of `/metrics`. */
export const seriesNames = (metrics: Metrics): ReadonlySet<string> =>
  new Set(
    Object.values(metrics).flatMap((text) =>
      [...text.matchAll(/^([a-zA-Z_:][\w:]*)[ {]/gm)].map(([, name]) => name as string),
    ),
  )
