/**
 * Speed and memory: `npm run bench -w @assay/audio`, on a piece repeated to three minutes; `--full` adds the lengths from one
 * minute to two hours. What is compared takes turns, and the median of the turns' ratios counts: the machine's speed
 * changes within a run. `--ci` halves every bound, because a shared machine is noisy.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { runOptions } from '@assay/kit/testing-options'
import { atLeast, atMost, figure, type Row, report } from '@assay/kit/testing-report'
import { essentia, monoMix } from '../lab/baselines/baselines.ts'
import { PIECES } from '../lab/corpus/pieces.ts'
import { corpusFolder, renderPiece } from '../lab/corpus/render.ts'
import type { Measured } from './work.ts'

const run = promisify(execFile)
const { full, ci } = runOptions({ flags: ['full', 'ci'] }).is
const slack = ci ? 2 : 1

const folder = join(corpusFolder(), 'bench')
await mkdir(folder, { recursive: true })
const source = await renderPiece(PIECES.find((piece) => piece.id.includes('house-126'))!)

/** The piece repeated to a length, once, as wav and mp3. */
async function longFile(seconds: number, kind: 'wav' | 'mp3'): Promise<string> {
  const path = join(folder, `loop-${seconds}.${kind}`)
  if (existsSync(path)) return path
  const codec = kind === 'mp3' ? ['-b:a', '192k'] : []
  const loop = ['-stream_loop', '-1', '-i', source.mixPath, '-t', String(seconds)]
  await run('ffmpeg', ['-v', 'error', '-y', ...loop, ...codec, path])
  return path
}

interface WorkProcess {
  once(path?: string): Promise<Measured>
  end(): void
}

