import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LEVEL_COUNT } from './low-band.ts'
import { createLowBandNetwork, LOW_BAND_MODEL, type LowBandModel, signedBytes } from './low-band-network.ts'

const bytes = (values: readonly number[]): string =>
  Buffer.from(Int8Array.from(values).buffer).toString('base64')

describe('network of the low band', () => {
  it('reads signed bytes as everybody writes them', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -128, max: 127 })), (values) => {
        expect([...signedBytes(bytes(values))]).toEqual(values)
      }),
    )
  })

  it('answers after its delay with shares of a whole', () => {
    const network = createLowBandNetwork()
    expect(network.delayFrames).toBe(LOW_BAND_MODEL.distances.reduce((sum, x) => sum + x, 0))
    for (let frame = 0; frame < network.delayFrames + 20; frame++) {
      const shares = network.push(Float32Array.from({ length: LEVEL_COUNT }, (_, i) => (i * 7 + frame) % 5))
      if (frame < network.delayFrames) expect(shares).toBeNull()
      else
        for (const [place, drums] of shares!.drums.entries()) {
          const bass = shares!.bass[place]!
          expect(Math.min(drums, bass)).toBeGreaterThanOrEqual(0)
          expect(drums + bass).toBeLessThanOrEqual(1 + 1e-6)
        }
    }
  })

  /** One hidden unit: the first level, three frames of which are summed twice; its share of the bass is the answer. */
  const row = (at: number, length: number): number[] => Array.from({ length }, (_, i) => (i === at ? 1 : 0))
  const counting: LowBandModel = {
    version: 'test',
    distances: [1, 2],
    layers: [
      {
        weights: bytes([0, 1, 2].flatMap(() => row(0, LEVEL_COUNT))),
        scale: [1],
        bias: [0],
      },
      { weights: bytes([1, 0, 1]), scale: [1], bias: [0] },
      {
        weights: bytes(
          Array.from({ length: 128 }, (_, r) =>
            r >= 64 ? row(0, 1 + LEVEL_COUNT) : row(-1, 1 + LEVEL_COUNT),
          ).flat(),
        ),
        scale: Array(128).fill(1),
        bias: Array(128).fill(0),
      },
    ],
  }

  it('hears three frames to either side when its distances are 1 and 2, and aligns them', () => {
    const network = createLowBandNetwork(counting)
    const answers: number[] = []
    for (let frame = 0; frame < 20; frame++) {
      const levels = new Float32Array(LEVEL_COUNT)
      if (frame === 8) levels[0] = 1
      const shares = network.push(levels)
      if (shares !== null) answers.push(shares.bass[0]!)
    }
    // The first layer hears it in frames 7 to 9; the second adds to a frame what is known of those two before and after.
    const heard = (frame: number): number => (Math.abs(frame - 8) <= 1 ? 1 : 0)
    for (const [frame, answer] of answers.entries()) {
      const odds = Math.exp(heard(frame) + heard(frame - 2) + heard(frame + 2))
      expect(answer).toBeCloseTo(odds / (odds + 2), 5)
    }
  })
})
