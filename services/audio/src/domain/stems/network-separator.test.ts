import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createNetworkSeparator, type StemNetwork, triangularWeights } from './network-separator.ts'
import { joinBlocks, STEM_NAMES, type StemBlocks } from './stem.ts'

/** A network of gains; what it answers for a stretch is known. */
const gains = (chunkFrames: number, list = [1, 0.5, 0.25, 2]): StemNetwork & { runs: number } => ({
  chunkFrames,
  runs: 0,
  async run(planar) {
    this.runs++
    return Float32Array.from({ length: 4 * planar.length }, (_, i) => {
      const stem = Math.floor(i / planar.length)
      return list[stem]! * planar[i % planar.length]!
    })
  },
})

async function through(
  network: StemNetwork,
  signal: Float32Array,
  pieces: readonly number[],
  overlap = 0.25,
): Promise<StemBlocks> {
  const engine = createNetworkSeparator(network, { overlap })
  const parts: StemBlocks[] = []
  let at = 0
  for (const frames of [...pieces, signal.length]) {
    parts.push(await engine.push(signal.slice(at, at + 2 * frames)))
    at = Math.min(signal.length, at + 2 * frames)
  }
  return joinBlocks([...parts, await engine.finish()])
}

describe('overlap-add', () => {
  it('gives a network of gains back as gains, for any length, cut and overlap', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 200 }),
        fc.integer({ min: 2, max: 40 }),
        fc.double({ min: 0, max: 0.9, noNaN: true }),
        fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 5 }),
        async (frames, chunkFrames, overlap, pieces) => {
          const signal = Float32Array.from({ length: 2 * frames }, (_, i) => Math.sin(i * 0.7))
          const stems = await through(gains(chunkFrames), signal, pieces, overlap)
          for (const [s, name] of STEM_NAMES.entries()) {
            expect(stems[name].length).toBe(signal.length)
            for (let i = 0; i < signal.length; i++)
              expect(Math.abs(stems[name][i]! - [1, 0.5, 0.25, 2][s]! * signal[i]!)).toBeLessThan(1e-6)
          }
        },
      ),
    )
  })

  it('weighs two chunks by their triangles where they overlap', async () => {
    // A network that answers with the number of its run, so that the blend itself can be read off.
    let run = 0
    const counting: StemNetwork = {
      chunkFrames: 8,
      run: async () => new Float32Array(64).fill(++run),
    }
    const stems = await through(counting, new Float32Array(2 * 12), [], 0.5)
    const weights = triangularWeights(8)
    expect([...weights]).toEqual([0.25, 0.5, 0.75, 1, 1, 0.75, 0.5, 0.25])
    const left = Array.from(stems.drums).filter((_, i) => i % 2 === 0)
    const blend = [4, 5, 6, 7].map(
      (i) => (weights[i]! * 1 + weights[i - 4]! * 2) / (weights[i]! + weights[i - 4]!),
    )
    expect(left).toEqual([1, 1, 1, 1, ...blend.map(Math.fround), 2, 2, 2, 2])
  })

  it('does not run the network on padding alone', async () => {
    const exact = gains(8)
    await through(exact, new Float32Array(16), [])
    expect(exact.runs).toBe(1)
    const none = gains(8)
    await through(none, new Float32Array(0), [])
    expect(none.runs).toBe(0)
  })

  it('refuses an answer of another size and an absurd overlap', async () => {
    const wrong: StemNetwork = { chunkFrames: 8, run: async (planar) => planar }
    await expect(through(wrong, new Float32Array(16), [])).rejects.toMatchObject({
      details: { issue: 'network_layout' },
    })
    for (const overlap of [-0.1, 1, Number.NaN])
      expect(() => createNetworkSeparator(gains(8), { overlap })).toThrow('overlap')
  })
})
