import { cholesky, choleskyInverse } from '../numerics/linear-algebra.ts'
import { normalCdf, normalQuantile } from '../numerics/normal.ts'

/**
 * Sufficient statistics of the values per evidence type, on the normal-score scale, for one missingness pattern:
 * n, Σx and Σxxᵀ of the types present. They merge by addition, so any number of writers may append.
 */
export interface PatternStatistics {
  readonly n: number
  /** Σx, in the order of the types of the pattern. */
  readonly sum: readonly number[]
  /** Σxxᵀ, row-major. */
  readonly products: readonly number[]
}

/** Keyed by the sorted types present, joined by NUL. */
export type NetworkStatistics = Readonly<Record<string, PatternStatistics>>

/** Values are kept this far from 0 and 1, where the normal score is infinite. */
const EDGE = 0.005

/**
 * Converts a value in [0, 1] to its normal score Φ⁻¹(value), within about ±2.6. The Gaussian model is fitted on
 * this scale, and its results are converted back by Φ, so they stay in [0, 1].
 */
export function toNormalScore(value: number): number {
  return normalQuantile(EDGE + (1 - 2 * EDGE) * Math.min(1, Math.max(0, value)))
}

/** Inverts `toNormalScore`, clipped to [0, 1]. */
export function fromNormalScore(score: number): number {
  return Math.min(1, Math.max(0, (normalCdf(score) - EDGE) / (1 - 2 * EDGE)))
}

/** Returns the statistics of one molecule from its mean value per type. */
export function networkStatisticsOf(meanByType: Readonly<Record<string, number>>): NetworkStatistics {
  const types = Object.keys(meanByType).sort()
  if (types.length === 0) return {}
  const x = types.map((type) => toNormalScore(meanByType[type]!))
  return {
    [types.join('\u0000')]: { n: 1, sum: x, products: x.flatMap((a) => x.map((b) => a * b)) },
  }
}

/** Adds two sets of statistics: merge(A, B) = merge(B, A) = the statistics of the union. */
export function mergeNetworkStatistics(a: NetworkStatistics, b: NetworkStatistics): NetworkStatistics {
  const out: Record<string, PatternStatistics> = { ...a }
  for (const [key, s] of Object.entries(b)) {
    const held = out[key]
    out[key] =
      held === undefined
        ? s
        : {
            n: held.n + s.n,
            sum: held.sum.map((x, i) => x + s.sum[i]!),
            products: held.products.map((x, i) => x + s.products[i]!),
          }
  }
  return out
}

/** Gaussian model of normal scores, with the counts of its normal–inverse-Wishart posterior. */
export interface NetworkModel {
  readonly types: readonly string[]
  readonly mean: Float64Array
  /** Scale matrix Ψ of the inverse-Wishart posterior, row-major. */
  readonly scale: Float64Array
  /** κ: number of observations of the mean. */
  readonly meanCount: number
  /** ν: degrees of freedom of the covariance. */
  readonly degreesOfFreedom: number
  /** Number of molecules, complete or not. */
  readonly observations: number
}

/** Prior: mean 0 with the weight of half an observation, covariance near the identity with d + 2 degrees of freedom. */
const PRIOR_MEAN_COUNT = 0.5
const PRIOR_EXTRA_DEGREES = 2
const ITERATIONS = 40

/**
 * Computes the normal–inverse-Wishart posterior over the given types (Murphy, Conjugate Bayesian analysis of the
 * Gaussian distribution, 2007). Missing values are replaced by their conditional expectations and covariances (EM:
 * Dempster, Laird & Rubin, JRSS B 39 (1977) 1–38), which needs only the sums per pattern. Every molecule
 * counts in full: the residual covariances of what it lacks are part of Ψ. For a prediction pass only molecules that have
 * the predicted type.
 */
