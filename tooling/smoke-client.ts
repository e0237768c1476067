/**
 * `npm run smoke-client [service…]`: packs each client, installs it in an empty TypeScript project outside the workspace,
 * compiles the examples of its README (strict, declarations checked too) and runs them against the running service.
 * All ```ts blocks of a README are one program; its ```text blocks together are what that program prints.
 */
import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ROOT } from './copy-tree.ts'
import { addressIn } from './logged-address.ts'
import { clients, packClient } from './pack-client.ts'
import { fenced, matchesExpected } from './readme/blocks.ts'

const run = promisify(execFile)
/** Only ends what hangs. */
const HANG_MS = 120_000

interface Running {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Settings of a service whose callers need the credentials of its client's README, and the key that replaces the one there. */
interface Access {
  readonly settings: Record<string, string>
  readonly apiKey?: string
}

const readmeOf = (service: string) =>
  readFileSync(join(ROOT, 'services', service, 'client/README.md'), 'utf8')
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

/** Starts the service from its source and waits until it is ready. */
async function start(service: string, dataDir: string, settings: Record<string, string>): Promise<Running> {
  const args = [mainOf(service), 'serve', '--port', '0']
  const child = spawn(process.execPath, args, {
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
    const answer = url ? await fetch(`${url}/ready`).catch(() => undefined) : undefined
    if (url && answer?.status === 200) return { url, stop }
    await sleep(50)
  }
  await stop()
  throw new Error(`${service} did not become ready`)
}

const SAMPLE_RATE_HZ = 44_100
/** Four seconds of a click track as a WAV file, for examples that upload audio. */
function clickTrack(): Buffer {
  const samples = SAMPLE_RATE_HZ * 4
  const wav = Buffer.alloc(44 + samples * 2)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + samples * 2, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(SAMPLE_RATE_HZ, 24)
  wav.writeUInt32LE(SAMPLE_RATE_HZ * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(samples * 2, 40)
  for (let n = 0; n < samples; n++) {
    const loud = n % (SAMPLE_RATE_HZ / 2) < 900 ? 20_000 : 1_000
    wav.writeInt16LE(Math.round(loud * Math.sin((2 * Math.PI * 880 * n) / SAMPLE_RATE_HZ)), 44 + n * 2)
  }
  return wav
}

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    target: 'ES2024',
    lib: ['ES2024'],
    module: 'NodeNext',
    typeRoots: [join(ROOT, 'node_modules/@types')],
    types: ['node'],
  },
  files: ['example.ts'],
}

/** Makes the empty project with the packed client in it, compiles the program, and returns its folder. */
async function compiled(service: string, home: string): Promise<string> {
  const folder = join(home, 'project')
  mkdirSync(folder)
  const tarball = packClient(service, home)
  writeFileSync(join(folder, 'package.json'), '{ "name": "example", "private": true, "type": "module" }\n')
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], {
    cwd: folder,
    timeout: HANG_MS,
  })
  writeFileSync(join(folder, 'example.ts'), fenced(readmeOf(service), 'ts').join('\n'))
  writeFileSync(join(folder, 'track.wav'), clickTrack())
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder], {
    timeout: HANG_MS,
  })
  return folder
}

/** Starts the service with the credentials of the README. */
async function running(service: string, dataDir: string): Promise<Running & Access> {
  const access = (await ACCESS[service]?.(dataDir)) ?? { settings: {} }
  return { ...access, ...(await start(service, dataDir, access.settings)) }
}

/** Returns what went wrong, or nothing. */
async function smoke(service: string): Promise<string | undefined> {
  const home = mkdtempSync(join(tmpdir(), `assay-smoke-${service}-client-`))
  try {
    const started = running(service, join(home, 'data'))
    const project = await Promise.allSettled([compiled(service, home), started])
    const { url, apiKey = '', stop } = await started
    try {
      if (project[0].status === 'rejected') throw project[0].reason
      const program = join(project[0].value, 'example.js')
      const code = readFileSync(program, 'utf8')
        .replaceAll(/http:\/\/localhost:\d+/g, url)
        .replaceAll('YOUR_API_KEY', apiKey)
      writeFileSync(program, code)
      const { stdout } = await run(process.execPath, [program], { cwd: project[0].value, timeout: HANG_MS })
      const expected = fenced(readmeOf(service), 'text').join('')
      return matchesExpected(stdout, expected) ? undefined : `expected\n${expected}got\n${stdout}`
    } finally {
      await stop()
    }
  } catch (error) {
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string }
    return `${message}\n${stdout}${stderr}`
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

const wanted = process.argv.slice(2)
const tried = wanted.length > 0 ? wanted : clients
const outcomes = await Promise.all(
  tried.map(async (service) => {
    const started = performance.now()
    const problem = await smoke(service)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    return { service, problem, seconds }
  }),
)
for (const { service, problem, seconds } of outcomes) {
  if (problem !== undefined) console.error(problem.slice(-4_000))
  console.log(
    `${problem === undefined ? 'ok    ' : 'FAILED'} ${service}: the client packs, compiles in an empty project and runs its README (${seconds} s)`,
  )
}
const failed = outcomes.filter(({ problem }) => problem !== undefined).length
console.log(`smoke-client: ${tried.length - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 || tried.length === 0 ? 1 : 0
