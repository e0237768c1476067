/**
 * `npm run delete-one [service…]`: for each service, a copy of the working tree without it, in which types and arrows must
 * stay green with no other edit; and one without any service, in which the unit tests of the kit do. First it plants an
 * import of the deleted service into another and demands that the types and the arrows refuse it there.
 *
 * With `--full`, lint and the unit tests of the other services run in each copy too. The arrows prove that no file of theirs
 * imports another service, so they can only differ where code finds a file by a path that it builds.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyTree, ROOT, removeTree, SERVICES } from './copy-tree.ts'

interface Check {
  readonly name: string
  readonly command: readonly [string, ...string[]]
}
const npm = (script: string): Check => ({ name: script, command: ['npm', 'run', '--silent', script] })
const unit = (...folders: string[]): Check => ({
  name: 'unit',
  command: ['npx', 'vitest', 'run', '--project', 'unit', ...folders],
})

const full = process.argv.includes('--full')
const CHECKS = full
  ? [npm('types'), npm('lint'), npm('arrows'), unit('packages/', 'services/')]
  : [npm('types'), npm('arrows')]

/** What the type checker keeps, per project. */
const TYPES = [
  '{.,tooling,site}/.tsc',
  '{packages,services}/*/.tsc',
  'services/*/web/.tsc',
  'packages/*/*.tsbuildinfo',
]

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const count = { passed: 0, failed: 0 }

/** Runs one check in a copy and prints its verdict: it must succeed, or with `refused` name the planted file. */
function run(
  { name, command: [command, ...args] }: Check,
  copy: string,
  what: string,
  refused?: string,
): void {
  const started = performance.now()
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const output = `${stdout}\n${stderr}`
  const ok = refused === undefined ? status === 0 : status !== 0 && output.includes(refused)
  count[ok ? 'passed' : 'failed'] += 1
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${what}: ${name} (${seconds} s)`)
  if (!ok) console.error(output.replaceAll(copy, ROOT).slice(-3_000))
}

/**
 * Copies what an earlier `npm run types` found, so that only what the deletion changes is checked again. A project takes
 * files of another only through a reference to it, and a reference to a deleted project is refused: nothing is missed.
 */
function copyTypes(copy: string, isDeleted: (file: string) => boolean): void {
  const found = globSync(TYPES, { cwd: ROOT }).filter((path) => !isDeleted(path))
  for (const path of found)
    cpSync(join(ROOT, path), join(copy, path), { recursive: true, preserveTimestamps: true })
}

/** Plants an import of the deleted service into another one, and expects a refusal of exactly that file. */
function runPlanted(deleted: string, copy: string): void {
  const other = SERVICES.find((service) => service !== deleted)
  if (other === undefined) return
  const file = `services/${other}/src/http/planted-neighbour.ts`
  writeFileSync(join(copy, file), `export * from '../../../${deleted}/src/config.ts'\n`)
  for (const check of [npm('types'), npm('arrows')])
    run(check, copy, `refuses ${other} that imports the deleted ${deleted}`, 'planted-neighbour.ts')
  rmSync(join(copy, file))
}

/** Does the work in a copy of the working tree without the files that `isDeleted` names. */
function inCopy(label: string, isDeleted: (file: string) => boolean, work: (copy: string) => void): void {
  const copy = copyTree(label, (file) => !isDeleted(file))
  try {
    work(copy)
  } finally {
    removeTree(copy)
  }
}

for (const [index, service] of (wanted.length > 0 ? wanted : SERVICES).entries()) {
  const isDeleted = (file: string) => file.startsWith(`services/${service}/`)
  inCopy(`without-${service}`, isDeleted, (copy) => {
    copyTypes(copy, isDeleted)
    if (index === 0) runPlanted(service, copy)
    for (const check of CHECKS) run(check, copy, `without ${service}`)
  })
}
if (wanted.length === 0)
  inCopy(
    'without-services',
    (file) => file.startsWith('services/'),
    (copy) => run(unit('packages/'), copy, 'without any service'),
  )
console.log(`delete-one: ${count.passed} passed, ${count.failed} failed`)
process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0
