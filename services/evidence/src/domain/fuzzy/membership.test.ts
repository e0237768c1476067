import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalPdf } from '../numerics/normal.ts'
import { defuzzify, fuzzyReading, sNorm, tNorm } from './fuzzy-operations.ts'
import {
  confidenceLevels,
  DEFUZZIFICATIONS,
  MEMBERSHIP_FUNCTION_NAMES,
  S_NORMS,
  T_NORMS,
} from './linguistic-variables.ts'
import { degree, expectedDegree, type TermShape } from './membership.ts'
import { expectedDegrees, internalTerms, normalisedDegrees, reportedTerms } from './term-sets.ts'

/** Composite Gauss–Legendre (5 points) on [from, to], split at the bends, as a judge independent of the closed forms. */
function integrate(
  f: (x: number) => number,
  from: number,
  to: number,
  splits: number[],
  pieces = 40,
): number {
  const nodes = [-0.906179845938664, -0.5384693101056831, 0, 0.5384693101056831, 0.906179845938664]
  const weights = [
    0.23692688505618908, 0.47862867049936647, 0.5688888888888889, 0.47862867049936647, 0.23692688505618908,
  ]
  const cuts = [from, ...splits.filter((x) => x > from && x < to), to].sort((a, b) => a - b)
  let sum = 0
  for (let c = 1; c < cuts.length; c += 1) {
    const width = (cuts[c]! - cuts[c - 1]!) / pieces
    if (width <= 0) continue
    for (let p = 0; p < pieces; p += 1) {
      const middle = cuts[c - 1]! + (p + 0.5) * width
      for (let k = 0; k < 5; k += 1) sum += (weights[k]! * width * f(middle + (nodes[k]! * width) / 2)) / 2
    }
  }
  return sum
}

function bendsOf(shape: TermShape): number[] {
  switch (shape.kind) {
    case 'triangular':
      return [shape.left, shape.center, shape.right]
    case 'trapezoidal':
      return [shape.left, shape.leftTop, shape.rightTop, shape.right]
    case 'gaussian':
      return [-8, 0, 8].map((k) => shape.center + k * shape.sigma)
    case 'splitGaussian':
      return [shape.center - 8 * shape.leftSigma, shape.center, shape.center + 8 * shape.rightSigma]
    case 'sigmoid':
      return [-30, 0, 30].map((k) => shape.center + k / shape.slope)
    case 'sigmoidBand':
      return [-30, 0, 30].flatMap((k) => [
        shape.leftCenter + k / shape.leftSlope,
        shape.rightCenter + k / shape.rightSlope,
      ])
  }
}

function quadrature(shape: TermShape, m: number, s: number): number {
  const f = (x: number): number => (degree(shape, x) * normalPdf((x - m) / s)) / s
  const grid = Array.from({ length: 11 }, (_, i) => m + (i - 5) * 1.8 * s)
  return integrate(f, m - 9 * s, m + 9 * s, [...bendsOf(shape).filter(Number.isFinite), ...grid])
}

/** Where the union of clipped triangles can bend: ends and crossings of edges, and edges meeting a clipping height. */
function bendsOfUnion(activation: readonly number[]): number[] {
  const edges = confidenceLevels.flatMap(({ membershipFunction: { parameters } }) => {
    const [left, center, right] = parameters
    return [
      { at: left, slope: 1 / (center - left) },
      { at: right, slope: -1 / (right - center) },
    ].filter((e) => Number.isFinite(e.slope))
  })
  const ends = confidenceLevels.flatMap((level) => [...level.membershipFunction.parameters])
  const clipped = edges.flatMap((e) => activation.map((a) => e.at + a / e.slope))
  const crossings = edges.flatMap((e) =>
    edges
      .filter((f) => f.slope !== e.slope)
      .map((f) => (e.slope * e.at - f.slope * f.at) / (e.slope - f.slope)),
  )
  return [...ends, ...clipped, ...crossings]
}

const unit = fc.double({ min: 0, max: 1, noNaN: true })
const spread = fc.double({ min: 0.005, max: 1, noNaN: true })

const functions: fc.Arbitrary<TermShape> = fc.oneof(
  fc
    .array(unit, { minLength: 4, maxLength: 4 })
    .map((p) => p.sort((a, b) => a - b))
    .map(
      ([left, leftTop, rightTop, right]): TermShape => ({
        kind: 'trapezoidal',
        left: left!,
        leftTop: leftTop!,
        rightTop: rightTop!,
        right: right!,
      }),
    ),
  fc
    .array(unit, { minLength: 3, maxLength: 3 })
    .map((p) => p.sort((a, b) => a - b))
    .map(
      ([left, center, right]): TermShape => ({
        kind: 'triangular',
        left: left!,
        center: center!,
        right: right!,
      }),
    ),
  fc
    .tuple(unit, fc.double({ min: 0.02, max: 1, noNaN: true }))
    .map(([center, sigma]): TermShape => ({ kind: 'gaussian', center, sigma })),
  fc
    .tuple(unit, fc.double({ min: 0.5, max: 40, noNaN: true }), fc.boolean())
    .map(([center, slope, falls]): TermShape => ({ kind: 'sigmoid', center, slope: falls ? -slope : slope })),
)

