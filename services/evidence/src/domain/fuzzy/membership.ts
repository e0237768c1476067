import { expectedLogistic } from '../numerics/gauss-hermite.ts'
import { normalCdf, normalPdf } from '../numerics/normal.ts'

/**
 * Fuzzy set on the real line. A trapezoid with `left` −∞ (or `right` +∞) is a shoulder: it stays 1 on that side.
 * `splitGaussian` has one sigma per side; an infinite one makes a shoulder. `sigmoidBand` is the difference of two
 * rising sigmoids; a slope of 0 means no edge on that side.
 */
export type MembershipFunction =
  | { readonly kind: 'triangular'; readonly left: number; readonly center: number; readonly right: number }
  | {
      readonly kind: 'trapezoidal'
      readonly left: number
      readonly leftTop: number
      readonly rightTop: number
      readonly right: number
    }
  | { readonly kind: 'gaussian'; readonly center: number; readonly sigma: number }
  | { readonly kind: 'sigmoid'; readonly center: number; readonly slope: number }

export type TermShape =
  | MembershipFunction
  | {
      readonly kind: 'splitGaussian'
      readonly center: number
      readonly leftSigma: number
      readonly rightSigma: number
    }
  | {
      readonly kind: 'sigmoidBand'
      readonly leftCenter: number
      readonly leftSlope: number
      readonly rightCenter: number
      readonly rightSlope: number
    }

/** Spreads below this count as 0: nothing on [0, 1] is measured to a trillionth. */
const CRISP = 1e-12
/** Edges narrower than this many standard deviations are steps at their middle; the error is below 1e-9. */
const STEEP = 1e-4

/** Returns R(k) = E[(X − k)⁺] for X ~ N(m, s²): (m−k)Φ((m−k)/s) + sφ((m−k)/s). Not negative. */
function expectedExcess(m: number, s: number, k: number): number {
  if (s < CRISP) return Math.max(0, m - k)
  const z = (m - k) / s
  // Beyond nine standard deviations the other side weighs less than 1e-19.
  if (z > 9) return m - k
  if (z < -9) return 0
  return (m - k) * normalCdf(z) + s * normalPdf(z)
}

function expectedStep(m: number, s: number, k: number): number {
  if (s < CRISP) return m >= k ? 1 : 0
  return normalCdf((m - k) / s)
}

/** Returns E[clamp((X − from)/(to − from), 0, 1)]. A vertical edge is a step; an edge at −∞ gives 1. */
function expectedRise(m: number, s: number, from: number, to: number): number {
  if (from === Number.NEGATIVE_INFINITY) return 1
  if (to === Number.POSITIVE_INFINITY) return 0
  if (to - from <= Math.max(CRISP, STEEP * s)) return expectedStep(m, s, (from + to) / 2)
  if (s < CRISP) return clampUnit((m - from) / (to - from))
  return (expectedExcess(m, s, from) - expectedExcess(m, s, to)) / (to - from)
}

/** Like `expectedRise`, for the falling edge. At a vertical edge the point itself still belongs to the set. */
function expectedFall(m: number, s: number, from: number, to: number): number {
  if (to === Number.POSITIVE_INFINITY) return 0
  if (to - from <= Math.max(CRISP, STEEP * s)) {
    const middle = (from + to) / 2
    return s < CRISP ? (m > middle ? 1 : 0) : normalCdf((m - middle) / s)
  }
  if (s < CRISP) return clampUnit((m - from) / (to - from))
  return (expectedExcess(m, s, from) - expectedExcess(m, s, to)) / (to - from)
}

function clampUnit(x: number): number {
  return x < 0 ? 0 : Math.min(x, 1)
}

/**
 * Returns E[μ(X)] for X ~ N(m, s²): the expected degree of an uncertain value in a fuzzy set, in [0, 1] (Zadeh's
 * probability of a fuzzy event, J. Math. Analysis and Applications 23 (1968) 421–427).
 *
 * Trapezoid (a,b,c,d): (R(a)−R(b))/(b−a) − (R(c)−R(d))/(d−c). Gaussian (c, g): g/√(g²+s²)·exp(−(m−c)²/2(g²+s²)).
 * Sigmoid: `expectedLogistic`. s = 0 gives the crisp degree.
 */
export function expectedDegree(shape: TermShape, m: number, s: number): number {
  switch (shape.kind) {
    case 'triangular':
      return clampUnit(
        expectedRise(m, s, shape.left, shape.center) - expectedFall(m, s, shape.center, shape.right),
      )
    case 'trapezoidal':
      return clampUnit(
        expectedRise(m, s, shape.left, shape.leftTop) - expectedFall(m, s, shape.rightTop, shape.right),
      )
    case 'gaussian': {
      const spread2 = shape.sigma * shape.sigma + s * s
      return (shape.sigma / Math.sqrt(spread2)) * Math.exp(-((m - shape.center) ** 2) / (2 * spread2))
    }
    case 'sigmoid':
      return expectedLogistic(shape.slope * (m - shape.center), Math.abs(shape.slope) * s)
    case 'splitGaussian':
      return clampUnit(
        expectedHalfGaussian(m - shape.center, s, shape.rightSigma) +
          expectedHalfGaussian(shape.center - m, s, shape.leftSigma),
      )
    case 'sigmoidBand':
      return clampUnit(
        expectedEdge(m - shape.leftCenter, s, shape.leftSlope, 1) -
          expectedEdge(m - shape.rightCenter, s, shape.rightSlope, 0),
      )
  }
}

/** Returns the expected value of a rising sigmoid edge, or `atInfinity` for slope 0. */
function expectedEdge(distance: number, s: number, slope: number, atInfinity: 0 | 1): number {
  return slope === 0 ? atInfinity : expectedLogistic(slope * distance, slope * s)
}

/**
 * Returns E[exp(−X²/2g²); X > 0] for X ~ N(x, s²), plus half the crisp peak if s = 0 and x = 0. The product of the
 * two gaussians is a gaussian with mean x·g²/(g² + s²) and variance g²s²/(g² + s²), truncated at 0. An infinite g
 * is a shoulder.
 */
function expectedHalfGaussian(x: number, s: number, g: number): number {
  if (s < CRISP) {
    if (x < 0) return 0
    const crisp = g === Number.POSITIVE_INFINITY ? 1 : Math.exp(-(x * x) / (2 * g * g))
    return x === 0 ? crisp / 2 : crisp
  }
  if (g === Number.POSITIVE_INFINITY) return normalCdf(x / s)
  const spread2 = g * g + s * s
  return (
    (g / Math.sqrt(spread2)) *
    Math.exp(-(x * x) / (2 * spread2)) *
    normalCdf((x * g) / (s * Math.sqrt(spread2)))
  )
}

/** Returns μ(x), the crisp degree of x in the set, in [0, 1]. */
export function degree(shape: TermShape, x: number): number {
  return expectedDegree(shape, x, 0)
}
