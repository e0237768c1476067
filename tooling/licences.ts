/**
 * `npm run licences`: what ships is permissive, the lockfile names no host, and no advisory of high or critical
 * severity is known for it. Without an answer of the registry a committed snapshot of one is asked, else a waiver; see
 * guards/advisories.ts. `npm run advisories` asks the registry and writes the snapshot; `npm run advisories -- --waive
 * "<reason>"` signs a waiver for what ships now.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, SERVICES } from './copy-tree.ts'
import {
  type Advisories,
  judgeAdvisories,
  MAX_AGE_DAYS,
  type Snapshot,
  type Waiver,
} from './guards/advisories.ts'
import { type Lock, productionClosure } from './guards/closure.ts'
import { isPermissive } from './guards/spdx.ts'

const lock = (JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Lock })
  .packages
const problems: string[] = []
const shippedKeys = new Set<string>()

/** The licence that the installed package states; the lock's copy when it is for another platform and not installed. */
function licenceOf(key: string): string {
  const manifest = join(ROOT, key, 'package.json')
  if (!existsSync(manifest)) return lock[key]?.license ?? ''
  const { license, licenses } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    license?: string | { type?: string }
    licenses?: { type?: string }[]
  }
  if (typeof license === 'string') return license
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ') ?? ''
}

/** The workspaces that are published: the services and their clients. */
const PUBLISHED = SERVICES.flatMap((service) =>
  [`services/${service}`, `services/${service}/client`].filter((folder) => lock[folder]),
)

for (const folder of PUBLISHED) {
  const name = folder.replace('services/', '')
  const closure = productionClosure(lock, folder).filter((key) => key.includes('node_modules/'))
  for (const key of closure) shippedKeys.add(key)
  const refused = closure.filter((key) => !isPermissive(licenceOf(key)))
  for (const key of refused) {
    problems.push(
      `${name} ships ${key}@${lock[key]?.version}: licence "${licenceOf(key)}" is not on the list`,
    )
  }
  console.log(
    `${name.padEnd(16)} ${String(closure.length).padStart(4)} packages ship, ${refused.length} not permissive`,
  )
}

const located = Object.entries(lock).filter(([, { resolved, link }]) => resolved !== undefined && !link)
for (const [key, { resolved }] of located) {
  problems.push(
    `package-lock.json: ${key} names a host (${resolved}); run npm install with the repository's .npmrc`,
  )
}
console.log(
  `${'lockfile'.padEnd(16)} ${String(Object.keys(lock).length).padStart(4)} entries, ${located.length} with a host`,
)

/** The registry's answer for everything that is installed in production; undefined when it gives none. */
function askRegistry(): Advisories | undefined {
  let text: string
  try {
    text = execFileSync('npm', ['audit', '--omit=dev', '--json', '--audit'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 60_000,
    })
  } catch (error) {
    text = String((error as { stdout?: unknown }).stdout ?? '')
  }
  try {
    const { vulnerabilities } = JSON.parse(text) as { vulnerabilities?: Advisories }
    return vulnerabilities
  } catch {
    return undefined
  }
}

const SNAPSHOT = join(ROOT, 'tooling/advisories/snapshot.json')
const WAIVER = join(ROOT, 'tooling/advisories/waiver.json')
const read = <T>(file: string): T | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined
const write = (file: string, content: Snapshot | Waiver) =>
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)

const shipped = [
  ...new Set(
    [...shippedKeys].map((key) => `${key.split('node_modules/').at(-1)}@${lock[key]?.version ?? 'unknown'}`),
  ),
].sort()
const live = askRegistry()
const now = new Date()
if (process.argv.includes('--refresh')) {
  const reason = process.argv[process.argv.indexOf('--waive') + 1]
  if (live) {
    const kept = Object.entries(live).map(([name, { severity, range }]) => [name, { severity, range }])
    const advisories = Object.fromEntries(kept) as Advisories
    write(SNAPSHOT, { taken_at: now.toISOString(), packages: shipped, advisories })
    console.log(`written: ${SNAPSHOT}`)
  } else if (process.argv.includes('--waive') && reason) {
    const day = (time: number) => new Date(time).toISOString().slice(0, 10)
    const expires = day(now.getTime() + (MAX_AGE_DAYS - 1) * 86_400_000)
    write(WAIVER, { signed_at: day(now.getTime()), expires, reason, packages: shipped })
    console.log(`written: ${WAIVER}; commit it only if you answer for it`)
  } else problems.push('the registry gave no answer to the audit: there is nothing to write')
}
const verdict = judgeAdvisories({
  shipped,
  live,
  snapshot: read<Snapshot>(SNAPSHOT),
  waiver: read<Waiver>(WAIVER),
  now,
})
problems.push(...verdict.problems)
console.log(
  `${'audit'.padEnd(16)} ${String(shipped.length).padStart(4)} packages, by ${verdict.source}: ${verdict.summary}`,
)

for (const problem of problems) console.error(problem)
console.log(`licences: ${problems.length === 0 ? 'ok' : `${problems.length} problems`}`)
process.exitCode = problems.length > 0 ? 1 : 0
