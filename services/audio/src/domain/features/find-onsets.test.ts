import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyseTrack } from '../analyse-track.ts'
import { createFeatureExtractor } from './feature-extractor.ts'
import { findOnsets } from './find-onsets.ts'
import { GROUP_COUNT, superFlux } from './novelty.ts'
import { createReferenceTransform } from './reference-transform.ts'

const RATE = 44_100
const noiseAt = (i: number): number => (Math.imul(i ^ (i >>> 7), 2_654_435_761) >>> 0) / 2 ** 31 - 1

/** Plucked notes at the times over a quiet pad that wavers, as records do. */
function plucks(times: readonly number[], seconds: number, gain = 1): Float32Array {
  const out = new Float32Array(seconds * RATE)
  for (let i = 0; i < out.length; i++) {
    const waver = 1 + 0.3 * Math.sin((2 * Math.PI * 5 * i) / RATE)
    out[i] =
      gain *
      (0.03 * waver * Math.sin((2 * Math.PI * 220 * i) / RATE) +
        0.03 * Math.sin((2 * Math.PI * 330 * i) / RATE) +
        0.0005 * noiseAt(i))
  }
  for (const [n, time] of times.entries()) {
    const hz = [262, 330, 392, 440][n % 4]!
    const from = Math.round(time * RATE)
    for (let i = 0; i < 0.6 * RATE && from + i < out.length; i++)
      for (const partial of [1, 2, 3, 5])
        out[from + i]! +=
          gain *
          (0.3 / partial) *
          Math.exp(-i / RATE / 0.15) *
          Math.sin((2 * Math.PI * partial * hz * i) / RATE)
  }
  return out
}

function featuresOf(signal: Float32Array) {
  const extractor = createFeatureExtractor({
    createTransform: createReferenceTransform,
    channels: 1,
    withLoudness: true,
    withPitch: false,
  })
  extractor.push(signal)
  return extractor.finish()
}
const every = (seconds: number, until: number) =>
  Array.from({ length: Math.floor((until - 1) / seconds) }, (_, i) => 0.5 + i * seconds)

describe('findOnsets', () => {
  it.each([0.2, 1.5])('finds the notes played every %f s over a wavering pad, and no others', (gap) => {
    const times = every(gap, 6)
    const found = findOnsets(superFlux(featuresOf(plucks(times, 6)))).map((frame) => frame / 100)
    const matched = times.filter((time) => found.some((other) => Math.abs(other - time) < 0.05))
    expect(matched.length).toBeGreaterThanOrEqual(times.length - 1)
    expect(found.length).toBeLessThanOrEqual(times.length + 2)
  })

  it('the onset rate of a track is that of its notes', () => {
    const slow = analyseTrack(featuresOf(plucks(every(1.25, 8), 8))).features.onsetRate!
    const fast = analyseTrack(featuresOf(plucks(every(0.25, 8), 8))).features.onsetRate!
    expect(slow).toBeGreaterThan(0.5)
    expect(slow).toBeLessThan(1.2)
    expect(fast).toBeGreaterThan(3.2)
    expect(fast).toBeLessThan(4.4)
  })

  it('a gain changes nothing', () => {
    const times = every(0.4, 3)
    expect(findOnsets(superFlux(featuresOf(plucks(times, 3, 0.1))))).toEqual(
      findOnsets(superFlux(featuresOf(plucks(times, 3)))),
    )
  })

  it('onsets are sorted, within the track and at least 50 ms apart, whatever the novelty', () => {
    fc.assert(
      fc.property(fc.array(fc.float({ min: 0, max: 40, noNaN: true }), { maxLength: 300 }), (values) => {
        const groups = new Float32Array(values.length * GROUP_COUNT)
        for (const [t, value] of values.entries()) groups[t * GROUP_COUNT + (t % GROUP_COUNT)] = value
        const found = findOnsets({ frames: values.length, groups })
        for (const [i, frame] of found.entries()) {
          expect(frame).toBeLessThan(values.length)
          if (i > 0) expect(frame - found[i - 1]!).toBeGreaterThanOrEqual(5)
        }
      }),
    )
  })
})
