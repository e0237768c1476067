import { type Chroma, meanChroma } from '../tonality/chroma.ts'
import { onsetsNear } from './hypotheses.ts'

/** Bars of a track. */
export interface Downbeats {
  /** 3 or 4; 0 when there are too few beats. */
  readonly beatsPerBar: number
  /** Times of the downbeats in seconds, a subset of the beats. */
  readonly downbeats: readonly number[]
  /**
   * Clarity, 0 to 1: how much better the beats fit the bars than by chance, times the margin of this metre over the
   * other (half at a tie). 0 when nothing is accented; four beats per bar are then only the most common metre.
   */
  readonly confidence: number
}

/** Cues at each beat: kick, snare, their common accent and change of harmony, each with about unit deviation. */
interface BeatCues {
  readonly kick: number[]
  readonly snare: number[]
  /** Mean of kick and snare when they rise and fall together, as with clicks and hand claps; 0 when they alternate. */
  readonly accent: number[]
  readonly harmony: number[]
}

type Template = Readonly<Record<keyof BeatCues, readonly number[]>>

/**
 * Typical cues of each beat of a bar: harmony changes and kick on one, snare on two and four (two and three in a
 * waltz). Each row has zero mean. These are the common drum patterns of the metres, not fitted to data.
 */
const TEMPLATES: Readonly<Record<number, Template>> = {
  4: {
    kick: [1, -0.6, 0.2, -0.6],
    snare: [-1, 1, -1, 1],
    accent: [3, -1, -1, -1],
    harmony: [1, -0.4, -0.2, -0.4],
  },
  3: { kick: [1, -0.5, -0.5], snare: [-1, 0.5, 0.5], accent: [2, -1, -1], harmony: [1, -0.5, -0.5] },
}
const WEIGHTS: Readonly<Record<keyof BeatCues, number>> = { kick: 0.7, snare: 0.5, accent: 0.7, harmony: 1 }
/**
 * Score per beat that the best position reaches by chance (two deviations), for one beat; it falls with the square root
 * of their number.
 */
const CHANCE = 2 * Math.sqrt(Object.values(WEIGHTS).reduce((sum, weight) => sum + weight * weight, 0))
/** Cost of a shift of the bar line; about eight bars of evidence. */
const SLIP_COST = 12

/**
 * Onsets that differ by less than this share of their mean are not accents. Repetitions of one sound differ by 5 %,
 * depending on where they fall between frames; those of music by 36 % and more.
 */
const LEAST_ACCENT = 0.08

/**
 * Changes of harmony (1 − cosine of the chroma of neighbouring beats) with a smaller spread are ignored; those of music
 * spread by .03 and more.
 */
const LEAST_HARMONY = 0.02

const standardise = (values: readonly number[], leastDeviation: (mean: number) => number): number[] => {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length
  const measured = Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length)
  const deviation = Math.max(measured, leastDeviation(mean))
  // Beyond 2.5 deviations, one beat would decide for a whole section.
  return values.map((x) => (deviation > 0 ? Math.max(-2.5, Math.min(2.5, (x - mean) / deviation)) : 0))
}

const unitRow = (row: readonly number[]): number[] => {
  const length = Math.sqrt(row.reduce((sum, x) => sum + x * x, 0) / row.length)
  return row.map((x) => x / length)
}

/** Correlation from which kick and snare count as one sound in two bands; in music they reach .86. */
const ONE_SOUND = 0.9

function commonAccent(kick: readonly number[], snare: readonly number[]): number[] {
  let [both, low, high] = [0, 0, 0]
  for (const [i, x] of kick.entries()) {
    both += x * snare[i]!
    low += x * x
    high += snare[i]! ** 2
  }
  const together = both > ONE_SOUND * Math.sqrt(low * high)
  return kick.map((x, i) => (together ? (x + snare[i]!) / 2 : 0))
}

