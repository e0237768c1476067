import type { Chroma } from '../tonality/chroma.ts'
import { phaseFeatures, SHIFTS } from './phase-features.ts'
import stored from './phase-model.json' with { type: 'json' }

/**
 * Returns the share of a beat by which beats (frames of 10 ms, sorted) should be moved: 0, 1/4, 1/2 or 3/4. Where the bass
 * or open hats play between the beats, the strongest sounds are half a beat off; snares, kicks and changes of harmony tell.
 * Weights by `lab/tempo/fit-phase.py`; a shift needs log odds of .5 (odds of 1.6) over the beats
 * as they are; the first weight contains this margin.
 */
export function chooseShift(
  groups: readonly Float32Array[],
  chroma: Chroma,
  beatFrames: readonly number[],
  weights: readonly number[] = stored.weights,
): number {
  if (beatFrames.length < LEAST_BEATS) return 0
  const scores = phaseFeatures(groups, chroma, beatFrames).map((inputs) =>
    inputs.reduce((sum, x, i) => sum + x * weights[i]!, 0),
  )
  return SHIFTS[scores.indexOf(Math.max(...scores))]!
}

/** With fewer beats there is too little to compare. */
const LEAST_BEATS = 8
