import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { createBandLayout, FRAME_LENGTH } from '../../domain/features/bands.ts'
import { type CreateLevelMeter, referenceLevels } from '../../domain/features/frame-levels.ts'
import { loadLevelMeters } from './frame-levels.ts'

const layout = createBandLayout()
let create: CreateLevelMeter
beforeAll(async () => {
  create = await loadLevelMeters()
})

const levelsOf = (maker: CreateLevelMeter, spectrum: Float32Array): number[] => {
  const out = new Uint16Array(layout.count + 2).fill(7)
  maker(layout).measure(spectrum, out, 1)
  expect([out[0], out.at(-1)]).toEqual([7, 7])
  return [...out.subarray(1, -1)]
}

describe('the kernel of levels', () => {
  it('agrees with plain arithmetic to one step, at any loudness', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 31 - 1 }),
        fc.double({ min: -9, max: 7, noNaN: true }),
        fc.double({ min: -2, max: 2, noNaN: true }),
        (seed, exponent, tilt) => {
          // A linear congruential generator (Lehmer 1949): one seed instead of two thousand drawn numbers.
          let state = seed
          const spectrum = Float32Array.from({ length: FRAME_LENGTH }, (_, i) => {
            state = (state * 48_271) % 2_147_483_647
            return (state / 2_147_483_647 - 0.5) * 10 ** exponent * (1 + i) ** tilt
          })
          const fast = levelsOf(create, spectrum)
          const slow = levelsOf(referenceLevels, spectrum)
          return fast.every((level, b) => Math.abs(level - slow[b]!) <= 1)
        },
      ),
      { numRuns: 300 },
    )
  })
  it.each([
    ['silence', 0],
    ['what is too quiet to store', 1e-12],
    ['what is too loud to store', 1e12],
  ])('stores %s as plain arithmetic does', (_, value) => {
    const spectrum = new Float32Array(FRAME_LENGTH).map((_, i) => (i % 4 === 0 ? value : -value))
    expect(levelsOf(create, spectrum)).toEqual(levelsOf(referenceLevels, spectrum))
  })
  it('ignores what the layout of the spectrum puts where im(0) would be', () => {
    const spectrum = new Float32Array(FRAME_LENGTH)
    spectrum[1] = 1000
    expect(Math.max(...levelsOf(create, spectrum))).toBe(0)
  })
})
