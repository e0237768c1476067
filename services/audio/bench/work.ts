/**
 * Measured work in a process of its own: `node bench/work.ts KIND FILE` does it once for every line on its standard input and
 * answers with a line of JSON. KIND is `beats` or `analyse` (as the commands do it), `features` (decoding and the full
 * pass over the samples), `tagger` (decoding, mel levels and one tag network) or `workers-N` (eight files over N threads). FILE may also be named by the line.
 */
import { createInterface } from 'node:readline'
import { createTransform, featuresOfFile } from '../lab/analyse-file.ts'
import { decode } from '../src/adapters/ffmpeg/decode.ts'
import { composeAnalysis, loadTagNetworks } from '../src/compose/analysis.ts'
import { composeEngine } from '../src/compose/engine.ts'
import { createPatchCollector } from '../src/domain/tags/patch-collector.ts'

/** What one piece of work took; processor time is that of this process, without ffmpeg. */
export interface Measured {
  readonly wallMs: number
  readonly cpuMs: number
  /** The most so far. */
  readonly peakRssMb: number
}

/** Decodes a file as the engine does and tags it with one network. */
async function oneNetwork(): Promise<(path: string) => Promise<unknown>> {
  const { mtt } = await loadTagNetworks(createTransform)
  return async (path) => {
    const collector = createPatchCollector(createTransform)
    for await (const block of decode(path, { sampleRateHz: 44_100, channels: 1 })) collector.push(block)
    return collector
      .finish()
      .map(({ levels }) => mtt.tag(Float32Array.from(levels, (level) => level / 10_000)))
  }
}

const FILES = 8
const NO_LIMIT = { maxDurationSeconds: Number.POSITIVE_INFINITY }

async function workOf(kind: string): Promise<(path: string) => Promise<unknown>> {
  if (kind === 'features') return (path) => featuresOfFile(path)
  if (kind === 'tagger') return oneNetwork()
  if (kind.startsWith('workers-')) {
    const engine = composeEngine(Number(kind.slice(8)))
    return (path) =>
      Promise.all(Array.from({ length: FILES }, () => engine.analyse(path, { ...NO_LIMIT, depth: 'full' })))
  }
  const analyse = await composeAnalysis()
  return (path) => analyse(path, { ...NO_LIMIT, depth: kind === 'beats' ? 'rhythm' : 'full' })
}

if (import.meta.main) {
  const [kind = 'analyse', path = ''] = process.argv.slice(2)
  const work = await workOf(kind)
  for await (const line of createInterface({ input: process.stdin })) {
    const started = performance.now()
    const before = process.cpuUsage()
    await work(line || path)
    const { user, system } = process.cpuUsage(before)
    const measured: Measured = {
      wallMs: performance.now() - started,
      cpuMs: (user + system) / 1000,
      peakRssMb: process.resourceUsage().maxRSS / 1024,
    }
    console.log(JSON.stringify(measured))
  }
  process.exit(0)
}
