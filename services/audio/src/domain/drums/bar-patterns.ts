import type { DrumHit } from './find-drums.ts'
import { DRUM_NAMES, type DrumName } from './hit-classifier.ts'
import { STEPS_PER_BEAT } from './hit-context.ts'

/** Rhythm of a bar that recurs. */
export interface BarPattern {
  /** One row per instrument that plays: `x` is a hit, `.` is none, four steps per beat. */
  readonly rows: Readonly<Partial<Record<DrumName, string>>>
  readonly bars: number
  /** Share of the bars with drums that have this pattern, 0 to 1. */
  readonly share: number
  readonly firstBarSeconds: number
}

/** Timing of the hits relative to the beats. */
export interface DrumTiming {
  /**
   * Position of the off-beat eighth in the beat: 0.5 is straight, 0.67 is triplet swing; null with too few off-beat
   * hits.
   */
  readonly swing: number | null
  /** Mean offset of hits from the sixteenth grid, ms; negative is early. */
  readonly meanOffsetMs: number
  /** Standard deviation of that offset, ms. */
  readonly spreadMs: number
}

const KEPT_PATTERNS = 8

/** Returns the position of a time in beats since `beats[0]`, by interpolation; undefined outside the beats. */
function beatPosition(
  beats: readonly number[],
  timeSeconds: number,
  from: number,
): { beat: number; index: number } | undefined {
  let i = from
  while (i + 1 < beats.length && beats[i + 1]! <= timeSeconds) i++
  if (i + 1 >= beats.length || timeSeconds < beats[i]! - 0.05) return undefined
  return { beat: i + (timeSeconds - beats[i]!) / (beats[i + 1]! - beats[i]!), index: i }
}

/** Returns the drum bars as step patterns, most frequent first, at most eight. Times in seconds, sorted. */
export function barPatterns(
  hits: readonly DrumHit[],
  beats: readonly number[],
  downbeats: readonly number[],
  beatsPerBar: number,
): BarPattern[] {
  if (beatsPerBar === 0 || beats.length < 2) return []
  const steps = beatsPerBar * STEPS_PER_BEAT
  const downbeatAt = new Map<number, number>()
  for (const time of downbeats) downbeatAt.set(beats.indexOf(time), time)
  const bars = new Map<number, Set<string>>()
  const starts = [...downbeatAt.keys()].filter((i) => i >= 0).sort((a, b) => a - b)
  let from = 0
  let bar = 0
  for (const hit of hits) {
    const position = beatPosition(beats, hit.timeSeconds, from)
    if (position === undefined) continue
    from = Math.max(0, position.index - 1)
    const step = Math.round(position.beat * STEPS_PER_BEAT)
    while (bar + 1 < starts.length && step >= starts[bar + 1]! * STEPS_PER_BEAT) bar++
    while (bar > 0 && step < starts[bar]! * STEPS_PER_BEAT) bar--
    const start = starts[bar]
    if (start === undefined) continue
    const inBar = step - start * STEPS_PER_BEAT
    if (inBar < 0 || inBar >= steps) continue
    const cells = bars.get(start) ?? new Set<string>()
    cells.add(`${hit.instrument}:${inBar}`)
    bars.set(start, cells)
  }
  const counted = new Map<string, { rows: BarPattern['rows']; bars: number; firstBarSeconds: number }>()
  for (const [start, cells] of [...bars].sort((a, b) => a[0] - b[0])) {
    const rows: Partial<Record<DrumName, string>> = {}
    for (const name of DRUM_NAMES) {
      let row = ''
      for (let s = 0; s < steps; s++) row += cells.has(`${name}:${s}`) ? 'x' : '.'
      if (row.includes('x')) rows[name] = row
    }
    const id = JSON.stringify(rows)
    const known = counted.get(id)
    if (known === undefined) counted.set(id, { rows, bars: 1, firstBarSeconds: beats[start]! })
    else known.bars++
  }
  return [...counted.values()]
    .sort((a, b) => b.bars - a.bars || a.firstBarSeconds - b.firstBarSeconds)
    .slice(0, KEPT_PATTERNS)
    .map((pattern) => ({ ...pattern, share: pattern.bars / bars.size }))
}

/**
 * Measures swing and offset from the grid, from the hits of all instruments relative to the beats (seconds, sorted).
 */
export function drumTiming(hits: readonly DrumHit[], beats: readonly number[]): DrumTiming {
  const offBeats: number[] = []
  const offsetsMs: number[] = []
  let from = 0
  for (const hit of hits) {
    const position = beatPosition(beats, hit.timeSeconds, from)
    if (position === undefined) continue
    from = Math.max(0, position.index - 1)
    const within = position.beat - position.index
    const length = beats[position.index + 1]! - beats[position.index]!
    // Between a straight eighth and a hard shuffle; sixteenths lie outside.
    if (within > 0.44 && within < 0.72) offBeats.push(within)
    const step = Math.round(within * STEPS_PER_BEAT) / STEPS_PER_BEAT
    offsetsMs.push((within - step) * length * 1000)
  }
  const sorted = offBeats.toSorted((a, b) => a - b)
  const mean = offsetsMs.reduce((sum, x) => sum + x, 0) / Math.max(1, offsetsMs.length)
  const variance = offsetsMs.reduce((sum, x) => sum + (x - mean) ** 2, 0) / Math.max(1, offsetsMs.length)
  return {
    swing: sorted.length >= 16 ? sorted[sorted.length >> 1]! : null,
    meanOffsetMs: mean,
    spreadMs: Math.sqrt(variance),
  }
}
