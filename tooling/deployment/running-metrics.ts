import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '../copy-tree.ts'
import { interpolate, readCompose } from './compose-file.ts'

/** Ends a start or a job that hangs. */
const WITHIN_MS = 180_000
const PASSWORD = 'correct horse battery staple'
const KEYS = { query: 'key-of-query', audio: 'key-of-audio' }

const run = (command: string, args: readonly string[], options: { env?: object; input?: string } = {}) =>
  execFileSync(command, args, {
    encoding: 'utf8',
    input: options.input ?? '',
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...options.env },
  }).trim()

const sha256 = (text: string) => run('sha256sum', [], { input: text }).slice(0, 64)
const freePorts = (from: number, count: number) =>
  Number(run(join(ROOT, 'tooling/free-port.sh'), [String(from), String(count)]))

async function until<T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> {
  for (const end = performance.now() + WITHIN_MS; performance.now() < end; await sleep(100)) {
    const result = await attempt().catch(() => undefined)
    if (result !== undefined) return result
  }
  throw new Error(`${what}: not within ${WITHIN_MS / 1000} s`)
}

/** Answers of the installation that run below are expected to be 2xx. */
async function ask(url: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  const answer = await fetch(url, init)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text.slice(0, 500)}`)
  return JSON.parse(text) as Record<string, unknown>
}
const json = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** A second of a tone as a WAV file with 16 bits. */
function tone(): Blob {
  const rate = 22_050
  const data = Buffer.alloc(44 + rate * 2)
  data.write('RIFF', 0)
  data.writeUInt32LE(36 + rate * 2, 4)
  data.write('WAVEfmt ', 8)
  for (const [offset, value] of [
    [16, 16],
    [24, rate],
    [28, rate * 2],
    [40, rate * 2],
  ] as const)
    data.writeUInt32LE(value, offset)
  for (const [offset, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    data.writeUInt16LE(value, offset)
  data.write('data', 36)
  for (let i = 0; i < rate; i++) data.writeInt16LE(Math.round(9000 * Math.sin(i / 8)), 44 + 2 * i)
  return new Blob([new Uint8Array(data)], { type: 'audio/wav' })
}

/** One request or job per service, so that every series has a value. */
const USES: Readonly<Record<string, (url: string) => Promise<void>>> = {
  async query(url) {
    await ask(`${url}/query`, json({ query: 'BMI of 70 kg and 175 cm?' }, { 'x-api-key': KEYS.query }))
  },
  async evidence(url) {
    const { access_token: token } = await ask(
      `${url}/v1/auth/login`,
      json({ username: 'ada', password: PASSWORD }),
    )
    const headers = { authorization: `Bearer ${token}` }
    const file = 'molecule_id,type,value,source\nCHEBI:27732,spectral_match,0.9,Orbitrap\n'
    const { import_id: id } = await ask(`${url}/v1/evidence/import`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'text/csv' },
      body: file,
    })
    await until('import of evidence', async () => {
      const { status } = await ask(`${url}/v1/imports/${id}`, { headers })
      return status === 'completed' ? true : undefined
    })
  },
  async audio(url) {
    const headers = { 'x-api-key': KEYS.audio }
    const body = new FormData()
    body.set('file', tone(), 'tone.wav')
    body.set('async', 'true')
    const { job_id: id } = await ask(`${url}/api/v1/features`, { method: 'POST', headers, body })
    await until('job of audio', async () => {
      const { status } = await ask(`${url}/api/v1/jobs/${id}`, { headers })
      return status === 'completed' ? true : undefined
    })
  },
}

/** Text of `/metrics` of every process of compose.yaml that is of ours, by its name there. */
export type Metrics = Readonly<Record<string, string>>

/**
 * Starts the services and workers of compose.yaml as processes, with its environment and with the databases and logins
 * that its PostgreSQL makes; only addresses differ, and audio keeps its files in a folder. Uses each once and returns
 * what their admin ports answer.
 */
export async function runningMetrics(): Promise<Metrics> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-deployment-'))
  const cluster = `deployment-${process.pid}`
  const own = (command: string) => run(join(ROOT, 'tooling/postgres-own.sh'), [command, cluster])
  const started: ChildProcess[] = []
  try {
    const server = new URL(own('create'))
    // What `deploy/install.sh` writes for the operator.
    const secrets: Record<string, string> = {
      POSTGRES_PASSWORD: 'a',
      EVIDENCE_OWNER_PASSWORD: 'b',
      EVIDENCE_DATABASE_PASSWORD: 'c',
      AUDIO_DATABASE_PASSWORD: 'd',
      S3_SECRET_ACCESS_KEY: 'e',
      GRAFANA_ADMIN_PASSWORD: 'f',
      QUERY_API_KEY_HASHES: sha256(KEYS.query),
      AUDIO_API_KEYS: `first:${sha256(KEYS.audio)}`,
    }
    const tree = join(process.env.ASSAY_CACHE ?? `${process.env.HOME}/.cache/assay`, 'postgres17/tree')
    run('chroot', [tree, 'env', 'PATH=/usr/lib/postgresql/17/bin:/usr/bin:/bin', 'bash', '-s'], {
      input: readFileSync(join(ROOT, 'deploy/compose/databases.sh'), 'utf8'),
      env: {
        ...secrets,
        PGHOST: server.hostname,
        PGPORT: server.port,
        PGUSER: 'postgres',
      },
    })
    const { services } = readCompose('compose.yaml')
    const environmentOf = (name: string): Record<string, string> => {
      const given = Object.entries(services[name]?.environment ?? {}).map(([variable, value]) => [
        variable,
        interpolate(String(value), secrets).replace('@postgres:5432', `@${server.host}`),
      ])
      const storage = { STORAGE: 'folder', DATA_DIR: join(folder, 'audio'), TMPDIR: folder }
      return {
        PATH: process.env.PATH ?? '',
        ...Object.fromEntries(given),
        ...(name.startsWith('audio') ? storage : {}),
        ADMIN_HOST: '127.0.0.1',
        DRAIN_DELAY_MS: '0',
      }
    }
    const main = (name: string) => join(ROOT, 'services', name.split('-')[0] as string, 'src/cli/main.ts')
    const start = (name: string, env: Record<string, string>) => {
      const child = spawn(process.execPath, [main(name), ...(services[name]?.command ?? ['serve'])], {
        env: { ...environmentOf(name), ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let log = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (log += text))
      child.once('exit', (code) => {
        if (code !== 0) console.error(`${name} ended with ${code}:\n${log.slice(-3000)}`)
      })
      started.push(child)
      return child
    }
    for (const name of ['evidence-migrate', 'audio-migrate']) {
      const [code] = await once(start(name, {}), 'exit')
      if (code !== 0) throw new Error(`${name} failed`)
    }
    run(
      process.execPath,
      [
        main('evidence'),
        'users',
        'create',
        '--username',
        'ada',
        '--organization',
        'Lab',
        '--role',
        'admin',
        '--password-stdin',
      ],
      {
        input: PASSWORD,
        env: environmentOf('evidence'),
      },
    )
    const ports = freePorts(24600, 10)
    const processes = ['query', 'evidence', 'evidence-worker', 'audio', 'audio-worker'].map(
      (name, index) => ({
        name,
        url: `http://127.0.0.1:${ports + 2 * index}`,
        metrics: `http://127.0.0.1:${ports + 2 * index + 1}/metrics`,
      }),
    )
    for (const { name, url, metrics } of processes)
      start(name, { HOST: '127.0.0.1', PORT: new URL(url).port, ADMIN_PORT: new URL(metrics).port })
    for (const { name, url } of processes) {
      const use = USES[name]
      if (!use) continue
      await until(`start of ${name}`, async () => ((await fetch(`${url}/ready`)).ok ? true : undefined))
      await use(url)
    }
    const texts = processes.map(async ({ name, metrics }) => [name, await (await fetch(metrics)).text()])
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
