import { expect, it } from 'vitest'
import { mostInformative } from './informative.ts'
import { wilsonBounds } from './wilson.ts'

const two = (a: number, b: number): Float64Array => Float64Array.of(a, b)
const identity = { width: 2, covariance: Float64Array.of(1, 0, 0, 1) }

it('prefers doubt that the parameters cause, and then asks about something else', () => {
  const chances = [
    { probability: 0.5, gradient: two(2, 0) },
    { probability: 0.5, gradient: two(1.9, 0) },
    { probability: 0.5, gradient: two(0, 1) },
    { probability: 0.999, gradient: two(2, 0) },
  ]
  const chosen = mostInformative(chances, identity, 4)
  expect(chosen.map(({ index }) => index)).toEqual([0, 1, 2, 3])
  expect(chosen[0]!.bits).toBeCloseTo(0.5 * Math.log2(1 + 0.25 * 4), 12)
  // The second label of the same kind tells less than alone: S has shrunk from 1 to 1/(1 + 0.25·4).
  expect(chosen[1]!.bits).toBeCloseTo(0.5 * Math.log2(1 + (0.25 * 1.9 ** 2) / 2), 12)
  const bits = chosen.map((one) => one.bits)
  expect(bits).toEqual(bits.toSorted((a, b) => b - a))
})

it('is the same as the determinant of the covariance says', () => {
  const chances = [
    { probability: 0.3, gradient: two(1, 2) },
    { probability: 0.8, gradient: two(-1, 0.5) },
  ]
  const total = mostInformative(chances, identity, 2).reduce((sum, { bits }) => sum + bits, 0)
  // ½·log₂ det(S₀⁻¹ + Σ w φφᵀ)/det S₀⁻¹
  const [a, b] = [0.21, 0.16]
  const m = [1 + a + b, 2 * a - 0.5 * b, 1 + 4 * a + 0.25 * b] as const
  expect(total).toBeCloseTo(0.5 * Math.log2(m[0] * m[2] - m[1] ** 2), 12)
})

it('chooses all when there are fewer than wanted', () => {
  expect(mostInformative([], identity, 3)).toEqual([])
  expect(mostInformative([{ probability: 0.5, gradient: two(0, 0) }], identity, 3)).toHaveLength(1)
})

it('gives the interval of Wilson', () => {
  // (0.8 + z²/20)/(1 + z²/10) ∓ z·√(0.016 + z²/400)/(1 + z²/10), z² = 2.7055
  const [low, high] = wilsonBounds(8, 10)
  expect(low).toBeCloseTo(0.5408, 4)
  expect(high).toBeCloseTo(0.9314, 4)
  expect(wilsonBounds(0, 0)).toEqual([0, 1])
  expect(wilsonBounds(10, 10)[1]).toBe(1)
})
