/** `npm run fuzz`: the fuzz run of every service that has one, one after the other, with the same options. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, SERVICES } from './copy-tree.ts'

const scripts = SERVICES.map((service) => join(ROOT, 'services', service, 'test/fuzz/fuzz.ts')).filter(
  (file) => existsSync(file),
)
const failed = scripts.filter(
  (script) =>
    spawnSync(process.execPath, [script, ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' })
      .status !== 0,
)
process.exitCode = failed.length > 0 ? 1 : 0
