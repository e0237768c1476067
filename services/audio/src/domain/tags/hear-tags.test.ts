import { describe, expect, it } from 'vitest'
import { levelOfPower } from '../features/bands.ts'
import { hearTags, labelsOf, meanProbabilities, type TagNetworks, tagsAbove } from './hear-tags.ts'
import type { MelPatch } from './patch-collector.ts'
import { EMBEDDING_SIZE, MEL_BANDS, PATCH_FRAMES } from './tag-network.ts'

/** A network whose first tag is its first input, so that the level can be read. */
const network = (source: 'mtt' | 'msd') => ({
  labels: labelsOf(source),
  tag: (patch: Float32Array) => ({
    probabilities: Float32Array.from({ length: 50 }, (_, i) => (i === 0 ? patch[0]! / 10 : i / 100)),
    embedding: new Float32Array(EMBEDDING_SIZE).fill(patch[0]!),
  }),
})
const networks: TagNetworks = { mtt: network('mtt'), msd: network('msd') }
const patch = (startSeconds: number, power: number): MelPatch => ({
  startSeconds,
  endSeconds: startSeconds + 3,
  levels: new Uint16Array(PATCH_FRAMES * MEL_BANDS).fill(levelOfPower(power)),
})

describe('hearTags', () => {
  it('does not depend on the playback level', () => {
    const loud = hearTags(networks, [patch(0, 1), patch(7, 0.1)], -14)!
    const quiet = hearTags(networks, [patch(0, 0.01), patch(7, 0.001)], -34)!
    for (const [i, { probabilities }] of loud.patches.entries())
      expect(quiet.patches[i]!.probabilities.mtt[0]).toBeCloseTo(probabilities.mtt[0]!, 3)
  })

  it('gives embeddings of length one for each network', () => {
    const { embedding } = hearTags(networks, [patch(0, 1)], -14)!
    expect(Math.hypot(...embedding.subarray(0, EMBEDDING_SIZE))).toBeCloseTo(1, 5)
    expect(Math.hypot(...embedding.subarray(EMBEDDING_SIZE))).toBeCloseTo(1, 5)
  })

  it('hears nothing in silence', () => {
    expect(hearTags(networks, [patch(0, 0)], null)).toBeNull()
    expect(hearTags(networks, [], -14)).toBeNull()
  })

  it('averages the patches of a section', () => {
    const heard = hearTags(networks, [patch(0, 1), patch(7, 100)], -14)!
    const [first, second, both] = [
      meanProbabilities(heard, 'mtt', 0, 5)![0]!,
      meanProbabilities(heard, 'mtt', 5, 10)![0]!,
      meanProbabilities(heard, 'mtt')![0]!,
    ]
    expect(second).toBeGreaterThan(first)
    expect(both).toBeCloseTo((first + second) / 2, 6)
    expect(meanProbabilities(heard, 'mtt', 20, 30)).toBeNull()
  })
})

describe('tagsAbove', () => {
  it('lists likely tags first', () => {
    const probabilities = new Float64Array(50)
    probabilities[9] = 0.4
    probabilities[0] = 0.6
    expect(tagsAbove(probabilities, 'mtt', 0.1).map(({ name }) => name)).toEqual(['guitar', 'piano'])
  })
})
