/**
 * Scores stems of the DSP engine on the held-out half of the corpus: `node lab/stems.ts`. `--ci` scores eight pieces,
 * `--tuning` the half that the constants were chosen on (figures only), `--fresh` the pieces written later, `--verbose`
 * prints one line per piece.
 */

import { runOptions } from '@assay/kit/testing-options'
import { atLeast, atMost, figure, type Row, report } from '@assay/kit/testing-report'
import { loadTransforms } from '../src/adapters/pffft/create-transform.ts'
import { createSeparator, DSP_ENGINE } from '../src/domain/stems/separate.ts'
import {
  joinBlocks,
  STEM_NAMES,
  type StemBlocks,
  type StemName,
  type StemQuality,
} from '../src/domain/stems/stem.ts'
import type { Half } from './corpus/piece.ts'
import { CI_IDS, piecesOf, RELATED_FONT } from './corpus/pieces.ts'
import { renderPiece } from './corpus/render.ts'
import { readWav } from './corpus/wav.ts'
import { siSdrDb } from './scoring/si-sdr.ts'

const transforms = await loadTransforms()
const BLOCK_FRAMES = 16_384
/** A stem below −30 dB of the mix is nearly absent, and its ratio means nothing. */
const LEAST_POWER_SHARE = 1e-3
/** Minimum mean gain over the mix, dB, on the held-out half and on the fresh pieces. */
const GAIN_BOUNDS_DB: Partial<Record<StemName, number>> = { drums: 7, bass: 6 }
/** Minimum median SI-SDR of a stem, dB, for a label: below 0 it contains more error than stem. */
const LABEL_NEEDS_DB: Partial<Record<StemQuality, number>> = { useful: 0, rough: -5 }
const SPEED_BOUND = 10

const power = (samples: Float32Array): number => samples.reduce((sum, x) => sum + x * x, 0)
const mean = (values: readonly number[]): number =>
  values.reduce((sum, x) => sum + x, 0) / Math.max(1, values.length)
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

interface Separated {
  readonly stems: StemBlocks
  /** Processor time of this process; elapsed time would depend on other processes. */
  readonly cpuSeconds: number
}

function separate(mix: Float32Array, sampleRateHz: number): Separated {
  const engine = createSeparator({ createTransform: transforms, sampleRateHz, channels: 2 })
  const parts: StemBlocks[] = []
  const before = process.cpuUsage()
  for (let at = 0; at < mix.length; at += 2 * BLOCK_FRAMES)
    parts.push(engine.push(mix.subarray(at, at + 2 * BLOCK_FRAMES)))
  parts.push(engine.finish())
  const { user, system } = process.cpuUsage(before)
  return { stems: joinBlocks(parts), cpuSeconds: (user + system) / 1e6 }
}

/** Seconds of each piece that are also separated as mono. */
const MONO_SECONDS = 40

/** Returns the mean of both channels on both channels, as a mono file is decoded. */
const asMono = (samples: Float32Array): Float32Array =>
  samples.map((_, i) => (samples[i & ~1]! + samples[i | 1]!) / 2)

/** Returns the gain of `other` over the mix when the beginning of a piece is separated as mono, dB. */
function monoGainDb(mix: Float32Array, other: Float32Array, sampleRateHz: number): number {
  const mono = asMono(mix.subarray(0, 2 * MONO_SECONDS * sampleRateHz))
  const truth = asMono(other.subarray(0, mono.length))
  return siSdrDb(truth, separate(mono, sampleRateHz).stems.other) - siSdrDb(truth, mono)
}

/** Returns the largest difference between the sum of the stems and the mix, as a share of full scale. */
function reconstructionError(mix: Float32Array, stems: StemBlocks): number {
  let worst = 0
  for (let i = 0; i < mix.length; i++) {
    const sum = stems.drums[i]! + stems.bass[i]! + stems.other[i]! + stems.vocals[i]!
    worst = Math.max(worst, Math.abs(sum - mix[i]!))
  }
  return worst
}

export interface StemBenchOptions {
  readonly half?: Half
  readonly ci?: boolean
  /** Called for every finished piece. */
  readonly onPiece?: (id: string, gainsDb: Readonly<Partial<Record<StemName, number>>>) => void
}