export function networkModel(statistics: NetworkStatistics, types: readonly string[]): NetworkModel {
  const d = types.length
  const patterns = restrictPatterns(statistics, types)
  const n = patterns.reduce((sum, p) => sum + p.n, 0)
  const priorScale = PRIOR_EXTRA_DEGREES + 1
  let mean = new Float64Array(d)
  let covariance = identity(d)
  let scale = identity(d).map((x) => x * priorScale)
  const complete = patterns.every((p) => p.present.length === d)
  for (let iteration = 0; iteration < (complete ? 1 : ITERATIONS); iteration += 1) {
    const total = new Float64Array(d)
    const products = new Float64Array(d * d)
    for (const p of patterns) addExpected(p, mean, covariance, total, products)
    const weight = PRIOR_MEAN_COUNT + n
    mean = total.map((x) => x / weight)
    scale = identity(d).map((x) => x * priorScale)
    for (let i = 0; i < d; i += 1) {
      for (let j = 0; j < d; j += 1) {
        scale[i * d + j] = scale[i * d + j]! + products[i * d + j]! - weight * mean[i]! * mean[j]!
      }
    }
    covariance = scale.map((x) => x / (d + PRIOR_EXTRA_DEGREES + n))
  }
  return {
    types,
    mean,
    scale,
    meanCount: PRIOR_MEAN_COUNT + n,
    degreesOfFreedom: d + PRIOR_EXTRA_DEGREES + n,
    observations: n,
  }
}

interface Pattern {
  readonly n: number
  /** Indices of the present types in the types of the model. */
  readonly present: readonly number[]
  readonly sum: readonly number[]
  readonly products: readonly number[]
}

function identity(d: number): Float64Array {
  return Float64Array.from({ length: d * d }, (_, i) => (i % (d + 1) === 0 ? 1 : 0))
}

function restrictPatterns(statistics: NetworkStatistics, types: readonly string[]): Pattern[] {
  return Object.entries(statistics).flatMap(([key, s]) => {
    const names = key.split('\u0000')
    const at = names.flatMap((name, i) => (types.includes(name) ? [i] : []))
    if (at.length === 0 || s.n === 0) return []
    return {
      n: s.n,
      present: at.map((i) => types.indexOf(names[i]!)),
      sum: at.map((i) => s.sum[i]!),
      products: at.flatMap((i) => at.map((j) => s.products[i * names.length + j]!)),
    }
  })
}

/** Adds E[Σx] and E[Σxxᵀ] of one pattern, given the current mean and covariance. */
function addExpected(
  p: Pattern,
  mean: Float64Array,
  covariance: Float64Array,
  total: Float64Array,
  products: Float64Array,
): void {
  const d = mean.length
  const k = p.present.length
  const missing = Array.from({ length: d }, (_, i) => i).filter((i) => !p.present.includes(i))
  const observed = Float64Array.from({ length: k * k }, (_, i) => {
    return covariance[p.present[Math.floor(i / k)]! * d + p.present[i % k]!]!
  })
  const factor = cholesky(observed, k)
  const inverse = factor === undefined ? identity(k) : choleskyInverse(factor, k)
  // x = A·x_present + c for every type: the identity for present types, the regression for missing ones.
  const a = new Float64Array(d * k)
  const c = new Float64Array(d)
  p.present.forEach((i, col) => {
    a[i * k + col] = 1
  })
  for (const i of missing) {
    c[i] = mean[i]!
    for (let col = 0; col < k; col += 1) {
      let b = 0
      for (let m = 0; m < k; m += 1) b += covariance[i * d + p.present[m]!]! * inverse[m * k + col]!
      a[i * k + col] = b
      c[i] = c[i]! - b * mean[p.present[col]!]!
    }
  }
  const first = new Float64Array(d)
  for (let i = 0; i < d; i += 1) {
    for (let col = 0; col < k; col += 1) first[i] = first[i]! + a[i * k + col]! * p.sum[col]!
    total[i] = total[i]! + first[i]! + p.n * c[i]!
  }
  for (let i = 0; i < d; i += 1) {
    for (let j = 0; j < d; j += 1) {
      let sum = first[i]! * c[j]! + c[i]! * first[j]! + p.n * c[i]! * c[j]!
      for (let m = 0; m < k; m += 1) {
        if (a[i * k + m] === 0) continue
        for (let l = 0; l < k; l += 1) sum += a[i * k + m]! * p.products[m * k + l]! * a[j * k + l]!
      }
      products[i * d + j] = products[i * d + j]! + sum
    }
  }
  for (const i of missing) {
    for (const j of missing) {
      let residual = covariance[i * d + j]!
      for (let m = 0; m < k; m += 1) residual -= a[i * k + m]! * covariance[p.present[m]! * d + j]!
      products[i * d + j] = products[i * d + j]! + p.n * residual
    }
  }
}
