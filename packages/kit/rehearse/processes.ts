import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import {
  addressOf,
  type Ended,
  type RunningProcess,
  runToEnd,
  startProcess,
  stopProcess,
} from '../src/testing-process.ts'

/** Top folder of this repository. */
export const ROOT = join(import.meta.dirname, '../../..')

type Settings = Readonly<Record<string, string>>

/** Where and as which version a command of a service runs. */
export interface Place {
  /** Top folder of a checkout; this one by default. */
  readonly root?: string
  /** Command that enters a network namespace. */
  readonly inside?: readonly string[]
}

const mainOf = (service: string, root = ROOT) => join(root, 'services', service, 'src/cli/main.ts')
const environment = (settings: Settings) => ({
  // biome-ignore lint/style/noProcessEnv: a command of an operator needs PATH and nothing else.
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  TRACE_SAMPLE_RATIO: '0',
  // Rehearsals overload on purpose: a refusal by a limit is not what they look for.
  RATE_LIMIT_PER_MINUTE: '0',
  ADMIN_PORT: '-1',
  PAGE: 'off',
  ...settings,
})

/** A rehearsal that fails leaves no process behind. */
const started = new Set<RunningProcess>()
process.once('exit', () => {
  for (const each of started) each.signal('SIGKILL')
})

/** Starts a command of a service. It is killed when the rehearsal ends before it. */
export function start(
  service: string,
  args: readonly string[],
  settings: Settings,
  place: Place = {},
): RunningProcess {
  const running = startProcess(mainOf(service, place.root), args, {
    env: environment(settings),
    ...(place.inside ? { inside: place.inside } : {}),
  })
  started.add(running)
  void running.ended.then(() => started.delete(running))
  return running
}

/** Runs a command of a service to its end and returns its output. Throws unless it ends with 0. */
export async function finish(
  service: string,
  args: readonly string[],
  settings: Settings,
  { root, input }: { root?: string; input?: string } = {},
): Promise<string> {
  const { code, output } = await end(service, args, settings, {
    ...(root ? { root } : {}),
    ...(input ? { input } : {}),
  })
  if (code !== 0) throw new Error(`${service} ${args.join(' ')} ended with ${code}:\n${output}`)
  return output
}

/** Runs a command of a service to its end and returns how it ended. */
export const end = (
  service: string,
  args: readonly string[],
  settings: Settings,
  { root, input }: { root?: string; input?: string } = {},
): Promise<Ended> =>
  runToEnd(mainOf(service, root), args, {
    env: environment(settings),
    ...(input === undefined ? {} : { input }),
  })

/** Running server of a service and its address. */
export interface RunningServer {
  readonly url: string
  readonly process: RunningProcess
}

/** Starts `serve` on a free port of loopback and waits until it listens. */
export async function serve(service: string, settings: Settings, place: Place = {}): Promise<RunningServer> {
  const process = start(service, ['serve', '--port', '0'], settings, place)
  return { url: await addressOf(process), process }
}

/** Starts `work` and waits until it works. */
export async function work(service: string, settings: Settings, place: Place = {}): Promise<RunningProcess> {
  const process = start(service, ['work'], settings, place)
  await process.wrote(/working/)
  return process
}

/** Stops processes in order. Throws when one does not end with 0. */
export async function stopAll(processes: readonly RunningProcess[]): Promise<void> {
  const ends = await Promise.all(processes.map((each) => stopProcess(each)))
  for (const { code, output } of ends)
    if (code !== 0) throw new Error(`A process ended with ${code}:\n${output.slice(-2000)}`)
}

/** PostgreSQL server of a rehearsal's own, in the tree of tooling/postgres.sh. */
export interface OwnServer {
  /** Address of a database, for a login of this server. */
  urlOf(database: string, login?: string): string
  /** Runs a program of PostgreSQL with `input` as its standard input and returns its output. */
  run(program: readonly string[], input?: Buffer): Buffer
  /** Makes a small disk for a tablespace, which `remove` takes away. */
  makeDisk(megabytes: number): SmallDisk
  remove(): void
}

/** Small disk of a server. */
export interface SmallDisk {
  /** Its folder, as the server sees it. */
  readonly folder: string
  /** Leaves no byte free. */
  fill(): void
  /** Takes that back. */
  free(): void
}

/** Creates an empty PostgreSQL server. */
export function createServer(name: string): OwnServer {
  const script = join(ROOT, 'tooling/postgres-own.sh')
  const call = (args: readonly string[], input?: Buffer) =>
    execFileSync(script, args, {
      maxBuffer: 1 << 30,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'inherit'],
      ...(input === undefined ? {} : { input }),
    })
  const url = new URL(call(['create', name]).toString().trim())
  return {
    urlOf(database, login = 'postgres') {
      const own = new URL(url)
      own.pathname = `/${database}`
      own.username = login
      return own.href
    },
    run: (program, input) => call(['run', name, ...program], input),
    makeDisk: (megabytes) => ({
      folder: call(['disk', name, String(megabytes)])
        .toString()
        .trim(),
      fill: () => void call(['fill', name]),
      free: () => void call(['free', name]),
    }),
    remove: () => void call(['remove', name]),
  }
}