/** A process that is up, as the service is; `before` are words before its command. */
function startWork(kind: string, path: string, ...before: string[]): WorkProcess {
  const [command, ...words] = [...before, process.execPath, join(import.meta.dirname, 'work.ts'), kind, path]
  const child = spawn(command!, words, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async once(other = '') {
      child.stdin.write(`${other}\n`)
      const { value, done } = await lines.next()
      if (done) throw new Error(`${kind}: the process ended`)
      return JSON.parse(value) as Measured
    },
    end: () => child.stdin.end(),
  }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

/** Two measurements in turns, after one of each that does not count: the medians and the median of the ratios. */
async function inTurns(turns: number, first: () => Promise<number>, second: () => Promise<number>) {
  await first()
  await second()
  const firsts: number[] = []
  const seconds: number[] = []
  for (let i = 0; i < turns; i++) {
    firsts.push(await first())
    seconds.push(await second())
  }
  return {
    first: median(firsts),
    second: median(seconds),
    ratio: median(firsts.map((x, i) => x / seconds[i]!)),
  }
}

const timed = async (task: () => Promise<unknown> | unknown): Promise<number> => {
  const started = performance.now()
  await task()
  return performance.now() - started
}
const command = (name: string, ...words: string[]) => timed(() => run(name, words, { maxBuffer: 1e8 }))
/** Ours from the shell. An installed package is JavaScript; here Node strips types from the first files unless it kept them. */
const ownCommand = (...words: string[]) =>
  timed(() =>
    run(process.execPath, words, {
      maxBuffer: 1e8,
      env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') },
    }),
  )

/** Most memory that a command of ours holds; ffmpeg is a process of its own. */
async function peakRssMb(words: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, words, { stdio: 'ignore' })
  let peakKb = 0
  const watch = setInterval(() => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    peakKb = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? peakKb)
  }, 100)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearInterval(watch)
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`)
  return peakKb / 1024
}

const SECONDS = 180
const wav = await longFile(SECONDS, 'wav')
const mp3 = await longFile(SECONDS, 'mp3')
const rows: Row[] = []

// Beats against the C library and the WebAssembly one.
const beats = startWork('beats', wav)
const ownBeats = async (path?: string) => (await beats.once(path)).wallMs
const aubio = await inTurns(
  9,
  () => ownBeats(),
  () => command('aubiotrack', '-i', wav),
)
rows.push(atMost('beats over aubiotrack, wall time, decoding included', aubio.ratio, slack, 1))
rows.push(figure('  beats, ms', aubio.first), figure('  aubiotrack, ms', aubio.second))
const ofMp3 = await inTurns(
  5,
  () => ownBeats(mp3),
  () => command('aubiotrack', '-i', mp3),
)
rows.push(figure('  the same of an mp3', ofMp3.ratio))
const MAIN = join(import.meta.dirname, '../src/cli/main.ts')
const wholeCommand = await inTurns(
  9,
  () => ownCommand(MAIN, 'beats', wav),
  () => command('aubiotrack', '-i', wav),
)
rows.push(figure('`assay-audio beats` from the shell, start included, over aubiotrack', wholeCommand.ratio))

const signal = essentia().arrayToVector(await monoMix(wav))
const degara = await inTurns(
  3,
  () => timed(() => essentia().BeatTrackerDegara(signal, 208, 40).ticks.delete()),
  () => ownBeats(),
)
signal.delete()
rows.push(atLeast('essentia degara (decoding left out) over beats, wall time', degara.ratio, 3 / slack))
beats.end()

// The whole analysis with ffmpeg, on one core.
const analyse = startWork('analyse', wav, 'taskset', '-c', '0')
const walls: number[] = []
for (let i = 0; i < 4; i++) walls.push((await analyse.once()).wallMs)
analyse.end()
rows.push(
  atLeast(
    'analyse with tags and without stems, × real time, ffmpeg and all on one core',
    (SECONDS * 1000) / median(walls.slice(1)),
    30 / slack,
  ),
)
rows.push(figure('  the same in a process that has just started', (SECONDS * 1000) / walls[0]!))

const tagger = startWork('tagger', wav, 'taskset', '-c', '0')
const tagging: number[] = []
for (let i = 0; i < 4; i++) tagging.push((await tagger.once()).wallMs)
tagger.end()
rows.push(
  atLeast(
    'one tag network, three seconds of every eight, × real time, decoding and all on one core',
    (SECONDS * 1000) / median(tagging.slice(1)),
    60 / slack,
  ),
)

const features = startWork('features', mp3)
const decoding = await inTurns(
  7,
  async () => (await features.once()).wallMs,
  () => command('ffmpeg', '-v', 'error', '-threads', '1', '-i', mp3, '-f', 'null', '-'),
)
features.end()
rows.push(atMost('features of an mp3 over ffmpeg decoding it alone', decoding.ratio, 4 * slack))

const one = startWork('workers-1', wav)
const two = startWork('workers-2', wav)
const workers = await inTurns(
  3,
  async () => (await one.once()).wallMs,
  async () => (await two.once()).wallMs,
)
one.end()
two.end()
rows.push(atLeast('two workers over one, throughput of eight files', workers.ratio, 1.5 / slack))

if (full) {
  // A fresh process spends more on compiling than on a minute of audio, so the lengths are compared in a warm one.
  const warm = startWork('analyse', await longFile(600, 'mp3'))
  await warm.once()
  const lengths = [1, 10, 60, 120]
  const perMinute = new Map(lengths.map((minutes) => [minutes, [] as number[]]))
  for (let turn = 0; turn < 3; turn++) {
    for (const minutes of lengths) {
      const path = await longFile(60 * minutes, 'mp3')
      // Ten minutes of audio at least: a single minute takes as long as the compiler's own threads now and then.
      const files = Math.max(1, 10 / minutes)
      let cpuMs = 0
      for (let file = 0; file < files; file++) cpuMs += (await warm.once(path)).cpuMs
      perMinute.get(minutes)!.push(cpuMs / (files * minutes))
    }
  }
  warm.end()
  const costs = lengths.map((minutes) => median(perMinute.get(minutes)!))
  for (const [i, minutes] of lengths.entries())
    rows.push(figure(`${minutes} min, CPU ms per minute`, costs[i]!))
  rows.push(
    atMost(
      'CPU time per minute, dearest over cheapest of 1, 10, 60 and 120 min',
      Math.max(...costs) / Math.min(...costs),
      1 + 0.15 * slack,
    ),
  )
  const out = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  const words = [MAIN, 'analyze', await longFile(7200, 'mp3'), '--out', out]
  rows.push(
    atMost('two hours: the command `analyze --out`, peak resident memory, MB', await peakRssMb(words), 400),
  )
  rmSync(out, { recursive: true })
  rows.push(figure('two hours, × real time by CPU time of our process', 60_000 / costs.at(-1)!))
}
report(rows)
