import { type CoefficientPrior, fitLogistic } from '../numerics/logistic-regression.ts'

/** Monotone map of log-odds: intercept + slope·ℓ + Σ bend_k·max(0, ℓ − knot_k). */
export interface Recalibration {
  readonly intercept: number
  readonly slope: number
  readonly bends: readonly [number, number, number]
}

/** Knots of the map: odds of about 1 : 7, 1 : 1 and 7 : 1. */
const KNOTS = [-2, 0, 2] as const

/** Map that changes nothing. */
export const identityRecalibration: Recalibration = { intercept: 0, slope: 1, bends: [0, 0, 0] }

/** Returns the recalibrated log-odds; increasing in ℓ. */
export function recalibrate(map: Recalibration, logOdds: number): number {
  let value = map.intercept + map.slope * logOdds
  for (let k = 0; k < 3; k += 1) value += map.bends[k]! * Math.max(0, logOdds - KNOTS[k]!)
  return value
}

const PRIORS: readonly CoefficientPrior[] = [
  { mean: 0, precision: 1, nonNegative: false },
  { mean: 1, precision: 1, nonNegative: false },
  ...KNOTS.map((): CoefficientPrior => ({ mean: 0, precision: 1, nonNegative: false })),
]

/**
 * Fits the map to log-odds and labels: Platt scaling (1999) with a linear spline instead of a line, shrunk towards
 * the identity. Returns the identity if the fit is not increasing everywhere.
 */
export function learnRecalibration(logOdds: ArrayLike<number>, labels: Float64Array): Recalibration {
  const features = new Float64Array(labels.length * 5)
  for (let r = 0; r < labels.length; r += 1) {
    features.set([1, logOdds[r]!, ...KNOTS.map((knot) => Math.max(0, logOdds[r]! - knot))], r * 5)
  }
  const [intercept, slope, a, b, c] = fitLogistic(features, labels, PRIORS).coefficients as unknown as [
    number,
    number,
    number,
    number,
    number,
  ]
  const slopes = [slope, slope + a, slope + a + b, slope + a + b + c]
  if (slopes.some((s) => s < 0.05)) return identityRecalibration
  return { intercept, slope, bends: [a, b, c] }
}

/** Finds the ℓ that the map takes to `target`, by bisection; exact to 1e-9 in the range of log-odds that occur. */
export function recalibrationInverse(map: Recalibration, target: number): number {
  let low = -1000
  let high = 1000
  for (let i = 0; i < 60; i += 1) {
    const middle = (low + high) / 2
    if (recalibrate(map, middle) < target) low = middle
    else high = middle
  }
  return (low + high) / 2
}
