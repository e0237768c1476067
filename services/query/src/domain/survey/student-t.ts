/** Natural logarithm of the gamma function for x > 0 (Lanczos 1964, g = 7, nine terms; error below 1e-14). */
function logGamma(x: number): number {
  const terms = [
    0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
    12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
  ]
  const base = x + 6.5
  let sum = terms[0]!
  for (let i = 1; i < terms.length; i++) sum += terms[i]! / (x - 1 + i)
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(sum)
}

/** Continued fraction of the incomplete beta function (DLMF 8.17.22), by Lentz's method. */
function betaFraction(a: number, b: number, x: number): number {
  const tiny = 1e-300
  let c = 1
  let d = 1 / Math.max(tiny, 1 - ((a + b) * x) / (a + 1))
  let fraction = d
  for (let m = 1; m < 500; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / (1 + even * d)
    c = 1 + even / c
    fraction *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / (1 + odd * d)
    c = 1 + odd / c
    const step = d * c
    fraction *= step
    if (Math.abs(step - 1) < 1e-15) break
  }
  return fraction
}

/** Regularised incomplete beta function I_x(a, b), 0–1 (DLMF 8.17). */
function incompleteBeta(a: number, b: number, x: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(a, b, x)) / a
    : 1 - (front * betaFraction(b, a, 1 - x)) / b
}

/**
 * Returns the t > 0 that Student's distribution exceeds with probability `tail` (0 < tail < 0.5). NaN below one degree
 * of freedom. The tail is ½ I(ν/(ν+t²); ν/2, ½) (DLMF 8.17); t is found by bisection of a function that only falls.
 */
export function studentUpperQuantile(tail: number, degreesOfFreedom: number): number {
  if (!(degreesOfFreedom >= 1)) return Number.NaN
  const above = (t: number) =>
    0.5 * incompleteBeta(degreesOfFreedom / 2, 0.5, degreesOfFreedom / (degreesOfFreedom + t * t))
  let low = 0
  let high = 1
  while (above(high) > tail) high *= 2
  for (let step = 0; step < 100 && high - low > 1e-15 * high; step++) {
    const middle = (low + high) / 2
    if (above(middle) > tail) low = middle
    else high = middle
  }
  return (low + high) / 2
}
