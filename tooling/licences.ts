/**
 * `npm run licences`: what ships is permissive, the lockfile names no host, and no advisory of high or critical
 * severity is known for it. The advisories need the registry; when it gives no answer, that is said and not failed.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, SERVICES } from './copy-tree.ts'
import { type Lock, productionClosure } from './guards/closure.ts'
import { isPermissive } from './guards/spdx.ts'

const lock = (JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Lock })
  .packages
const problems: string[] = []

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

for (const service of SERVICES) {
  const closure = productionClosure(lock, `services/${service}`).filter((key) =>
    key.includes('node_modules/'),
  )
  const refused = closure.filter((key) => !isPermissive(licenceOf(key)))
  for (const key of refused) {
    problems.push(
      `${service} ships ${key}@${lock[key]?.version}: licence "${licenceOf(key)}" is not on the list`,
    )
  }
  console.log(
    `${service.padEnd(9)} ${String(closure.length).padStart(4)} packages ship, ${refused.length} not permissive`,
  )
}

const located = Object.entries(lock).filter(([, { resolved, link }]) => resolved !== undefined && !link)
for (const [key, { resolved }] of located) {
  problems.push(
    `package-lock.json: ${key} names a host (${resolved}); run npm install with the repository's .npmrc`,
  )
}
console.log(
  `lockfile  ${String(Object.keys(lock).length).padStart(4)} entries, ${located.length} with a host`,
)

interface Audit {
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly range: string }>>
}
function audit(): Audit | undefined {
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
    return JSON.parse(text) as Audit
  } catch {
    return undefined
  }
}
const known = audit()?.vulnerabilities
if (known) {
  const serious = Object.entries(known).filter(([, { severity }]) => /^(high|critical)$/.test(severity))
  for (const [name, { severity, range }] of serious)
    problems.push(`${name} ${range}: known advisory, ${severity}`)
  console.log(
    `audit     ${String(Object.keys(known).length).padStart(4)} advisories, ${serious.length} high or critical`,
  )
} else console.log('audit        no answer from the registry: advisories were NOT checked')

for (const problem of problems) console.error(problem)
console.log(`licences: ${problems.length === 0 ? 'ok' : `${problems.length} problems`}`)
process.exitCode = problems.length > 0 ? 1 : 0
