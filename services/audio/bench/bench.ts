/**
 * Speed and memory: `npm run bench -w @assay/audio`. Times are the best of several runs on a piece repeated to three
 * minutes; `--full` adds the two-hour file. `--ci` halves every bound, because a shared machine is noisy.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { monoMix } from './baselines/baselines.ts'
import { PIECES } from './corpus/pieces.ts'
import { corpusFolder, renderPiece } from './corpus/render.ts'
import { atLeast, atMost, figure, type Row, report } from './report.ts'

const run = promisify(execFile)
const full = process.argv.includes('--full')
const slack = process.argv.includes('--ci') ? 2 : 1
const RUNS = 3

const folder = join(corpusFolder(), 'bench')
await mkdir(folder, { recursive: true })
const source = await renderPiece(PIECES.find((piece) => piece.id.includes('house-126'))!)

/** The piece repeated to a length, once, as wav and mp3. */
async function longFile(seconds: number, kind: 'wav' | 'mp3'): Promise<string> {
  const path = join(folder, `loop-${seconds}.${kind}`)
  if (existsSync(path)) return path
  const codec = kind === 'mp3' ? ['-b:a', '192k'] : []
  await run('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-stream_loop',
    '-1',
    '-i',
    source.mixPath,
    '-t',
    String(seconds),
    ...codec,
    path,
  ])
  return path
}

interface WorkAnswer {
  readonly wallMs: number
  readonly peakRssMb: number
  readonly cpuMs: number
}

/** A fresh process per measurement; the child reports its own time without start-up. */
async function work(kind: string, path: string, warmUp?: string): Promise<WorkAnswer> {
  const script = join(import.meta.dirname, 'work.ts')
  const { stdout } = await run(process.execPath, [
    script,
    kind,
    path,
    ...(warmUp === undefined ? [] : [warmUp]),
  ])
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as WorkAnswer
}

async function best(measure: () => Promise<number>, runs = RUNS): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < runs; i++) least = Math.min(least, await measure())
  return least
}

const timed = async (task: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await task()
  return performance.now() - started
}

const SECONDS = 180
const wav = await longFile(SECONDS, 'wav')
const mp3 = await longFile(SECONDS, 'mp3')
const rows: Row[] = []

const beatsMs = await best(async () => (await work('beats', wav)).wallMs)
const aubioMs = await best(() => timed(() => run('aubiotrack', ['-i', wav], { maxBuffer: 1e8 })))
rows.push(atMost('beats, wall time over aubiotrack (decode included)', beatsMs / aubioMs, slack, 1))

const { Essentia, EssentiaWASM } = createRequire(import.meta.url)('essentia.js') as {
  Essentia: new (
    wasm: unknown,
  ) => {
    arrayToVector(x: Float32Array): unknown
    BeatTrackerDegara(s: unknown, a: number, b: number): unknown
  }
  EssentiaWASM: unknown
}
const samples = await monoMix(wav)
const degaraMs = await best(async () => {
  const engine = new Essentia(EssentiaWASM)
  return timed(async () => engine.BeatTrackerDegara(engine.arrayToVector(samples), 208, 40))
}, 1)
rows.push(atLeast('essentia degara over beats, wall time', degaraMs / beatsMs, 3 / slack))

let analyseCpu = Number.POSITIVE_INFINITY
const analyseMs = await best(async () => {
  const answer = await work('analyse', wav)
  analyseCpu = Math.min(analyseCpu, answer.cpuMs)
  return answer.wallMs
})
rows.push(
  atLeast(
    'analyse without stems, × real time by CPU time of our process',
    (SECONDS * 1000) / analyseCpu,
    30 / slack,
  ),
)
rows.push(figure('analyse without stems, × real time by wall time', (SECONDS * 1000) / analyseMs))

const decodeMs = await best(() =>
  timed(() => run('ffmpeg', ['-v', 'error', '-threads', '1', '-i', mp3, '-f', 'null', '-'])),
)
const featuresMs = await best(async () => (await work('features', mp3)).wallMs)
rows.push(atMost('features of an mp3 over ffmpeg decoding it alone', featuresMs / decodeMs, 4 * slack))

// In turns, so that a neighbour's burst of work meets both.
let oneMs = Number.POSITIVE_INFINITY
let twoMs = Number.POSITIVE_INFINITY
for (let round = 0; round < (full ? 3 : 2); round++) {
  oneMs = Math.min(oneMs, (await work('workers-1', wav)).wallMs)
  twoMs = Math.min(twoMs, (await work('workers-2', wav)).wallMs)
}
rows.push(atLeast('two workers over one, throughput of eight files', oneMs / twoMs, 1.5 / slack))

if (full) {
  const long = await work('analyse', await longFile(7200, 'mp3'))
  rows.push(atMost('two hours, peak resident memory, MB', long.peakRssMb, 400))
  // A fresh process spends more on compiling than on a minute of audio, so the lengths are compared in warm ones.
  const minute = await longFile(60, 'mp3')
  const perMinute = []
  for (const minutes of [1, 10, 60, 120]) {
    const path = await longFile(60 * minutes, 'mp3')
    const measure = async () => (await work('analyse', path, await longFile(600, 'mp3'))).cpuMs / minutes
    perMinute.push(await best(measure, minutes > 10 ? 1 : RUNS))
    rows.push(figure(`${minutes} min in a warm process, CPU ms per minute`, perMinute.at(-1)!))
  }
  rows.push(
    atMost(
      'CPU time per minute in a warm process, dearest over cheapest of 1, 10, 60 and 120 min',
      Math.max(...perMinute) / Math.min(...perMinute),
      1 + 0.15 * slack,
    ),
  )
  rows.push(figure('one minute in a cold process, CPU ms', (await work('analyse', minute)).cpuMs))
  rows.push(figure('two hours, × real time by CPU time', 7_200_000 / long.cpuMs))
}
report(rows)