/**
 * Returns the rows of the stems: mean gain of SI-SDR over using the mix as the stem (with bounds, except on the tuning
 * half), the median SI-SDR that each label needs, reconstruction error and speed. In CI the bounds are half, as for
 * every bench.
 */
export async function stemRows(options: StemBenchOptions = {}): Promise<Row[]> {
  const half = options.half ?? 'held-out'
  const slack = options.ci === true ? 2 : 1
  const specs = piecesOf(half).filter((piece) => options.ci !== true || CI_IDS.includes(piece.id))
  const gains = Object.fromEntries(STEM_NAMES.map((name) => [name, [] as number[]])) as Record<
    StemName,
    number[]
  >
  const ratios = structuredClone(gains)
  const unrelated = structuredClone(gains)
  const monoGains: number[] = []
  let audioSeconds = 0
  let cpuSeconds = 0
  let error = 0
  for (const spec of specs) {
    const piece = await renderPiece(spec)
    const { samples: mix, sampleRateHz } = await readWav(piece.mixPath)
    const separated = separate(mix, sampleRateHz)
    audioSeconds += mix.length / 2 / sampleRateHz
    cpuSeconds += separated.cpuSeconds
    error = Math.max(error, reconstructionError(mix, separated.stems))
    const mixPower = power(mix)
    const own: Partial<Record<StemName, number>> = {}
    for (const name of STEM_NAMES) {
      const { samples: truth } = await readWav(piece.stemPaths[name])
      if (power(truth) < LEAST_POWER_SHARE * mixPower) continue
      const ratio = siSdrDb(truth, separated.stems[name])
      own[name] = ratio - siSdrDb(truth, mix)
      if (name === 'other') monoGains.push(monoGainDb(mix, truth, sampleRateHz))
      gains[name].push(own[name])
      ratios[name].push(ratio)
      if (spec.soundfont !== RELATED_FONT) unrelated[name].push(own[name])
    }
    options.onPiece?.(spec.id, own)
  }
  const rows: Row[] = []
  for (const name of STEM_NAMES) {
    const bound = half !== 'tuning' ? GAIN_BOUNDS_DB[name] : undefined
    const title = `stems, ${name}: SI-SDR gain over the mix, dB (${gains[name].length} pieces)`
    const value = mean(gains[name])
    rows.push(bound === undefined ? figure(title, value) : atLeast(title, value, bound / slack))
    rows.push(figure(`stems, ${name}: least gain of a piece, dB`, Math.min(...gains[name])))
    if (bound !== undefined && half === 'held-out')
      rows.push(
        figure(`stems, ${name}: gain without the font related to the tuning one, dB`, mean(unrelated[name])),
      )
  }
  for (const name of STEM_NAMES) {
    const label = DSP_ENGINE.quality[name]
    const needed = half !== 'tuning' ? LABEL_NEEDS_DB[label] : undefined
    const title = `stems, ${name}: median SI-SDR, dB, labelled “${label}”`
    const value = median(ratios[name])
    rows.push(needed === undefined ? figure(title, value) : atLeast(title, value, needed))
  }
  rows.push(
    atLeast(
      `stems of mono, other: least SI-SDR gain of a piece over the mix, dB (${monoGains.length} pieces)`,
      Math.min(...monoGains),
      0,
    ),
    figure('stems of mono, other: mean SI-SDR gain over the mix, dB', mean(monoGains)),
  )
  rows.push(atMost('stems, sum of the four less the mix, of full scale', error, 2 ** -22))
  rows.push(
    atLeast('stems, × real time by CPU time of our process', audioSeconds / cpuSeconds, SPEED_BOUND / slack),
  )
  return rows
}

if (import.meta.main) {
  const { is } = runOptions({ flags: ['tuning', 'fresh', 'ci', 'verbose'] })
  report(
    await stemRows({
      half: is.tuning ? 'tuning' : is.fresh ? 'fresh' : 'held-out',
      ci: is.ci,
      onPiece: (id, gainsDb) => {
        if (!is.verbose) return
        const cells = Object.entries(gainsDb).map(([name, value]) => `${name} ${value.toFixed(1)}`)
        console.log(`${id.padEnd(30)} ${cells.join('  ')}`)
      },
    }),
  )
}
