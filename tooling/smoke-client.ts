/**
 * `npm run smoke-client [service…]`: packs each client, installs it in an empty TypeScript project outside the workspace,
 * compiles the examples of its README (strict, declarations checked too) and runs them against the running service.
 * All ```ts blocks of a README are one program; its ```text blocks together are what that program prints.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { clickTrack } from './click-track.ts'
import { ROOT } from './copy-tree.ts'
import { clients, packClient } from './pack-client.ts'
import { fenced, matchesExpected } from './readme/blocks.ts'
import { HANG_MS, runService } from './running-service.ts'

const run = promisify(execFile)
const readmeOf = (service: string) =>
  readFileSync(join(ROOT, 'services', service, 'client/README.md'), 'utf8')

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

/** Returns what went wrong, or nothing. */
async function smoke(service: string): Promise<string | undefined> {
  const home = mkdtempSync(join(tmpdir(), `assay-smoke-${service}-client-`))
  try {
    const started = runService(service, join(home, 'data'))
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
