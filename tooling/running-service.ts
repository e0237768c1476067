/** Services that run from their source, for checks that call them as a user does. */
import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ROOT } from './copy-tree.ts'
import { addressIn } from './logged-address.ts'

const run = promisify(execFile)

/** Only ends what hangs. */
export const HANG_MS = 600_000

/** A service that is ready, with the API key it takes, where it takes keys. */
export interface RunningService {
  readonly url: string
  readonly apiKey?: string
  readonly stop: () => Promise<void>
}

/** Settings of a service whose callers need the credentials of its client's README, and the key that replaces the one there. */
interface Access {
  readonly settings: Record<string, string>
  readonly apiKey?: string
}

const mainOf = (service: string) => join(ROOT, 'services', service, 'src/cli/main.ts')
const ENVIRONMENT = { PATH: process.env.PATH, EMBEDDED_TEMPLATE: process.env.EMBEDDED_TEMPLATE }

async function command(service: string, args: string[], dataDir: string, input = ''): Promise<string> {
  const call = run(process.execPath, [mainOf(service), ...args], {
    env: { ...ENVIRONMENT, DATA_DIR: dataDir },
    timeout: HANG_MS,
  })
  call.child.stdin?.end(input)
  return (await call).stdout
}

/** Creates the credentials that the README of a client shows. */
const ACCESS: Record<string, (dataDir: string) => Promise<Access>> = {
  async query(dataDir) {
    const [, apiKey = '', hash = ''] =
      /key:\s+(\S+)\s+hash:\s+(\S+)/.exec(await command('query', ['api-key'], dataDir)) ?? []
    return { settings: { AUTHENTICATION: 'api-key', API_KEY_HASHES: hash }, apiKey }
  },
  async audio(dataDir) {
    const printed = await command('audio', ['api-key', 'readme'], dataDir)
    const [, apiKey = '', entry = ''] = /key:\s+(\S+)\s+entry:\s+(\S+)/.exec(printed) ?? []
    return { settings: { AUTHENTICATION: 'api-key', API_KEYS: entry }, apiKey }
  },
  async evidence(dataDir) {
    const user = ['users', 'create', '--username', 'ada', '--organization', 'Example Lab', '--role', 'admin']
    await command('evidence', [...user, '--password-stdin'], dataDir, 'correct horse battery staple\n')
    return { settings: {} }
  },
}

/** Starts a service on the embedded engine with the credentials of its client's README, and waits until it is ready. */
export async function runService(service: string, dataDir: string): Promise<RunningService> {
  const { settings, ...key } = (await ACCESS[service]?.(dataDir)) ?? { settings: {} }
  const child = spawn(process.execPath, [mainOf(service), 'serve', '--port', '0'], {
    env: { ...ENVIRONMENT, DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let log = ''
  child.stdout.on('data', (text) => (log += text))
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  const late = performance.now() + HANG_MS
  while (performance.now() < late && child.exitCode === null) {
    const url = addressIn(log)
    const answer = url
      ? await fetch(`${url}/ready`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
      : undefined
    if (url && answer?.status === 200) return { url, ...key, stop }
    await sleep(50)
  }
  await stop()
  throw new Error(`${service} did not become ready`)
}
