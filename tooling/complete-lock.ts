/**
 * npm runs this after it has changed node_modules (root script `dependencies`): adds to package-lock.json the binary
 * packages of other platforms that the registry did not carry, so that `npm ci` accepts the lock everywhere.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lock } from './guards/closure.ts'
import { missingPlatformEntries } from './guards/platform-entries.ts'

const path = join(import.meta.dirname, '../package-lock.json')
const lockfile = JSON.parse(readFileSync(path, 'utf8')) as { packages: Lock }
const missing = missingPlatformEntries(lockfile.packages)
if (Object.keys(missing).length > 0) {
  const sorted = Object.entries({ ...lockfile.packages, ...missing }).sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(path, `${JSON.stringify({ ...lockfile, packages: Object.fromEntries(sorted) }, null, 2)}\n`)
  console.log(`package-lock.json: ${Object.keys(missing).length} packages of other platforms added`)
}
