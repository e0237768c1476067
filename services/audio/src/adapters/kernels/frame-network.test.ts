import { expect, it } from 'vitest'
import { createBandLayout } from '../../domain/features/bands.ts'
import type { TrackFeatures } from '../../domain/features/feature-extractor.ts'
import {
  FRAME_OUTPUT_COUNT,
  referenceNetwork,
  shippedFrameModel,
} from '../../domain/hearing/frame-network.ts'
import { loadFrameNetworks } from './frame-network.ts'

/** Levels drawn by a linear congruential generator (Lehmer 1949). */
function drawnFeatures(frames: number): TrackFeatures {
  const { count } = createBandLayout()
  let state = 20_261_116
  const levels = Uint16Array.from({ length: frames * count }, () => {
    state = (state * 48_271) % 2_147_483_647
    return 8000 + (state % 12_000)
  })
  return { levels, frames, bandCount: count } as TrackFeatures
}

it('agrees with plain arithmetic, within one chunk and across two', async () => {
  const model = shippedFrameModel()
  const fast = (await loadFrameNetworks())(model)
  for (const frames of [0, 1, 700, 8500]) {
    const features = drawnFeatures(frames)
    const { odds } = fast.hear(features)
    expect(odds).toHaveLength(frames * FRAME_OUTPUT_COUNT)
    const plain = referenceNetwork(model).hear(features).odds
    const apart = odds.reduce((most, x, i) => Math.max(most, Math.abs(x - plain[i]!)), 0)
    expect(apart).toBeLessThan(1e-3)
  }
})
