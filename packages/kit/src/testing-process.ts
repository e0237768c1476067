import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** How to start a process. */
export interface StartOptions {
  /** Complete environment of the child; nothing is inherited. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
  /** Command and arguments that start Node in another place, such as `ip netns exec NAME`; it must replace itself by Node. */
  readonly inside?: readonly string[]
  /** Text for its standard input, which is then closed. */
  readonly input?: string
}

/** How a process ended. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly output: string
}

/** One of our commands as a separate process. Tests see what an operator sees: logs and exit codes. */
export interface RunningProcess {
  readonly pid: number
  /** Returns everything written so far, from both streams. */
  output(): string
  /**
   * Resolves to the match once `pattern` was written. Rejects with the output when the process ends or the time is
   * over.
   */
  wrote(pattern: RegExp, withinMs?: number): Promise<RegExpExecArray>
  readonly ended: Promise<Ended>
  signal(name: NodeJS.Signals): void
}

const LISTENING = /"?url"?: ?"(http:\/\/[^"]+)"/

/** Starts `node script ...args`. */
export function startProcess(script: string, args: readonly string[], options: StartOptions): RunningProcess {
  const [command, ...before] = [...(options.inside ?? []), process.execPath]
  const child: ChildProcess = spawn(command as string, [...before, script, ...args], {
    env: { ...options.env },
    ...(options.cwd ? { cwd: options.cwd } : {}),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let text = ''
  const listeners = new Set<() => void>()
  const take = (piece: string) => {
    text += piece
    for (const listener of listeners) listener()
  }
  child.stdout?.setEncoding('utf8').on('data', take)
  child.stderr?.setEncoding('utf8').on('data', take)
  child.stdin?.on('error', () => {}) // It may end without reading.
  child.stdin?.end(options.input ?? '')
  let closed = false
  const ended = once(child, 'close').then(([code, signal]) => {
    closed = true
    for (const listener of listeners) listener()
    return { code, signal, output: text } as Ended
  })
  return {
    pid: child.pid as number,
    output: () => text,
    ended,
    signal: (name) => void child.kill(name),
    wrote: (pattern, withinMs = 120_000) =>
      new Promise((resolve, reject) => {
        const done = () => {
          clearTimeout(timer)
          listeners.delete(look)
        }
        const fail = (why: string) => {
          done()
          reject(new Error(`${args.join(' ')} ${why} before it wrote ${pattern}:\n${text}`))
        }
        const look = () => {
          const match = pattern.exec(text)
          if (match) {
            done()
            resolve(match)
          } else if (closed) fail('ended')
        }
        const timer = setTimeout(() => fail(`took more than ${withinMs} ms`), withinMs)
        listeners.add(look)
        look()
      }),
  }
}

/** Waits until a `serve` command listens and returns its address. */
export const addressOf = async (server: RunningProcess, withinMs?: number): Promise<string> =>
  (await server.wrote(LISTENING, withinMs))[1] as string

/** Ports for servers. Linux takes the local ends of connections from 32768 on, so no client of anybody gets one of these. */
const FIRST_PORT = 18_000
const LAST_PORT = 31_999

/** Returns a port that nobody listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

/** Runs a command until it ends. */
export const runToEnd = (script: string, args: readonly string[], options: StartOptions): Promise<Ended> =>
  startProcess(script, args, options).ended

/** Stops a process and returns how it ended. Kills a process that hangs, and shows its last output. */
export async function stopProcess(running: RunningProcess, withinMs = 150_000): Promise<Ended> {
  running.signal('SIGTERM')
  const late = new AbortController()
  const kill = sleep(withinMs, undefined, { signal: late.signal }).then(
    () => {
      running.signal('SIGKILL')
      console.error(
        `${running.pid} did not end within ${withinMs} ms. It last wrote:\n${running.output().slice(-4000)}`,
      )
    },
    () => {},
  )
  const ended = await running.ended
  late.abort()
  await kill
  return ended
}

/**
 * Returns the processor time of a process so far, in seconds (Linux, 100 ticks per second). Unlike elapsed time, it
 * does not depend on the load of the machine.
 */
export function processorSeconds(pid: number): number {
  const { own } = processorOf(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  return own
}

/** Reads the processor time of a process and that of its children that have ended, in seconds, from its `stat` (proc(5)). */
function processorOf(stat: string): { own: number; ended: number } {
  const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
  const seconds = (field: number) => Number(fields[field]) / 100
  return { own: seconds(11) + seconds(12), ended: seconds(13) + seconds(14) }
}

/** Returns the processor time of PostgreSQL on this machine so far, in seconds: of its processes and of those that have ended. */
export function databaseSeconds(): number {
  let sum = 0
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      if (!stat.includes('(postgres)')) continue
      const { own, ended } = processorOf(stat)
      sum += own + ended
    } catch {
      // It ended while the list was read, and its parent has its time.
    }
  }
  return sum
}

/** Returns the time for which a hypervisor gave the processors of this machine to others so far, in seconds (proc_stat(5)). */
export const stolenSeconds = (): number =>
  Number(readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/)[8]) / 100

/**
 * Whether more processes want a processor than there are processors. Elapsed times then say little about one process.
 */
export const machineIsBusy = (): boolean => (loadavg()[0] as number) > availableParallelism()

const SPIN_MS = 20
/** From here on the machine is shared, and a processor that serves two threads at once does half as much for each. */
const SHARED = 1.5
const SHARED_CORE = 2

/** A machine of CI may be five times slower for an hour without any load to be seen. */
// biome-ignore lint/style/noProcessEnv: for tests only; where they run is no setting of a service.
const SLOW_HOUR = process.env.CI ? 5 : 1

/**
 * Returns how many times longer work may take now than on an idle machine, at least 1: the duration of a short computation
 * over its own processor time, or the load of the last minute where that is more; in CI five times that. Multiply every bound
 * on a duration by it, so that a slow hour fails no test; without CI in the environment the bounds are those asked for.
 */
export function slowdown(): number {
  const started = performance.now()
  const before = process.threadCpuUsage()
  let processorMs = 0
  while (processorMs < SPIN_MS) {
    const { user, system } = process.threadCpuUsage(before)
    processorMs = (user + system) / 1000
  }
  const factor = Math.max(
    (performance.now() - started) / processorMs,
    (loadavg()[0] as number) / availableParallelism(),
  )
  return SLOW_HOUR * (factor < SHARED ? 1 : SHARED_CORE * factor)
}
