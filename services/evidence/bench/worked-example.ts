/**
 * `npm run example -w @assay/evidence`: writes docs/worked-example.md and its pictures from the domain's own functions.
 * With `--check` it writes nothing and fails where a file no longer says what the code computes.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FEATURE, observationOf } from './worked-example/case.ts'
import { candidatesPlot, truthPlot } from './worked-example/plots.ts'
import { page } from './worked-example/text.ts'

const DOCS = join(import.meta.dirname, '../docs')

const files: Readonly<Record<string, string>> = {
  'worked-example.md': page(),
  'worked-example-candidates.svg': candidatesPlot(observationOf(FEATURE)),
  'worked-example-truth.svg': truthPlot(),
}

if (process.argv.includes('--check')) {
  const stale = Object.entries(files).filter(
    ([name, text]) => !existsSync(join(DOCS, name)) || readFileSync(join(DOCS, name), 'utf8') !== text,
  )
  for (const [name] of stale) console.error(`docs/${name} is stale; run npm run example -w @assay/evidence`)
  console.log(`${Object.keys(files).length - stale.length} passed, ${stale.length} failed`)
  process.exitCode = stale.length > 0 ? 1 : 0
} else {
  mkdirSync(DOCS, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(DOCS, name), text)
  console.log(Object.keys(files).join('\n'))
}
