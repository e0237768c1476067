import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Engine, freshDatabase, type TestDatabase } from '@assay/kit/testing'
import { addressOf, type RunningProcess, stopProcess } from '@assay/kit/testing-process'
import { audio, audioToEnd } from './cli.ts'

/** A running service on a database and a storage folder of its own, and a look behind it. */
export interface Service {
  readonly engine: Engine
  readonly baseUrl: string
  readonly fresh: TestDatabase
  readonly server: RunningProcess
  /** Every process that may do jobs. */
  readonly workers: readonly RunningProcess[]
  /** Keys of what lies in storage. */
  stored(): string[]
  /** Names of media tools that run below the service now (Linux). */
  decoders(): string[]
  /** What any of the processes logged as an error of its own. */
  errors(): string[]
  /** Another server on the same database; the server engine only. */
  startServer(): Promise<{ server: RunningProcess; baseUrl: string }>
  /** Ends everything in order; all must end with 0. One that was killed or crashed shows its signal. */
  stop(): Promise<readonly (number | NodeJS.Signals | null)[]>
}

/** Children of a process and theirs, by name. */
function childNames(pid: number): string[] {
  try {
    // A thread that starts a process is its parent: each thread has its own list.
    const threads = readdirSync(`/proc/${pid}/task`)
    const children = threads.flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(' ').filter(Boolean),
    )
    return children.flatMap((child) => [
      readFileSync(`/proc/${child}/comm`, 'utf8').trim(),
      ...childNames(Number(child)),
    ])
  } catch {
    return [] // It ended while we looked.
  }
}

export async function startService(
  engine: Engine,
  settings: Record<string, string> = {},
  workerCount = 1,
): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), `audio-${engine}-`))
  const storage = join(folder, 'files')
  const fresh = await freshDatabase(engine, 'audio')
  const all: Record<string, string> = {
    ...(fresh.config.databaseUrl
      ? { DATABASE_URL: fresh.config.databaseUrl }
      : { DATA_DIR: fresh.config.dataDir }),
    STORAGE_DIR: storage,
    RATE_LIMIT_PER_MINUTE: '0',
    MAX_EVENT_LOOP_DELAY_MS: '0',
    DRAIN_DELAY_MS: '200',
    TRACE_SAMPLE_RATIO: '0',
    ...settings,
  }
  const start = () => audio(['serve', '--port', '0', '--production'], all)
  const server = start()
  const started = [server]
  const baseUrl = await addressOf(server)
  const workers = engine === 'embedded' ? [server] : []
  for (let n = 0; engine === 'server' && n < workerCount; n++) {
    const worker = audio(['work', '--production'], all)
    started.push(worker)
    workers.push(worker)
  }
  if (engine === 'server') await Promise.all(workers.map((worker) => worker.wrote(/"working"/)))
  return {
    engine,
    baseUrl,
    fresh,
    server,
    workers,
    stored: () => (existsSync(storage) ? readdirSync(storage) : []).filter((name) => !name.startsWith('.')),
    decoders: () => started.flatMap(({ pid }) => childNames(pid)),
    errors: () =>
      started.flatMap((each) =>
        each
          .output()
          .split('\n')
          .filter((line) => /"level":[56]0/.test(line)),
      ),
    async startServer() {
      const another = start()
      started.push(another)
      return { server: another, baseUrl: await addressOf(another) }
    },
    async stop() {
      const ends = await Promise.all(started.map((each) => stopProcess(each)))
      await fresh.remove()
      rmSync(folder, { recursive: true, force: true })
      return ends.map(({ code, signal }) => code ?? signal)
    },
  }
}

/** Looks until there is something to see. */
export async function until<T>(
  look: () => Promise<T | undefined | false> | T | undefined | false,
  what: string,
  withinMs = 120_000,
): Promise<T> {
  for (const end = performance.now() + withinMs; ; await sleep(40)) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (performance.now() > end) throw new Error(`not within ${withinMs} ms: ${what}`)
  }
}

export type Part = readonly [name: string, value: string | Blob, filename?: string]

export function formOf(...parts: readonly Part[]): FormData {
  const form = new FormData()
  for (const [name, value, filename] of parts)
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, filename ?? 'audio')
  return form
}

/** Two bars of kick and bass at 120 a minute under a chord (stereo, 44.1 kHz): every analysis finds something. */
export function music(path: string, seconds = 6, ...encoding: string[]): string {
  const beat = 'sin(2*PI*60*t)*exp(-mod(t\\,0.5)*14)'
  const chord = '0.15*(sin(2*PI*261.63*t)+sin(2*PI*329.63*t)+sin(2*PI*392*t))'
  const source = `aevalsrc=0.5*${beat}+${chord}|0.5*${beat}+0.7*${chord}:s=44100:d=${seconds}`
  const bare = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact']
  execFileSync('ffmpeg', ['-y', '-v', 'error', '-f', 'lavfi', '-i', source, ...bare, ...encoding, path])
  return path
}

/** Silence in a few kilobytes: nothing to send, and as long to analyse as any other audio of its length. */
export function silence(path: string, seconds: number, ...encoding: string[]): string {
  const source = `anullsrc=r=8000:cl=mono:d=${seconds}`
  execFileSync('ffmpeg', ['-y', '-v', 'error', '-f', 'lavfi', '-i', source, ...encoding, path])
  return path
}

/** A client's key, and its entry for API_KEYS, as `assay-audio api-key NAME` makes them. */
export async function newApiKey(name: string): Promise<{ key: string; entry: string }> {
  const { code, output } = await audioToEnd(['api-key', name])
  const [, key, entry] = /^key: +(\S+)\nentry: (\S+)\n$/.exec(output) ?? []
  if (code !== 0 || !key || !entry) throw new Error(`assay-audio api-key ${name} gave ${output}`)
  return { key, entry }
}
