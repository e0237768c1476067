/**
 * Measured work in a process of its own: `node bench/work.ts KIND FILE [TIMES]` does it once to warm up, then TIMES times (3),
 * and prints a JSON line of wall and processor milliseconds of each. KIND is `beats`, `analyse` (as the commands do it),
 * `features` (decoding and the full pass over the samples) or `workers-N` (eight files over N threads). `cold` before KIND leaves
 * out the warm-up.
 */
import { decode } from '../src/adapters/ffmpeg/decode.ts'
import { probe } from '../src/adapters/ffmpeg/probe.ts'
import { loadTransforms } from '../src/adapters/pffft/create-transform.ts'
import { composeEngine } from '../src/compose-engine.ts'
import { analyseFile } from '../src/operations/analyse-file.ts'
import { featuresOfFile } from './analyse-file.ts'

const FILES = 8
const NO_LIMIT = { maxDurationSeconds: Number.POSITIVE_INFINITY }

async function workOf(kind: string, path: string): Promise<() => Promise<unknown>> {
  if (kind === 'features') return () => featuresOfFile(path)
  if (kind.startsWith('workers-')) {
    const engine = composeEngine(Number(kind.slice(8)))
    return () =>
      Promise.all(
        Array.from({ length: FILES }, () => engine.analyse(path, { ...NO_LIMIT, depth: 'full' })),
      )
  }
  const analyse = analyseFile({ decoder: { probe, decode }, createTransform: await loadTransforms() })
  return () => analyse(path, { ...NO_LIMIT, depth: kind === 'beats' ? 'rhythm' : 'full' })
}

const words = process.argv.slice(2)
const cold = words[0] === 'cold'
const [kind = 'analyse', path = '', times = '3'] = cold ? words.slice(1) : words
const work = await workOf(kind, path)
if (!cold) await work()
const wallMs: number[] = []
const cpuMs: number[] = []
for (let i = 0; i < Number(times); i++) {
  const started = performance.now()
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  wallMs.push(performance.now() - started)
  cpuMs.push((user + system) / 1000)
}
console.log(JSON.stringify({ wallMs, cpuMs, peakRssMb: process.resourceUsage().maxRSS / 1024 }))
process.exit(0)
