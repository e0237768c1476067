import {
  expectedDegrees,
  type Granularity,
  INTERNAL_TERM_COUNT,
  internalTerms,
  type TermSet,
} from '../fuzzy/term-sets.ts'

/**
 * Dirichlet counts of one evidence type over the nine internal terms, under H (the molecule is correct) and ¬H.
 * Counts are expected memberships, so they are not whole numbers. Tables merge by addition.
 */
export interface LikelihoodCounts {
  readonly whenTrue: readonly number[]
  readonly whenFalse: readonly number[]
}

/** Odds of a value of 1 in the default table, and the inverse odds of 0: 9 to 1 without calibration. */
const DEFAULT_END_ODDS = 9
/** Number of pseudo-observations of the default table, per hypothesis. */
const DEFAULT_TABLE_STRENGTH = 10

/** No observations. */
export const emptyCounts: LikelihoodCounts = {
  whenTrue: new Array<number>(INTERNAL_TERM_COUNT).fill(0),
  whenFalse: new Array<number>(INTERNAL_TERM_COUNT).fill(0),
}

/** Dirichlet prior of every type: λ rises linearly with the value from −ln 9 to +ln 9. */
const defaultPrior: LikelihoodCounts = (() => {
  const tilt = internalTerms.triangular[9].centers.map((c) => DEFAULT_END_ODDS ** (c - 0.5))
  const sum = tilt.reduce((a, b) => a + b, 0)
  const whenTrue = tilt.map((x) => (DEFAULT_TABLE_STRENGTH * x) / sum)
  return { whenTrue, whenFalse: whenTrue.toReversed() }
})()

/** Adds two tables of counts. Commutative and associative, so deltas may arrive in any order. */
export function mergeCounts(a: LikelihoodCounts, b: LikelihoodCounts): LikelihoodCounts {
  return {
    whenTrue: a.whenTrue.map((x, t) => x + b.whenTrue[t]!),
    whenFalse: a.whenFalse.map((x, t) => x + b.whenFalse[t]!),
  }
}

/**
 * Returns the counts of one labelled item of value m ± s. An item of a group of n has weight 1/n (see
 * `learn-tables.ts`).
 */
export function observedCounts(label: boolean, m: number, s: number, weight: number): LikelihoodCounts {
  const degrees = new Float64Array(INTERNAL_TERM_COUNT)
  expectedDegrees(internalTerms.triangular[9], m, s, degrees)
  const counts = Array.from(degrees, (d) => d * weight)
  return label
    ? { whenTrue: counts, whenFalse: emptyCounts.whenFalse }
    : { whenTrue: emptyCounts.whenTrue, whenFalse: counts }
}

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

/** P(t|H) and P(t|¬H) in likelihood-ratio order, with their Dirichlet totals. */
export interface LikelihoodTable {
  readonly granularity: Granularity
  readonly whenTrue: Float64Array
  readonly whenFalse: Float64Array
  readonly totalWhenTrue: number
  readonly totalWhenFalse: number
}

/**
 * Returns the posterior mean of the Dirichlet counts (prior + observed), made monotone: P(t|H)/P(t|¬H) does not
 * fall with t. Pooling h/(h + n) with weights h + n is the maximum-likelihood estimate under likelihood-ratio
 * order (Dykstra, Kochar & Robertson, JASA 90 (1995) 1034–1040); both rows still sum to 1. Coarser granularities
 * distribute each internal count by the membership of its centre.
 */
export function likelihoodTable(
  observed: LikelihoodCounts | undefined,
  granularity: Granularity = 9,
): LikelihoodTable {
  const counts = observed === undefined ? defaultPrior : mergeCounts(defaultPrior, observed)
  const h = coarsen(counts.whenTrue, granularity)
  const n = coarsen(counts.whenFalse, granularity)
  const totalWhenTrue = h.reduce((a, b) => a + b, 0)
  const totalWhenFalse = n.reduce((a, b) => a + b, 0)
  const mass = h.map((x, t) => x / totalWhenTrue + n[t]! / totalWhenFalse)
  const share = poolAdjacentViolators(
    h.map((x, t) => x / totalWhenTrue / mass[t]!),
    mass,
  )
  return {
    granularity,
    whenTrue: Float64Array.from(share, (f, t) => f * mass[t]!),
    whenFalse: Float64Array.from(share, (f, t) => (1 - f) * mass[t]!),
    totalWhenTrue,
    totalWhenFalse,
  }
}

function coarsen(counts: readonly number[], granularity: Granularity): number[] {
  if (granularity === 9) return counts.slice()
  const out = new Array<number>(granularity).fill(0)
  const degrees = new Float64Array(granularity)
  counts.forEach((count, k) => {
    expectedDegrees(
      internalTerms.triangular[granularity],
      internalTerms.triangular[9].centers[k]!,
      0,
      degrees,
    )
    for (let t = 0; t < granularity; t += 1) out[t] = out[t]! + count * degrees[t]!
  })
  return out
}

/** λ of one item and the two parts of its variance, on the log-odds scale. */
export interface LogLikelihoodRatio {
  /** log(Σ μ_t P(t|H) / Σ μ_t P(t|¬H)); positive values support the molecule. */
  readonly value: number
  /** (dλ/dm)²·s²: variance of λ from the noise of the value. */
  readonly noiseVariance: number
  /** Variance of λ from the Dirichlet uncertainty of both rows, by the delta method. */
  readonly tableVariance: number
}

const scratch = new Float64Array(INTERNAL_TERM_COUNT)
const slopes = new Float64Array(INTERNAL_TERM_COUNT)

/**
 * Returns λ = log(Σ_t μ_t P(t|H) / Σ_t μ_t P(t|¬H)) with μ_t = E[μ_t(X)], X ~ N(m, s²); any real number. Table
 * variance: Var log Σμ_t p_t = (Σ μ_t² p_t / S² − 1)/(A + 1) for p ~ Dirichlet with total A, S = Σ μ_t p_t.
 */
export function logLikelihoodRatio(
  table: LikelihoodTable,
  terms: TermSet,
  m: number,
  s: number,
): LogLikelihoodRatio {
  expectedDegrees(terms, m, s, scratch, slopes)
  let h = 0
  let n = 0
  let h2 = 0
  let n2 = 0
  for (let t = 0; t < table.whenTrue.length; t += 1) {
    const mu = scratch[t]!
    const p = mu * table.whenTrue[t]!
    const q = mu * table.whenFalse[t]!
    h += p
    n += q
    h2 += mu * p
    n2 += mu * q
  }
  const tableVariance =
    Math.max(0, h2 / (h * h) - 1) / (table.totalWhenTrue + 1) +
    Math.max(0, n2 / (n * n) - 1) / (table.totalWhenFalse + 1)
  let noiseVariance = 0
  if (s > 1e-12) {
    let slope = 0
    for (let t = 0; t < table.whenTrue.length; t += 1) {
      slope += slopes[t]! * (table.whenTrue[t]! / h - table.whenFalse[t]! / n)
    }
    noiseVariance = slope * slope * s * s
  }
  return { value: Math.log(h / n), noiseVariance, tableVariance }
}
