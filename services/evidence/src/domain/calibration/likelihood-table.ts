import { internalTerms } from '../fuzzy/term-sets.ts'

/**
 * Dirichlet counts of one evidence type over the nine internal terms, under H (the molecule is correct) and ¬H.
 * Counts are expected memberships, so they are not whole numbers.
 */
interface LikelihoodCounts {
  readonly whenTrue: readonly number[]
  readonly whenFalse: readonly number[]
}

/** Odds of a value of 1 in the default table, and the inverse odds of 0: 9 to 1 without calibration. */
const DEFAULT_END_ODDS = 9
/** Number of pseudo-observations of the default table, per hypothesis. */
const DEFAULT_TABLE_STRENGTH = 10

/** Dirichlet prior of every type: λ rises linearly with the value from −ln 9 to +ln 9. */
const defaultPrior: LikelihoodCounts = (() => {
  const tilt = internalTerms.triangular[9].centers.map((c) => DEFAULT_END_ODDS ** (c - 0.5))
  const sum = tilt.reduce((a, b) => a + b, 0)
  const whenTrue = tilt.map((x) => (DEFAULT_TABLE_STRENGTH * x) / sum)
  return { whenTrue, whenFalse: whenTrue.toReversed() }
})()

/**
 * Fits weighted isotonic (non-decreasing) least squares by pooling adjacent violators (Ayer et al., Annals of
 * Mathematical Statistics 26 (1955) 641–647).
 */
export function poolAdjacentViolators(values: readonly number[], weights: readonly number[]): number[] {
  const level: number[] = []
  const mass: number[] = []
  const size: number[] = []
  for (let i = 0; i < values.length; i += 1) {
    level.push(values[i]!)
    mass.push(weights[i]!)
    size.push(1)
    while (level.length > 1 && level.at(-2)! >= level.at(-1)!) {
      const v = level.pop()!
      const w = mass.pop()!
      const n = size.pop()!
      const last = level.length - 1
      const total = mass[last]! + w
      level[last] = total > 0 ? (level[last]! * mass[last]! + v * w) / total : level[last]!
      mass[last] = total
      size[last] = size[last]! + n
    }
  }
  return level.flatMap((v, b) => new Array<number>(size[b]!).fill(v))
}

/** P(t|H) and P(t|¬H) in likelihood-ratio order. */
interface LikelihoodTable {
  readonly whenTrue: Float64Array
  readonly whenFalse: Float64Array
}

/**
 * Returns the posterior mean of the Dirichlet counts (prior + observed), made monotone: P(t|H)/P(t|¬H) does not
 * fall with t. Pooling h/(h + n) with weights h + n is the maximum-likelihood estimate under likelihood-ratio
 * order (Dykstra, Kochar & Robertson, JASA 90 (1995) 1034–1040); both rows still sum to 1.
 */
export function likelihoodTable(observed: LikelihoodCounts): LikelihoodTable {
  const h = observed.whenTrue.map((x, t) => x + defaultPrior.whenTrue[t]!)
  const n = observed.whenFalse.map((x, t) => x + defaultPrior.whenFalse[t]!)
  const totalWhenTrue = h.reduce((a, b) => a + b, 0)
  const totalWhenFalse = n.reduce((a, b) => a + b, 0)
  const mass = h.map((x, t) => x / totalWhenTrue + n[t]! / totalWhenFalse)
  const share = poolAdjacentViolators(
    h.map((x, t) => x / totalWhenTrue / mass[t]!),
    mass,
  )
  return {
    whenTrue: Float64Array.from(share, (f, t) => f * mass[t]!),
    whenFalse: Float64Array.from(share, (f, t) => (1 - f) * mass[t]!),
  }
}
