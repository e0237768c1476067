import { describe, expect, it } from 'vitest'
import { createReferenceTransform } from '../features/reference-transform.ts'
import { MEL_FRAME_LENGTH, melPowers, patchLevels, TAG_RATE_HZ } from './mel-levels.ts'
import { MEL_BANDS, PATCH_FRAMES } from './tag-network.ts'

const powersOf = (signal: (i: number) => number): Float32Array => {
  const out = new Float32Array(MEL_BANDS)
  const samples = Float32Array.from({ length: MEL_FRAME_LENGTH }, (_, i) => signal(i))
  melPowers(createReferenceTransform(MEL_FRAME_LENGTH), samples, 0, out, 0)
  return out
}

describe('melPowers', () => {
  it('puts a tone into its band', () => {
    const loudestAt = (hz: number) => {
      const powers = powersOf((i) => Math.sin((2 * Math.PI * hz * i) / TAG_RATE_HZ))
      return powers.indexOf(Math.max(...powers))
    }
    expect(loudestAt(500)).toBeLessThan(loudestAt(1000))
    // 1 000 Hz is mel 15 of 45.25, so band 31 of 97 steps.
    expect(Math.abs(loudestAt(1000) - 31)).toBeLessThanOrEqual(1)
    expect(loudestAt(7900)).toBeGreaterThan(93)
  })

  it('gives power: half the level is a quarter', () => {
    const loud = powersOf((i) => Math.sin(i / 3))
    const quiet = powersOf((i) => 0.5 * Math.sin(i / 3))
    expect(quiet[40]! / loud[40]!).toBeCloseTo(0.25, 5)
  })
})

describe('patchLevels', () => {
  const levelOf = (power: number) => patchLevels(new Float64Array(PATCH_FRAMES * MEL_BANDS).fill(power))[0]!

  it('is 0 in silence and rises with the logarithm, also where half precision overflows', () => {
    expect(levelOf(0)).toBe(0)
    expect(levelOf(1)).toBeCloseTo(4, 2)
    expect(levelOf(100)).toBeCloseTo(6, 2)
    expect(levelOf(1e6)).toBeCloseTo(10, 2)
  })
})
