/** Running count and central moments of a stream of numbers. */
export interface Moments {
  readonly count: number
  readonly mean: number
  /** Sample standard deviation (n − 1); NaN below two values. */
  readonly standardDeviation: number
  /** Fisher's moment coefficient g₁; 0 for a symmetric distribution, NaN below three values. */
  readonly skewness: number
  /** Excess kurtosis g₂; 0 for a normal distribution, NaN below four values. */
  readonly excessKurtosis: number
}

export interface MomentsAccumulator {
  add(value: number): void
  result(): Moments
}

/**
 * Accumulates the first four central moments in one pass without losing digits to cancellation.
 * Pébay, "Formulas for robust, one-pass parallel computation of covariances and arbitrary-order statistical moments",
 * Sandia report SAND2008-6212 (2008).
 */
export function accumulateMoments(): MomentsAccumulator {
  let n = 0
  let mean = 0
  let m2 = 0
  let m3 = 0
  let m4 = 0
  return {
    add(value) {
      const before = n
      n += 1
      const delta = value - mean
      const deltaN = delta / n
      const term = delta * deltaN * before
      mean += deltaN
      m4 += term * deltaN * deltaN * (n * n - 3 * n + 3) + 6 * deltaN * deltaN * m2 - 4 * deltaN * m3
      m3 += term * deltaN * (n - 2) - 3 * deltaN * m2
      m2 += term
    },
    result: () => ({
      count: n,
      mean: n > 0 ? mean : Number.NaN,
      standardDeviation: n > 1 ? Math.sqrt(m2 / (n - 1)) : Number.NaN,
      skewness: n > 2 && m2 > 0 ? (Math.sqrt(n) * m3) / m2 ** 1.5 : Number.NaN,
      excessKurtosis: n > 3 && m2 > 0 ? (n * m4) / (m2 * m2) - 3 : Number.NaN,
    }),
  }
}
