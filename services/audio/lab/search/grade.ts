import type { JudgedPiece } from './judge-piece.ts'
import type { Feel } from './judged-styles.ts'

/** Wanted amount of a feel. `modest` is what "not X" leaves: anything that is not clearly X. */
export type Level = 'very high' | 'high' | 'middle' | 'modest' | 'low' | 'none'
export type TempoLevel = 'very slow' | 'slow' | 'middle' | 'not slow' | 'not fast' | 'fast' | 'very fast'
export type Tag =
  | 'negation'
  | 'intensity'
  | 'tempo'
  | 'mode'
  | 'context'
  | 'genre'
  | 'word'
  | 'phrase'
  | 'sentence'

/** What a searcher would accept. */
export interface Want {
  readonly feel?: Partial<Record<keyof Feel, Level>>
  readonly bpm?: TempoLevel
  readonly mode?: 'minor' | 'major'
  readonly triple?: boolean
  /** How well each named style fits, 0–1; other styles fit at `otherStyles` (0). */
  readonly styles?: Readonly<Record<string, number>>
  readonly otherStyles?: number
}

export interface JudgedQuery {
  readonly text: string
  readonly tags: readonly Tag[]
  readonly want: Want
}

/** Returns 0 at `from`, 1 at `to`, linear between; `from` may be larger than `to`. */
const ramp = (x: number, from: number, to: number): number =>
  Math.max(0, Math.min(1, (x - from) / (to - from)))

const LEVELS: Record<Level, (x: number) => number> = {
  'very high': (x) => ramp(x, 5.5, 8.5),
  high: (x) => ramp(x, 4, 7.5),
  middle: (x) => ramp(Math.abs(x - 5), 3, 0.5),
  modest: (x) => ramp(x, 8, 5),
  low: (x) => ramp(x, 5.5, 2),
  none: (x) => ramp(x, 4, 0.5),
}
const TEMPI: Record<TempoLevel, (bpm: number) => number> = {
  'very slow': (bpm) => ramp(bpm, 95, 76),
  slow: (bpm) => ramp(bpm, 112, 88),
  middle: (bpm) => ramp(Math.abs(bpm - 108), 32, 10),
  'not slow': (bpm) => ramp(bpm, 80, 105),
  'not fast': (bpm) => ramp(bpm, 135, 112),
  fast: (bpm) => ramp(bpm, 112, 142),
  'very fast': (bpm) => ramp(bpm, 138, 166),
}
/** A piece in the other mode is rarely meant, but not absurd. */
const OTHER_MODE = 0.15

/** Returns how well each wish is met, 0–1. */
export function wishesMet(want: Want, piece: JudgedPiece): number[] {
  const met: number[] = []
  for (const [name, level] of Object.entries(want.feel ?? {}))
    met.push(LEVELS[level](piece.feel[name as keyof Feel]))
  if (want.bpm !== undefined) met.push(TEMPI[want.bpm](piece.feltBpm))
  if (want.mode !== undefined) met.push((want.mode === 'minor') === piece.minor ? 1 : OTHER_MODE)
  if (want.triple !== undefined) met.push(want.triple === piece.triple ? 1 : 0)
  if (want.styles !== undefined) met.push(want.styles[piece.style] ?? want.otherStyles ?? 0)
  return met
}

/**
 * Returns the grade of a piece for a query: 3 exactly right, 2 good, 1 acceptable, 0 wrong. Half of it is the wish that
 * is met worst (one clear contradiction spoils it), half the average.
 */
export function gradeOf(want: Want, piece: JudgedPiece): 0 | 1 | 2 | 3 {
  const met = wishesMet(want, piece)
  const mean = met.reduce((sum, x) => sum + x, 0) / met.length
  const content = (Math.min(...met) + mean) / 2
  return content >= 0.78 ? 3 : content >= 0.55 ? 2 : content >= 0.35 ? 1 : 0
}
