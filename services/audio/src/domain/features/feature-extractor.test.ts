import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decibelsOfLevel, levelOfPower } from './bands.ts'
import { createFeatureExtractor, type TrackFeatures } from './feature-extractor.ts'
import { createReferenceTransform } from './reference-transform.ts'

const extract = (parts: readonly Float32Array[], channels: 1 | 2 = 1): TrackFeatures => {
  const extractor = createFeatureExtractor({
    createTransform: createReferenceTransform,
    channels,
    withLoudness: true,
    withPitch: true,
    expectedSeconds: 1,
  })
  for (const part of parts) extractor.push(part)
  return extractor.finish()
}

const sine = (hz: number, seconds: number, amplitude = 1): Float32Array =>
  Float32Array.from(
    { length: Math.round(44_100 * seconds) },
    (_, i) => amplitude * Math.sin((2 * Math.PI * hz * i) / 44_100),
  )

describe('feature extractor', () => {
  it('puts a sine into the band at its frequency, near its level', () => {
    const features = extract([sine(1000, 0.5, 0.5)])
    expect(features.frames).toBe(50)
    expect(features.durationSeconds).toBeCloseTo(0.5, 3)
    const row = features.levels.subarray(25 * features.bandCount, 26 * features.bandCount)
    const loudest = row.indexOf(row.reduce((a, b) => Math.max(a, b)))
    expect(Math.abs(features.bandCentreHz[loudest]! - 1000)).toBeLessThan(80)
    // −6 dB of amplitude, less what a triangle over several bins spreads.
    expect(decibelsOfLevel(row[loudest]!)).toBeGreaterThan(-16)
    expect(decibelsOfLevel(row[loudest]!)).toBeLessThan(-5)
  })

  it('folds A to pitch class A', () => {
    const { pitch } = extract([sine(440, 0.5)])
    const frame = pitch.subarray(2 * 36, 3 * 36)
    expect(frame.indexOf(frame.reduce((a, b) => Math.max(a, b)))).toBe(27)
  })

  it('does not depend on how the input is cut', () => {
    const signal = sine(330, 0.4).map((x, i) => x * (i % 5000 < 800 ? 1 : 0.1))
    const stereo = Float32Array.from(
      { length: signal.length * 2 },
      (_, i) => signal[i >> 1]! * (i & 1 ? 0.5 : 1),
    )
    const whole = extract([stereo], 2)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1, maxLength: 5 }), (sizes) => {
        const parts: Float32Array[] = []
        for (let at = 0, i = 0; at < stereo.length; i++) {
          const size = sizes[i % sizes.length]! * 2
          parts.push(stereo.subarray(at, at + size))
          at += size
        }
        expect(extract(parts, 2)).toEqual(whole)
      }),
      { numRuns: 4 },
    )
  })

  it('has no frames for nothing, and zeros for silence', () => {
    expect(extract([]).frames).toBe(0)
    const silent = extract([new Float32Array(4410)])
    expect(silent.levels.every((level) => level === 0)).toBe(true)
    expect(silent.pitch.every((x) => x === 0)).toBe(true)
  })

  it('levels keep a hundredth of a decibel from −140 to +100 dBFS', () => {
    fc.assert(
      fc.property(fc.double({ min: -139, max: 100, noNaN: true }), (db) => {
        return Math.abs(decibelsOfLevel(levelOfPower(10 ** (db / 10))) - db) < 0.01
      }),
    )
  })
})
