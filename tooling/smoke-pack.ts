/**
 * `npm run smoke-pack [service…]`: a stranger's first minute. Packs each service, installs the tarball into an empty
 * folder, starts it by npx with no environment but PATH and HOME, waits for /ready, and stops it with SIGTERM. It bounds
 * the processor time and memory of that first start rather than its duration, which depends on what else the machine does.
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addressIn } from './logged-address.ts'
import { pack, packable } from './pack.ts'

/** These only end a start or a stop that hangs. */
const READY_WITHIN_MS = 100_000
const STOPPED_WITHIN_MS = 75_000

interface Bounds {
  /** Processor time from the start of the process until it is ready. */
  readonly startSeconds: number
  /** Largest resident memory until then. */
  readonly peakMb: number
  /** Resident memory two seconds after it was ready. */
  readonly idleMb: number
}
/** A service with an embedded database makes it on its first start, from the archive in its package (ADR 40). */
const BOUNDS: Bounds = { startSeconds: 3, peakMb: 500, idleMb: 450 }
const BOUNDS_OF: Readonly<Record<string, Bounds>> = { query: { startSeconds: 3, peakMb: 200, idleMb: 110 } }

/** Processor time of the same work grows up to fivefold while the machine is slow; memory does not. */
const SLOW_MACHINE = process.env.CI ? 5 : 1

const CLOCK_TICKS_PER_SECOND = 100
/** Processor seconds that a process has used so far, and its resident memory, now and at its highest, in MB. */
function usageOf(pid: number): { seconds: number; residentMb: number; peakMb: number } {
  // The fields after the parenthesised command name; utime and stime are the 14th and 15th of the whole line.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
  return {
    seconds: (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND,
    residentMb: megabytes('VmRSS'),
    peakMb: megabytes('VmHWM'),
  }
}

/** Waits until a service that logs its address is ready. Returns the path at which it says so. */
async function ready(
  log: () => string,
  prefixes: readonly string[],
  until: number,
): Promise<string | undefined> {
  while (performance.now() < until) {
    const url = addressIn(log())
    for (const prefix of url ? prefixes : []) {
      try {
        const answer = await fetch(`${url}${prefix}/ready`, {
          signal: AbortSignal.timeout(10_000),
        })
        if (answer.status === 200) return `${prefix}/ready`
      } catch {
        // Not listening yet.
      }
    }
    await sleep(50)
  }
  return undefined
}

/** The last of a chain of child processes: npx starts a shell that starts the service. */
function leafOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children === '' ? pid : leafOf(Number(children.split(' ')[0]))
}

interface Row {
  readonly name: string
  readonly value: string
  readonly ok: boolean
}

async function smoke(service: string): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), `assay-smoke-${service}-`))
  const folder = join(home, 'empty')
  mkdirSync(folder)
  try {
    let clock = performance.now()
    const lap = () => {
      const ms = Math.round(performance.now() - clock)
      clock = performance.now()
      return ms
    }
    const tarball = await pack(service, home)
    const packed = lap()
    execFileSync('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, npm_config_loglevel: 'error', ONNXRUNTIME_NODE_INSTALL: 'skip' },
    })
    const installed = lap()

    const manifest = join(folder, 'node_modules/@assay', service, 'package.json')
    const [command = service] = Object.keys(
      (JSON.parse(readFileSync(manifest, 'utf8')) as { bin: object }).bin,
    )
    const child = spawn('npx', ['--no-install', command, 'serve', '--port', '0'], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: home },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let log = ''
    child.stdout.on('data', (text) => (log += text))
    child.stderr.on('data', (text) => (log += text))
    const ended = new Promise<number | string>((done) =>
      child.once('exit', (code, signal) => done(code ?? signal ?? 'unknown')),
    )
    lap()
    const path = await Promise.race([
      ready(() => log, ['', '/v1', '/api/v1'], performance.now() + READY_WITHIN_MS),
      ended.then(() => undefined),
    ])
    const started = lap()
    const leaf = child.pid && path ? leafOf(child.pid) : undefined
    const start = leaf ? usageOf(leaf) : undefined
    if (leaf) await sleep(2_000)
    const idle = leaf ? usageOf(leaf) : undefined
    lap()
    const bounds = BOUNDS_OF[service] ?? BOUNDS
    const below = (name: string, value: number | undefined, bound: number, unit: string): Row => ({
      name: `${service}: ${name} below ${bound} ${unit}`,
      value: value === undefined ? 'did not start' : `${value.toFixed(1)} ${unit}`,
      ok: value !== undefined && value < bound,
    })
    // Not npx, which would die of it, but the service below it; npx hands on its exit code.
    if (child.pid && child.exitCode === null) process.kill(leafOf(child.pid), 'SIGTERM')
    const code = await Promise.race([ended, sleep(STOPPED_WITHIN_MS, 'still running', { ref: false })])
    const stopped = lap()
    if (code === 'still running' && child.pid) process.kill(-child.pid, 'SIGKILL')
    const rows = [
      {
        name: `${service}: packs and installs in an empty folder`,
        value: `${packed} + ${installed} ms`,
        ok: true,
      },
      {
        name: `${service}: ready after npx ${command} serve`,
        value: path ? `${path} after ${started} ms` : `not within ${READY_WITHIN_MS} ms`,
        ok: path !== undefined,
      },
      below('processor time of the first start', start?.seconds, bounds.startSeconds * SLOW_MACHINE, 's'),
      below('peak memory of the first start', start?.peakMb, bounds.peakMb, 'MB'),
      below('idle memory', idle?.residentMb, bounds.idleMb, 'MB'),
      { name: `${service}: SIGTERM ends it with 0`, value: `${code} after ${stopped} ms`, ok: code === 0 },
    ]
    if (rows.some(({ ok }) => !ok)) console.error(log.slice(-4_000))
    return rows
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const rows: Row[] = []
for (const service of wanted.length > 0 ? wanted : packable) {
  try {
    rows.push(...(await smoke(service)))
  } catch (error) {
    rows.push({
      name: `${service}: packs and installs in an empty folder`,
      value: (error as Error).message,
      ok: false,
    })
  }
}
for (const { name, value, ok } of rows) console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}: ${value}`)
const failed = rows.filter(({ ok }) => !ok).length
console.log(`smoke-pack: ${rows.length - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 || rows.length === 0 ? 1 : 0
