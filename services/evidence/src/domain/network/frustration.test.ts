import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mulberry32 } from '../numerics/random.ts'
import { frustration } from './frustration.ts'

const graph = fc.integer({ min: 2, max: 10 }).chain((n) =>
  fc.tuple(
    fc.constant(n),
    fc.array(
      fc
        .tuple(
          fc.integer({ min: 0, max: n - 1 }),
          fc.integer({ min: 0, max: n - 1 }),
          fc.double({ min: 0.01, max: 1, noNaN: true }),
          fc.boolean(),
        )
        .filter(([a, b]) => a !== b)
        .map(([a, b, size, positive]) => ({ a, b, weight: positive ? size : -size })),
      { maxLength: 40 },
    ),
  ),
)

describe('frustration', () => {
  it('is the least violated share over all splits', () => {
    fc.assert(
      fc.property(graph, ([n, edges]) => {
        const total = edges.reduce((sum, e) => sum + Math.abs(e.weight), 0)
        let least = Number.POSITIVE_INFINITY
        for (let mask = 0; mask < 2 ** n; mask += 1) {
          const violated = edges.reduce((sum, { a, b, weight }) => {
            const together = ((mask >> a) & 1) === ((mask >> b) & 1)
            return together === weight > 0 ? sum : sum + Math.abs(weight)
          }, 0)
          least = Math.min(least, violated)
        }
        const wanted = total === 0 ? 0 : least / total
        expect(frustration(n, edges, mulberry32(1))).toBeCloseTo(wanted, 9)
        // The local search may only miss by finding a worse split.
        expect(frustration(n, edges, mulberry32(1), 1)).toBeGreaterThanOrEqual(wanted - 1e-9)
      }),
    )
  })

  it('is 0 for balanced graphs of any size and ⅓ for the all-negative triangle', () => {
    const ring = Array.from({ length: 60 }, (_, i) => ({
      a: i,
      b: (i + 1) % 60,
      weight: i % 2 === 0 ? -1 : 1,
    }))
    expect(frustration(60, ring, mulberry32(1))).toBe(0)
    const triangle = [
      { a: 0, b: 1, weight: -1 },
      { a: 1, b: 2, weight: -1 },
      { a: 0, b: 2, weight: -1 },
    ]
    expect(frustration(3, triangle, mulberry32(1))).toBeCloseTo(1 / 3, 12)
  })
})
