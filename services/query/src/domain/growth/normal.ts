/** Density of the standard normal distribution. */
const density = (z: number): number => Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI)

/** Where the series below loses relative accuracy and the continued fraction has converged. */
const TAIL_FROM = 2.5

/**
 * Returns the upper tail of the standard normal distribution, 0–1, with a small relative error far into the tail. Uses
 * a series (Marsaglia 2004, J Stat Softw 11(4)) in the middle and Laplace's continued fraction beyond.
 */
export function normalUpperTail(z: number): number {
  if (z < 0) return 1 - normalUpperTail(-z)
  if (z < TAIL_FROM) {
    let term = z
    let sum = z
    for (let k = 3; Math.abs(term) > 1e-18; k += 2) {
      term *= (z * z) / k
      sum += term
    }
    return 0.5 - sum * density(z)
  }
  let fraction = 0
  for (let k = 160; k > 0; k--) fraction = k / (z + fraction)
  return density(z) / (z + fraction)
}

/** Returns the distribution function Φ of the standard normal, 0–1. */
export const normalCdf = (z: number): number => normalUpperTail(-z)

/** Returns the centile 0–100 of a z-score. */
export const centileOfZ = (z: number): number => 100 * normalCdf(z)

/**
 * Returns the z whose upper tail is q (0 < q < 1): Acklam's rational approximation, then Halley steps to full double
 * precision.
 */
export function normalUpperQuantile(q: number): number {
  if (!(q > 0 && q < 1))
    return q <= 0 ? Number.POSITIVE_INFINITY : q >= 1 ? Number.NEGATIVE_INFINITY : Number.NaN
  if (q > 0.5) return -normalUpperQuantile(1 - q)
  let z = acklam(q)
  for (let step = 0; step < 2; step++) {
    const error = (normalUpperTail(z) - q) / density(z)
    z += error / (1 - (z * error) / 2)
  }
  return z
}

/** Returns Φ⁻¹(p), the inverse of the standard normal distribution function (0 < p < 1). */
export const normalQuantile = (p: number): number => -normalUpperQuantile(p)

/** Rational approximation of the upper quantile for q ≤ 0.5, relative error below 1.2e-9 (Acklam 2003). */
function acklam(q: number): number {
  if (q < 0.02425) {
    const r = Math.sqrt(-2 * Math.log(q))
    return -(
      (((((-7.784894002430293e-3 * r - 3.223964580411365e-1) * r - 2.400758277161838) * r -
        2.549732539343734) *
        r +
        4.374664141464968) *
        r +
        2.938163982698783) /
      ((((7.784695709041462e-3 * r + 3.224671290700398e-1) * r + 2.445134137142996) * r + 3.754408661907416) *
        r +
        1)
    )
  }
  const d = q - 0.5
  const r = d * d
  return -(
    ((((((-3.969683028665376e1 * r + 2.209460984245205e2) * r - 2.759285104469687e2) * r +
      1.38357751867269e2) *
      r -
      3.066479806614716e1) *
      r +
      2.506628277459239) *
      d) /
    (((((-5.447609879822406e1 * r + 1.615858368580409e2) * r - 1.556989798598866e2) * r +
      6.680131188771972e1) *
      r -
      1.328068155288572e1) *
      r +
      1)
  )
}
