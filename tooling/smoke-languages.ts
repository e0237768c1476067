/**
 * `npm run smoke-languages`: the clients of other languages against running services.
 * Python: types and style, wheel and sdist, the wheel in an empty virtual environment, there its tests, its README and the notebooks.
 * R: `R CMD check` without errors and warnings, which runs its tests, then README and examples with the installed package.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { clickTrack } from './click-track.ts'
import { ROOT, SERVICES } from './copy-tree.ts'
import { fenced, matchesExpected } from './readme/blocks.ts'
import { type RunningService, runService } from './running-service.ts'

/** Only ends what hangs. */
const HANG_MS = 600_000
const PYTHON = join(ROOT, 'clients/python')
const R = join(ROOT, 'clients/r')

const call = promisify(execFile)
const run = async (program: string, args: string[], env: Record<string, string> = {}, cwd = PYTHON) =>
  (await call(program, args, { cwd, timeout: HANG_MS, maxBuffer: 1 << 26, env: { ...process.env, ...env } }))
    .stdout

/** Runs a program of the pinned environment. */
const python = (...args: string[]) => run(join(ROOT, 'tooling/python.sh'), args)

const services = new Map<string, RunningService>()
const home = mkdtempSync(join(tmpdir(), 'assay-smoke-languages-'))
const environment = join(home, 'environment')
const inside = (program: string) => join(environment, 'bin', program)

/** Builds both archives and installs the wheel, with the pinned versions of what it needs. */
async function install(): Promise<void> {
  await python('python', '-m', 'build', '--no-isolation', '--outdir', home, PYTHON)
  const [wheel = ''] = readdirSync(home).filter((name) => name.endsWith('.whl'))
  if (!readdirSync(home).some((name) => name.endsWith('.tar.gz'))) throw new Error('no sdist was built')
  const interpreter = (await python('python', '-c', 'import sys; print(sys._base_executable)')).trim()
  await run(interpreter, ['-m', 'venv', environment])
  const pins = readFileSync(join(ROOT, 'tooling/python/requirements.txt'), 'utf8')
  const constraints = join(home, 'constraints.txt')
  writeFileSync(constraints, (pins.match(/^[\w.-]+==[\w.+-]+/gm) ?? []).join('\n'))
  await run(inside('pip'), [
    'install',
    '--quiet',
    // What is imported is compiled then.
    '--no-compile',
    '--constraint',
    constraints,
    `${join(home, wheel)}[pandas]`,
    'pytest',
  ])
}

const libraries = { R_LIBS_USER: join(home, 'library') }

/** Builds and checks the R package, and installs it where the examples find it. */
async function checkR(): Promise<void> {
  await run('R', ['CMD', 'build', R], {}, home)
  const archive = readdirSync(home).find((name) => /^assayclient_.*\.tar\.gz$/.test(name)) ?? ''
  // Without a network for the checks of the public archive, and without LaTeX for the manual.
  const printed = await run(
    'R',
    ['CMD', 'check', '--no-manual', archive],
    { _R_CHECK_CRAN_INCOMING_: 'false', ...settings() },
    home,
  )
  if (!/^Status: OK$/m.test(printed)) throw new Error(printed)
  mkdirSync(libraries.R_LIBS_USER)
  await run('R', ['CMD', 'INSTALL', `--library=${libraries.R_LIBS_USER}`, archive], {}, home)
}

/** Executes a notebook in the folder of this run; a cell that fails, fails it. */
const RUN_NOTEBOOK = `
import sys, nbformat
from nbclient import NotebookClient
notebook = nbformat.read(sys.argv[1], as_version=4)
NotebookClient(notebook, timeout=600).execute()
`

/** Where the tests and the README find the services. */
function settings(): Record<string, string> {
  return Object.fromEntries(
    [...services].flatMap(([name, { url, apiKey = '' }]) => [
      [`${name.toUpperCase()}_URL`, url],
      [`${name.toUpperCase()}_KEY`, apiKey],
    ]),
  )
}

/** Runs the examples of a README as one program and compares what it prints. */
async function readme(folder: string, language: 'python' | 'r', interpreter: string): Promise<void> {
  const text = readFileSync(join(folder, 'README.md'), 'utf8')
  let program = fenced(text, language).join('\n')
  for (const [name, port] of [
    ['query', 8080],
    ['evidence', 8010],
    ['audio', 5000],
  ] as const)
    program = program
      .replaceAll(`http://localhost:${port}`, services.get(name)?.url ?? '')
      .replaceAll(`YOUR_${name.toUpperCase()}_KEY`, services.get(name)?.apiKey ?? '')
  const file = `example.${language}`
  writeFileSync(join(home, file), program)
  const printed = await run(interpreter, [file], libraries, home)
  const expected = fenced(text, 'text').join('')
  if (!matchesExpected(printed, expected)) throw new Error(`expected\n${expected}got\n${printed}`)
}

let failed = 0
let passed = 0
async function step(name: string, work: () => Promise<unknown>): Promise<void> {
  const started = performance.now()
  try {
    await work()
    passed++
    console.log(`ok     ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  } catch (error) {
    failed++
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string }
    console.error(`${message}\n${stdout}${stderr}`.slice(-6_000))
    console.log(`FAILED ${name}`)
  }
}

/** Starts while the other steps run; never rejects. */
const starting = Promise.allSettled(
  SERVICES.map(async (name) => services.set(name, await runService(name, join(home, name)))),
)

try {
  writeFileSync(join(home, 'track.wav'), clickTrack())
  await step('Python: types hold in strict mode', () => python('mypy'))
  await step('Python: style', () => python('ruff', 'check', '.'))
  await step('Python: wheel and sdist build, the wheel installs in an empty environment', install)
  await step('the services start', async () => {
    for (const start of await starting) if (start.status === 'rejected') throw start.reason
  })
  const where = { ...settings(), TRACK: join(home, 'track.wav'), DEMO_RUN: join(home, 'demo-run') }
  // First, because it lists all that is stored.
  await step('Python: README', () => readme(PYTHON, 'python', inside('python')))
  await step('Python: tests', () => run(inside('python'), ['-m', 'pytest', '-p', 'no:cacheprovider'], where))
  await step('R: R CMD check without warnings, its tests against the services', checkR)
  await step('R: README', () => readme(R, 'r', 'Rscript'))
  const demo = [join(ROOT, 'services/evidence/src/cli/main.ts'), 'demo', where.DEMO_RUN]
  await step('a demonstration run is written', () => run(process.execPath, demo))
  for (const name of readdirSync(join(R, 'inst/examples')))
    await step(`R: ${name}`, () =>
      run('Rscript', [join(R, 'inst/examples', name)], { ...where, ...libraries }, home),
    )
  for (const name of readdirSync(join(PYTHON, 'notebooks')))
    await step(`Python: ${name}`, () =>
      run(
        join(ROOT, 'tooling/python.sh'),
        ['python', '-c', RUN_NOTEBOOK, join(PYTHON, 'notebooks', name)],
        { ...where, PYTHONPATH: join(PYTHON, 'src') },
        home,
      ),
    )
} finally {
  await starting
  await Promise.all([...services.values()].map(({ stop }) => stop()))
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
}
console.log(`smoke-languages: ${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