describe('expected degree', () => {
  it('agrees with quadrature to 1e-9 for every function', () => {
    fc.assert(
      fc.property(functions, unit, spread, (shape, m, s) => {
        expect(Math.abs(expectedDegree(shape, m, s) - quadrature(shape, m, s))).toBeLessThan(1e-9)
      }),
      { numRuns: 300 },
    )
  })

  it('agrees with quadrature to 1e-9 for every term of every family', () => {
    for (const family of MEMBERSHIP_FUNCTION_NAMES) {
      for (const set of [reportedTerms[family], internalTerms[family][9], internalTerms[family][3]]) {
        const fast = new Float64Array(set.shapes.length)
        for (const [m, s] of [
          [0, 0.05],
          [0.13, 0.2],
          [0.5, 1],
          [0.97, 0.02],
        ] as const) {
          expectedDegrees(set, m, s, fast)
          set.shapes.forEach((shape, t) => {
            expect(
              Math.abs(fast[t]! - quadrature(shape, m, s)),
              `${family} ${t} at ${m} ± ${s}`,
            ).toBeLessThan(1e-9)
          })
        }
      }
    }
  })

  it('slopes are the derivative of the degrees', () => {
    fc.assert(
      fc.property(unit, fc.double({ min: 0.02, max: 1, noNaN: true }), (m, s) => {
        const set = internalTerms.triangular[9]
        const [at, slopes, above, below] = [0, 1, 2, 3].map(() => new Float64Array(9)) as [
          Float64Array,
          Float64Array,
          Float64Array,
          Float64Array,
        ]
        expectedDegrees(set, m, s, at, slopes)
        expectedDegrees(set, m + 1e-5, s, above)
        expectedDegrees(set, m - 1e-5, s, below)
        slopes.forEach((slope, t) => {
          expect(Math.abs(slope - (above[t]! - below[t]!) / 2e-5)).toBeLessThan(1e-4)
        })
      }),
    )
  })

  it('recovers the crisp degree as the noise vanishes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...MEMBERSHIP_FUNCTION_NAMES), unit, (family, m) => {
        const crisp = normalisedDegrees(reportedTerms[family], m, 0)
        const nearly = normalisedDegrees(reportedTerms[family], m, 1e-7)
        crisp.forEach((d, t) => {
          expect(nearly[t]).toBeCloseTo(d, 4)
        })
      }),
    )
  })

  it('normalises to 1 over any choice of terms', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...MEMBERSHIP_FUNCTION_NAMES),
        unit,
        fc.oneof(fc.constant(0), spread),
        fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }).filter((a) => a.some(Boolean)),
        (family, m, s, active) => {
          const degrees = normalisedDegrees(reportedTerms[family], m, s, active)
          expect(degrees.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12)
          degrees.forEach((d, t) => {
            if (!active[t]) expect(d).toBe(0)
          })
        },
      ),
    )
  })

  it('gives each family the same centre and half-height points', () => {
    for (const family of MEMBERSHIP_FUNCTION_NAMES) {
      const medium = reportedTerms[family].shapes[2]!
      // An interior sigmoid is the difference of two: 0.018 short of one half where they cross it.
      expect(Math.abs(degree(medium, 0.4) - 0.5)).toBeLessThan(0.02)
      expect(Math.abs(degree(medium, 0.6) - 0.5)).toBeLessThan(0.02)
      expect(degree(medium, 0.5)).toBeGreaterThan(0.75)
      expect(degree(reportedTerms[family].shapes[0]!, -3)).toBeCloseTo(1, 9)
      expect(degree(reportedTerms[family].shapes[4]!, 4)).toBeCloseTo(1, 9)
    }
  })
})

describe('fuzzy operations', () => {
  const duals = [
    ['minimum', 'maximum'],
    ['product', 'probabilistic'],
    ['lukasiewicz', 'lukasiewicz'],
  ] as const

  it('are De Morgan duals, commutative, associative, monotone, with their units', () => {
    fc.assert(
      fc.property(unit, unit, unit, (a, b, c) => {
        for (const [t, s] of duals) {
          expect(sNorm(s, a, b)).toBeCloseTo(1 - tNorm(t, 1 - a, 1 - b), 12)
          expect(tNorm(t, a, b)).toBe(tNorm(t, b, a))
          expect(tNorm(t, a, tNorm(t, b, c))).toBeCloseTo(tNorm(t, tNorm(t, a, b), c), 12)
          expect(tNorm(t, a, 1)).toBeCloseTo(a, 12)
          expect(sNorm(s, a, 0)).toBe(a)
          expect(tNorm(t, Math.max(a, b), c)).toBeGreaterThanOrEqual(tNorm(t, Math.min(a, b), c))
        }
      }),
    )
  })

  it('centroid agrees with quadrature and every defuzzification stays on the scale', () => {
    fc.assert(
      fc.property(fc.array(unit, { minLength: 5, maxLength: 5 }), (activation) => {
        for (const kind of DEFUZZIFICATIONS) {
          const x = defuzzify(kind, activation)
          expect(x).toBeGreaterThanOrEqual(0)
          expect(x).toBeLessThanOrEqual(1)
        }
        const height = (x: number): number =>
          Math.max(...activation.map((a, t) => Math.min(a, degree(reportedTerms.triangular.shapes[t]!, x))))
        const bends = bendsOfUnion(activation)
        const area = integrate(height, 0, 1, bends, 2)
        if (area > 1e-4) {
          const moment = integrate((x) => x * height(x), 0, 1, bends, 2)
          expect(Math.abs(defuzzify('centroid', activation) - moment / area)).toBeLessThan(1e-9)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('reads a lone certain item as its own term', () => {
    for (const t of T_NORMS) {
      for (const s of S_NORMS) {
        const reading = fuzzyReading([{ weight: 1, degrees: [0, 0, 0, 1, 0] }], {
          tNorm: t,
          sNorm: s,
          defuzzification: 'centroid',
        })
        expect(reading.score).toBeCloseTo(0.75, 9)
      }
    }
  })
})
