import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import beatTrack from '@audio/beat-track'
import { readWav } from '../corpus/wav.ts'

const run = promisify(execFile)

/** Input of a baseline: a 16-bit WAV file, and a folder to cache the answer in. */
export interface Heard {
  readonly folder: string
  readonly mixPath: string
}

/** Answer of a baseline about a piece. */
export interface BaselineAnswer {
  /** Times in seconds; absent when the baseline does not track beats. */
  readonly beats?: readonly number[]
  /** Times in seconds, of any instrument. */
  readonly onsets?: readonly number[]
  readonly key?: { tonic: number; mode: 'major' | 'minor' }
}

export interface Baseline {
  readonly name: string
  /** Part of the name of the cached answer, so that a new version is run again. */
  readonly version: string
  /** Whether it is too slow for the usual run. */
  readonly slow?: boolean
  answer(piece: Heard): Promise<BaselineAnswer>
}

interface EssentiaVector {
  delete(): void
}
interface Essentia {
  arrayToVector(samples: Float32Array): EssentiaVector
  vectorToArray(vector: unknown): Float32Array
  BeatTrackerDegara(signal: EssentiaVector, maxTempo: number, minTempo: number): { ticks: EssentiaVector }
  BeatTrackerMultiFeature(
    signal: EssentiaVector,
    maxTempo: number,
    minTempo: number,
  ): { ticks: EssentiaVector }
  KeyExtractor(signal: EssentiaVector): { key: string; scale: string }
}

let loaded: Essentia | undefined
/** Loads essentia.js on first use. For development only: it is AGPL and never ships. */
export const essentia = (): Essentia => {
  if (loaded === undefined) {
    const { Essentia: Maker, EssentiaWASM } = createRequire(import.meta.url)('essentia.js') as {
      Essentia: new (wasm: unknown) => Essentia
      EssentiaWASM: unknown
    }
    loaded = new Maker(EssentiaWASM)
  }
  return loaded
}

/** Returns the mean of both channels, as every baseline expects. */
export async function monoMix(path: string): Promise<Float32Array> {
  const wav = await readWav(path)
  return Float32Array.from(
    { length: wav.samples.length / 2 },
    (_, i) => (wav.samples[2 * i]! + wav.samples[2 * i + 1]!) / 2,
  )
}

const NOTES = ['C', 'C#', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B']
const pitchClassOf = (name: string): number => {
  const flat: Record<string, string> = { Db: 'C#', 'D#': 'Eb', Gb: 'F#', 'G#': 'Ab', 'A#': 'Bb' }
  return NOTES.indexOf(flat[name] ?? name)
}

const linesOf = async (command: string, path: string): Promise<number[]> => {
  const { stdout } = await run(command, ['-i', path], { maxBuffer: 1e7 })
  return stdout.split('\n').filter(Boolean).map(Number)
}

const essentiaBeats = async (piece: Heard, method: 'BeatTrackerDegara' | 'BeatTrackerMultiFeature') => {
  const engine = essentia()
  const signal = engine.arrayToVector(await monoMix(piece.mixPath))
  try {
    const { ticks } = engine[method](signal, 208, 40)
    const beats = [...engine.vectorToArray(ticks)]
    ticks.delete()
    const { key, scale } = engine.KeyExtractor(signal)
    return {
      beats,
      key: { tonic: pitchClassOf(key), mode: scale === 'major' ? ('major' as const) : ('minor' as const) },
    }
  } finally {
    signal.delete()
  }
}

export const BASELINES: readonly Baseline[] = [
  {
    name: 'aubiotrack',
    version: '0.4.9',
    answer: async (piece) => ({ beats: await linesOf('aubiotrack', piece.mixPath) }),
  },
  {
    name: 'aubioonset',
    version: '0.4.9',
    answer: async (piece) => ({ onsets: await linesOf('aubioonset', piece.mixPath) }),
  },
  {
    name: 'audio-beat-track',
    version: '1.0.3',
    async answer(piece) {
      return { beats: [...beatTrack(await monoMix(piece.mixPath), { fs: 44_100 }).beats] }
    },
  },
  { name: 'essentia-degara', version: '0.1.3', answer: (piece) => essentiaBeats(piece, 'BeatTrackerDegara') },
  {
    name: 'essentia-multifeature',
    version: '0.1.3',
    slow: true,
    answer: (piece) => essentiaBeats(piece, 'BeatTrackerMultiFeature'),
  },
]

/** Runs a baseline once per piece and version, and caches the answer beside the file. */
export async function askBaseline(baseline: Baseline, piece: Heard): Promise<BaselineAnswer> {
  const path = join(piece.folder, `baseline-${baseline.name}-${baseline.version}.json`)
  if (existsSync(path)) return JSON.parse(await readFile(path, 'utf8')) as BaselineAnswer
  const answer = await baseline.answer(piece)
  await writeFile(path, JSON.stringify(answer))
  return answer
}
