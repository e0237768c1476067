/**
 * `npm run proof [-- --full] [-- --only text] [-- --record] [-- --json]`: runs the proofs of operation and prints one table of
 * claims with figures, bounds and verdicts. The short form takes a few minutes; `--full` runs the long form of each (hours).
 * `--record` writes the results to `docs/proof.md`, beside the last ones of proofs that were not run. It is no step of
 * `.ci/run`: each short form is one already.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT, SERVICES } from './copy-tree.ts'
import {
  type Proof,
  type ProofResult,
  proofPage,
  proofTable,
  type RecordedProofs,
  rowsOf,
  withResults,
} from './proof/table.ts'

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})

/** Scripts that prove something about operation. Others are about accuracy and speed and have pages of their own. */
const OPERATION =
  /^(proof|ha|load|rehearse|deployment|smoke-image|release|fuzz|hostile|bench:partitions|processes)/

/** Returns the proofs of one package: the script with `:full`, else the one with `:ci`, under one title. */
function proofsOf(folder: string): Proof[] {
  const file = join(ROOT, folder, 'package.json')
  if (!existsSync(file)) return []
  const scripts = Object.keys((JSON.parse(readFileSync(file, 'utf8')) as { scripts?: object }).scripts ?? {})
  const titles = new Set(
    scripts
      .filter((name) => OPERATION.test(name) && /:(ci|full)$/.test(name))
      .map((name) => name.replace(/:(ci|full)$/, '')),
  )
  return [...titles].map((title) => ({
    title: folder === '.' ? title : `${folder.split('/').at(-1)} ${title}`,
    folder,
    // Without a long form the short one is all there is.
    script: `${title}${scripts.includes(`${title}:full`) && (values.full || !scripts.includes(`${title}:ci`)) ? ':full' : ':ci'}`,
    exists: values.full || scripts.includes(`${title}:ci`),
  }))
}

/** Runs a script and returns its output. */
function run({ folder, script }: Proof): Promise<{ output: string; code: number | null }> {
  return new Promise((done, fail) => {
    const child = spawn('npm', ['run', '--silent', '--prefix', folder, script], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NO_COLOR: '1' },
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      output += piece
    })
    child.once('error', fail)
    child.once('close', (code) => done({ output, code }))
  })
}

const proofs = ['.', 'packages/kit', ...SERVICES.map((service) => `services/${service}`)].flatMap(proofsOf)
/** Whether `--only` asks for a proof: by its whole title, or by a part when no title is equal to it. */
const chosen = ({ title }: Proof): boolean =>
  values.only === undefined ||
  (proofs.some((proof) => proof.title === values.only) ? title === values.only : title.includes(values.only))
const results: ProofResult[] = []
for (const proof of proofs) {
  if (!proof.exists || !chosen(proof)) {
    results.push({ proof, rows: undefined, seconds: 0 })
    continue
  }
  const started = performance.now()
  const { output, code } = await run(proof)
  const seconds = (performance.now() - started) / 1000
  results.push({ proof, rows: rowsOf(proof.title, output, code), seconds })
  process.stderr.write(`${proof.title}: ${seconds.toFixed(0)} s\n`)
}
console.log(proofTable(results))
if (values.json) console.log(JSON.stringify({ rows: results.flatMap(({ rows = [] }) => rows) }))
if (values.record) {
  const file = join(ROOT, 'docs/proof.json')
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RecordedProofs) : {}
  const recorded = withResults(before, results, new Date().toISOString().slice(0, 10))
  writeFileSync(file, `${JSON.stringify(recorded, undefined, 1)}\n`)
  writeFileSync(join(ROOT, 'docs/proof.md'), proofPage(proofs, recorded))
}
process.exitCode = results.some(({ rows }) => rows?.some(({ ok }) => !ok)) ? 1 : 0
