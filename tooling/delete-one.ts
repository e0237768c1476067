/**
 * `npm run delete-one [service…]`: for each service, a copy of the working tree without it, in which types, lint,
 * arrows and the unit tests of the others must stay green with no other edit.
 */
import { spawnSync } from 'node:child_process'
import { copyTree, ROOT, removeTree, SERVICES } from './copy-tree.ts'

const STEPS: readonly (readonly [name: string, ...command: string[]])[] = [
  ['types', 'npm', 'run', '--silent', 'types'],
  ['lint', 'npm', 'run', '--silent', 'lint'],
  ['arrows', 'npm', 'run', '--silent', 'arrows'],
  ['unit', 'npx', 'vitest', 'run', '--project', 'unit', 'packages/', 'services/'],
]

const wanted = process.argv.slice(2)
let passed = 0
let failed = 0
for (const service of wanted.length > 0 ? wanted : SERVICES) {
  const copy = copyTree(`without-${service}`, (file) => !file.startsWith(`services/${service}/`))
  try {
    for (const [name, command = '', ...args] of STEPS) {
      const started = performance.now()
      const { status, stdout, stderr } = spawnSync(command, args, {
        cwd: copy,
        encoding: 'utf8',
        maxBuffer: 1 << 26,
      })
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      if (status === 0) passed++
      else failed++
      console.log(`${status === 0 ? 'ok    ' : 'FAILED'} without ${service}: ${name} (${seconds} s)`)
      if (status !== 0) console.error(`${stdout}\n${stderr}`.replaceAll(copy, ROOT).slice(-3_000))
    }
  } finally {
    removeTree(copy)
  }
}
console.log(`delete-one: ${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
