import curves from './curves.json' with { type: 'json' }

/** What a probability is stated for. */
export type Stated = keyof typeof curves

/** Clarities are limited to this distance from 0 and 1 before their logarithm is taken. */
const LEAST = 0.01

/** Logistic curve: slope and shift of the log odds of a clarity. */
export interface Curve {
  readonly slope: number
  readonly shift: number
}

/** Returns the log odds of a clarity, limited. */
export function limitedOdds(clarity: number): number {
  const bounded = Math.min(1 - LEAST, Math.max(LEAST, clarity))
  return Math.log(bounded / (1 - bounded))
}

/** Applies a curve to a clarity. */
export const applyCurve = ({ slope, shift }: Curve, clarity: number): number =>
  1 / (1 + Math.exp(-(slope * limitedOdds(clarity) + shift)))

/**
 * Returns the probability that beats, downbeats or a key are right, from the clarity that the engine measured (0 to 1): among
 * answers of 0.9, nine in ten are right. A clarity of 0 of the beats means that there is no rhythm, so nothing can be right.
 * Curves after Platt, Probabilistic outputs for support vector machines, 1999, fitted by `lab/confidence/calibrate.ts` to the
 * tuning half of the corpus.
 */
export const probabilityOf = (stated: Stated, clarity: number): number =>
  stated === 'beat' && clarity <= 0 ? 0 : applyCurve(curves[stated], clarity)
