import { describe, expect, it } from 'vitest'
import { decibelsOfLevel } from '../features/bands.ts'
import { createReferenceTransform } from '../features/reference-transform.ts'
import { createPatchCollector } from './patch-collector.ts'
import { endOfSourceSamples, firstSourceSample, resample } from './resample.ts'
import { MEL_BANDS, PATCH_FRAMES } from './tag-network.ts'

const RATE_HZ = 44_100
const tone = (seconds: number, hz = 440) =>
  Float32Array.from({ length: Math.round(seconds * RATE_HZ) }, (_, i) =>
    Math.sin((2 * Math.PI * hz * i) / RATE_HZ),
  )

function collect(samples: Float32Array, pieces: number) {
  const collector = createPatchCollector(createReferenceTransform)
  for (let at = 0; at < samples.length; at += pieces) collector.push(samples.subarray(at, at + pieces))
  return collector.finish()
}

describe('resample', () => {
  const at16k = (hz: number) => {
    const start = firstSourceSample(1000)
    const source = Float32Array.from({ length: endOfSourceSamples(1600) - start }, (_, i) =>
      Math.sin((2 * Math.PI * hz * (i + start)) / RATE_HZ),
    )
    const out = new Float32Array(600)
    resample(source, start, 1000, out, 600)
    return out
  }

  it.each([50, 440, 5000, 7000])('keeps a tone of %i Hz', (hz) => {
    for (const [i, value] of at16k(hz).entries())
      expect(Math.abs(value - Math.sin((2 * Math.PI * hz * (1000 + i)) / 16_000))).toBeLessThan(1e-3)
  })

  it.each([8600, 12_000, 20_000])('removes a tone of %i Hz, which would be mirrored', (hz) => {
    for (const value of at16k(hz)) expect(Math.abs(value)).toBeLessThan(1e-3)
  })
})

describe('createPatchCollector', () => {
  it('gives the same patches whatever the pieces', () => {
    const samples = tone(11)
    expect(collect(samples, 5000)).toEqual(collect(samples, samples.length))
  })

  it('takes three seconds of every eight', () => {
    const starts = collect(tone(20), 8192).map(({ startSeconds }) => startSeconds)
    expect(starts).toHaveLength(3)
    expect(starts[1]).toBeCloseTo(8, 1)
    expect(starts[2]).toBeCloseTo(16, 1)
  })

  it('repeats a short track', () => {
    const [patch, ...others] = collect(tone(1), 8192)
    expect(others).toHaveLength(0)
    expect(patch!.endSeconds).toBeCloseTo(1, 1)
    const rowAt = (row: number) => patch!.levels.slice(row * MEL_BANDS, (row + 1) * MEL_BANDS)
    expect(rowAt(63 + 10)).toEqual(rowAt(10))
    expect(Math.max(...rowAt(PATCH_FRAMES - 1).map(decibelsOfLevel))).toBeGreaterThan(0)
  })

  it('gives nothing of nothing', () => {
    expect(collect(new Float32Array(0), 10)).toEqual([])
  })
})
