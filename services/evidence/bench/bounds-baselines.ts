import { type GroupEstimate, NOMINAL_COVERAGE } from '../src/domain/inference/bounds.ts'
import { NORMAL_95 } from '../src/domain/numerics/normal.ts'
import { studentTQuantile } from '../src/domain/numerics/student-t.ts'

/**
 * Plain Hartung–Knapp half-width, factor never below 1, t with k − 1 degrees of freedom: the baseline of
 * `boundsHalfWidth`. Defined for two groups and more.
 */
export function hartungKnappHalfWidth(groups: readonly GroupEstimate[]): number {
  const k = groups.length
  const within = groups.reduce((sum, g) => sum + g.variance, 0)
  const precision = groups.reduce((sum, g) => sum + 1 / g.variance, 0)
  const mean = groups.reduce((sum, g) => sum + g.logOdds / g.variance, 0) / precision
  const q = groups.reduce((sum, g) => sum + (g.logOdds - mean) ** 2 / g.variance, 0) / (k - 1)
  return studentTQuantile((1 + NOMINAL_COVERAGE) / 2, k - 1) * Math.sqrt(within * Math.max(1, q))
}

/** The naive half-width: a normal quantile on the within-group variance alone, blind to disagreement. */
export function naiveHalfWidth(groups: readonly GroupEstimate[]): number {
  return NORMAL_95 * Math.sqrt(groups.reduce((sum, g) => sum + g.variance, 0))
}
