import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLowBandLevels, GRID_HZ, GRID_SIZE, LEVEL_COUNT } from './low-band.ts'
import type { StereoFrame } from './stereo-frame.ts'

const BINS = 2048

/** A frame with the given magnitude per bin, left alone or on both sides. */
function frameOf(magnitude: (bin: number) => number, rightShare = 1): StereoFrame {
  const left = new Float32Array(2 * BINS)
  const right = new Float32Array(2 * BINS)
  for (let b = 0; b < BINS; b++) {
    left[2 * b] = magnitude(b)
    right[2 * b] = rightShare * magnitude(b)
  }
  return {
    left,
    right,
    magnitude: Float32Array.from({ length: BINS }, (_, b) => Math.hypot(left[2 * b]!, right[2 * b]!)),
  }
}

const describeAll = (frames: readonly StereoFrame[], binHz = GRID_HZ): Float32Array[] => {
  const levels = createLowBandLevels({ bins: BINS, binHz, hopSeconds: 1024 / 44_100 })
  return frames.map((frame) => {
    const out = new Float32Array(LEVEL_COUNT)
    levels.describe(frame, out)
    return out
  })
}

describe('levels of the low band', () => {
  it('do not depend on the gain', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: -10, max: 10 }),
        (seeds, exponent) => {
          const frames = (gain: number) =>
            seeds.map((seed) => frameOf((b) => (gain * ((b * 37 + seed) % 101)) / 101, 0.5))
          expect(describeAll(frames(2 ** exponent))).toEqual(describeAll(frames(1)))
        },
      ),
      { numRuns: 20 },
    )
  })

  it('are 0 in silence, and never negative', () => {
    expect(describeAll([frameOf(() => 0)])[0]!.every((x) => x === 0)).toBe(true)
    expect(describeAll([frameOf((b) => b % 7)])[0]!.every((x) => x >= 0)).toBe(true)
  })

  it('show a partial at its place and the side only of what is at the side', () => {
    const middle = describeAll([frameOf((b) => (b === 10 ? 1 : 0))])[0]!
    expect(middle.indexOf(Math.max(...middle))).toBe(9)
    expect(middle.subarray(GRID_SIZE, 1.5 * GRID_SIZE).every((x) => x === 0)).toBe(true)
    const left = describeAll([frameOf((b) => (b === 10 ? 1 : 0), 0)])[0]!
    expect(left[GRID_SIZE + 4]).toBeGreaterThan(5)
  })

  it('find the same frequency at another spacing of bins', () => {
    const wide = describeAll([frameOf((b) => (b === 20 ? 1 : 0))], GRID_HZ / 2)[0]!
    expect(wide.indexOf(Math.max(...wide))).toBe(9)
  })

  it('remember a loud frame for a while', () => {
    const [, after] = describeAll([frameOf(() => 1), frameOf((b) => (b === 10 ? 0.01 : 0))])
    const [alone] = describeAll([frameOf((b) => (b === 10 ? 0.01 : 0))])
    expect(after![9]).toBeLessThan(alone![9]! / 2)
  })
})
