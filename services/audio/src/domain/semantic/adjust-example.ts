import { certainTempo } from '../rhythm/certain-tempo.ts'
import { TEXT_DIMENSIONS } from './search-vector.ts'
import type { TrackMeasures } from './track-measures.ts'
import { COORDINATES, trackCoordinates } from './track-traits.ts'

/** What can be asked of tracks like an example: more or less of it. */
export const ADJUSTABLE = ['darkness', 'tempo', 'drums'] as const
/** Name of what can be adjusted. */
export type Adjustable = (typeof ADJUSTABLE)[number]
/** Wished change of each, −1 (much less) to 1 (much more); 0 or absent leaves it as in the example. */
export type Adjustment = Readonly<Partial<Record<Adjustable, number>>>

/**
 * Score per unit of the coordinate at full adjustment. Each moves the optimum by about half the range of its coordinate
 * (twice the weight of a trait in search by example, once that of tempo).
 */
const PULLS: Readonly<Record<Adjustable, number>> = { darkness: 1, tempo: 1, drums: 0.75 }

/** Returns what is to be changed, without what stays. */
export const adjustedNames = (adjustment: Adjustment): Adjustable[] =>
  ADJUSTABLE.filter((name) => (adjustment[name] ?? 0) !== 0)

/**
 * Moves a query "more like this" towards more or less of what is adjusted. The score gains a term that is linear in each
 * adjusted coordinate, so a larger adjustment never returns tracks with less of it on average.
 */
export function adjustQuery(query: Float32Array, adjustment: Adjustment): Float32Array {
  const vector = query.slice()
  for (const name of adjustedNames(adjustment))
    vector[TEXT_DIMENSIONS + COORDINATES.indexOf(name)]! += adjustment[name]! * PULLS[name]
  return vector
}

/** Returns the difference of a track from an example in one respect; 0 when it cannot be told. */
function differenceOf(name: Adjustable, example: TrackMeasures, track: TrackMeasures): number {
  if (name !== 'tempo') return trackCoordinates(track)[name] - trackCoordinates(example)[name]
  const [before, after] = [certainTempo(example), certainTempo(track)]
  return before > 0 && after > 0 ? Math.log2(after / before) : 0
}

/** A smaller difference is not worth a word: 1 % of tempo, a drum hit in ten seconds, a fortieth of the range of a trait. */
const LEAST_DIFFERENCE: Readonly<Record<Adjustable, number>> = { darkness: 0.05, tempo: 0.015, drums: 0.04 }

/** Whether a track differs from the example in every adjusted respect in the direction that was asked for. */
export const goesAsAsked = (example: TrackMeasures, track: TrackMeasures, adjustment: Adjustment): boolean =>
  adjustedNames(adjustment).every(
    (name) => Math.sign(adjustment[name]!) * differenceOf(name, example, track) >= LEAST_DIFFERENCE[name],
  )

/** Returns what was adjusted and cannot be told from the example, in words. */
export const unheardAdjustments = (example: TrackMeasures, adjustment: Adjustment): string[] =>
  (adjustment.tempo ?? 0) !== 0 && certainTempo(example) === 0
    ? ['tempo (no certain tempo was found in the example)']
    : []

/** Returns the adjustment without what cannot be told from the example. */
export const heardAdjustment = (example: TrackMeasures, adjustment: Adjustment): Adjustment =>
  certainTempo(example) > 0 ? adjustment : { ...adjustment, tempo: 0 }
