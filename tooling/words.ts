/**
 * `npm run words [-- root] [--from time] [--json]`: checks what a tool can see of the words: the subjects of commits,
 * and descriptions and summaries of every service's OpenAPI document.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from './copy-tree.ts'
import { commitFaults } from './words/commits.ts'
import { documentFaults } from './words/document.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string' }, json: { type: 'boolean' } },
})
const root = resolve(positionals[0] ?? ROOT)
const files = globSync('services/*/openapi.json', { cwd: root }).sort()
const documents = files.flatMap((file) =>
  documentFaults(file, JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, unknown>),
)
const commits = existsSync(join(root, '.git'))
  ? commitFaults(root, values.from)
  : { faults: [], checked: 0, skipped: 'there is no git history here' }

const faults = [...documents, ...commits.faults]
if (values.json) console.log(JSON.stringify(faults))
else for (const { rule, file, place, issue } of faults) console.error(`${rule}: ${file}: ${place}: ${issue}`)
if (commits.skipped) console.error(`words: commit subjects not checked: ${commits.skipped}`)
console.error(`words: ${files.length} documents, ${commits.checked} commits, ${faults.length} faults`)
process.exitCode = faults.length > 0 || files.length === 0 ? 1 : 0