/** Computes the cues of every beat from sharpened onset groups (10 ms) and chroma (100 ms). */
function beatCues(beats: readonly number[], groups: readonly Float32Array[], chroma: Chroma): BeatCues {
  const onsets = beats.map((time) => onsetsNear(groups, time * 100, 4))
  const spans = beats.map((time, i) =>
    meanChroma(chroma, Math.round(time * 10), Math.round((beats[i + 1] ?? time + 0.5) * 10)),
  )
  const harmony = spans.map((span, i) => {
    const before = spans[i - 1]
    if (before === undefined) return 0
    let dot = 0
    for (let c = 0; c < 12; c++) dot += span[c]! * before[c]!
    return 1 - dot
  })
  const leastAccent = (mean: number): number => LEAST_ACCENT * mean
  const kick = standardise(
    onsets.map((o) => o[0]! + 0.5 * o[1]!),
    leastAccent,
  )
  const snare = standardise(
    onsets.map((o) => o[2]! + o[3]!),
    leastAccent,
  )
  return {
    kick,
    snare,
    accent: commonAccent(kick, snare),
    harmony: standardise(harmony, () => LEAST_HARMONY),
  }
}

/**
 * Returns the best path through the positions of a bar of `length` beats: its score per beat and the position of each
 * beat.
 */
function barPath(cues: BeatCues, count: number, length: number): { score: number; positions: number[] } {
  const template = TEMPLATES[length]!
  const rows = (Object.keys(WEIGHTS) as (keyof BeatCues)[]).map((name) => ({
    values: cues[name],
    row: unitRow(template[name]).map((x) => x * WEIGHTS[name]),
  }))
  const gain = (beat: number, position: number): number =>
    rows.reduce((sum, { values, row }) => sum + values[beat]! * row[position]!, 0)
  let score = Array.from({ length }, (_, position) => gain(0, position))
  const from: number[][] = []
  for (let beat = 1; beat < count; beat++) {
    const best = score.indexOf(Math.max(...score))
    const next: number[] = []
    const source: number[] = []
    for (let position = 0; position < length; position++) {
      const before = (position + length - 1) % length
      const slips = score[best]! - SLIP_COST > score[before]!
      source.push(slips ? best : before)
      next.push((slips ? score[best]! - SLIP_COST : score[before]!) + gain(beat, position))
    }
    from.push(source)
    score = next
  }
  let position = score.indexOf(Math.max(...score))
  const total = score[position]!
  const positions = [position]
  for (let beat = count - 2; beat >= 0; beat--) {
    position = from[beat]![position]!
    positions.push(position)
  }
  return { score: total / count, positions: positions.reverse() }
}

/**
 * Finds bars of three or four beats and their downbeats from harmony change, kick and snare at each beat, compared with
 * the templates of both metres, by a path that may shift at a cost. Beats in seconds, sorted. After Peeters and
 * Papadopoulos, Simultaneous beat and downbeat-tracking, IEEE TASLP 2011.
 */
export function findDownbeats(
  beats: readonly number[],
  groups: readonly Float32Array[],
  chroma: Chroma,
): Downbeats {
  if (beats.length < 8) return { beatsPerBar: 0, downbeats: [], confidence: 0 }
  const cues = beatCues(beats, groups, chroma)
  const four = barPath(cues, beats.length, 4)
  const three = barPath(cues, beats.length, 3)
  const chance = CHANCE / Math.sqrt(beats.length)
  const best = three.score > Math.max(chance, four.score) ? three : four
  const other = best === three ? four : three
  return {
    beatsPerBar: best === three ? 3 : 4,
    downbeats: beats.filter((_, i) => best.positions[i] === 0),
    confidence:
      Math.max(0, Math.min(1, (best.score - chance) / Math.max(0.1, 1 - chance))) *
      (best.score > 0 ? Math.max(0, Math.min(1, (best.score - other.score) / best.score + 0.5)) : 0),
  }
}
