/**
 * `npm run readme [file…]`: executes what the READMEs and the pages of docs/ promise.
 *
 * Every ```sh block of a file runs in order, in one bash (`-euo pipefail`) and one temporary folder per file, with
 * ASSAY_REPO set to the repository. A ```text block after it is its expected output, `…` standing for anything.
 * A server may be started with `&`; everything the file started is ended with it.
 */
import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { ROOT, SERVICES } from './copy-tree.ts'
import { buildPage } from './pack.ts'
import { type Block, matchesExpected, readBlocks } from './readme/blocks.ts'

/** Ends a page that hangs: well above five times what the longest page takes on an idle machine. */
const FILE_WITHIN_MS = 600_000
/**
 * What is given to the blocks from here: enough to find programs, nothing that would configure a service. The archive of an
 * empty database, where there is one, is what the published packages bring along (smoke-pack starts those without it).
 */
const PASSED_ON = ['PATH', 'HOME', 'USER', 'LANG', 'ONNXRUNTIME_NODE_INSTALL', 'EMBEDDED_TEMPLATE']

interface Outcome {
  readonly block: Block
  readonly output: string
  readonly problem?: string
}

/** One script of all blocks, with a mark after each on standard output, so that variables and background jobs carry on. */
async function runFile(blocks: readonly Block[]): Promise<Outcome[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-readme-'))
  const mark = (index: number) => `\u001e${index}\u001e`
  const script = blocks.map(({ script }, index) => `${script}\nprintf '%s' $'\\x1e${index}\\x1e'\n`).join('')
  const env = Object.fromEntries(
    PASSED_ON.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: folder,
    env: { ...env, ASSAY_REPO: ROOT },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (errors += text))
  const endGroup = (signal: NodeJS.Signals) => {
    try {
      process.kill(-(child.pid as number), signal)
    } catch {
      // The group has ended already.
    }
  }
  let late = false
  const timer = setTimeout(() => {
    late = true
    endGroup('SIGKILL')
  }, FILE_WITHIN_MS)
  // `exit`, not `close`: a background server keeps the pipes open.
  const code = await new Promise<number | null>((done) => child.once('exit', (value) => done(value)))
  clearTimeout(timer)
  await new Promise((done) => setTimeout(done, 100))
  endGroup('SIGTERM')
  await new Promise((done) => setTimeout(done, 500))
  endGroup('SIGKILL')
  child.stdout.destroy()
  child.stderr.destroy()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

  let rest = output
  let broken = false
  return blocks.map((block, index): Outcome => {
    if (broken) return { block, output: '', problem: 'not reached' }
    const end = rest.indexOf(mark(index))
    if (end < 0) {
      broken = true
      const why = late ? `not finished after ${FILE_WITHIN_MS / 1000} s` : `exit code ${code}`
      return { block, output: rest, problem: `${why}\n${rest.slice(-1_500)}${errors.slice(-1_500)}` }
    }
    const text = rest.slice(0, end)
    rest = rest.slice(end + mark(index).length)
    if (block.expected !== undefined && !matchesExpected(text, block.expected)) {
      return { block, output: text, problem: `expected\n${block.expected}got\n${text}` }
    }
    return { block, output: text }
  })
}

const given = process.argv.slice(2).map((file) => resolve(file))
const pages = [
  'README.md',
  ...SERVICES.map((name) => `services/${name}/README.md`),
  ...globSync('docs/**/*.md', { cwd: ROOT }).sort(),
]
const files = given.length > 0 ? given : pages.map((file) => join(ROOT, file)).filter(existsSync)
// A service without its page says so in its log. A file from elsewhere starts none.
if (files.some((file) => !relative(ROOT, file).startsWith('..')))
  await Promise.all(SERVICES.map((service) => buildPage(`services/${service}`)))
let passed = 0
let failed = 0
for (const file of files) {
  const blocks = readBlocks(readFileSync(file, 'utf8'))
  if (blocks.length === 0 && given.length === 0) continue
  const started = performance.now()
  for (const { block, problem } of blocks.length > 0 ? await runFile(blocks) : []) {
    if (problem === undefined) passed++
    else {
      failed++
      console.error(`FAILED ${relative(ROOT, file)}:${block.line}: ${problem}`)
    }
  }
  console.log(
    `${relative(ROOT, file)}: ${blocks.length} blocks in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  )
}
console.log(`readme: ${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
