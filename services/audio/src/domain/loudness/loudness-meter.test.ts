import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLoudnessMeter } from './loudness-meter.ts'

const RATE = 48_000

/** Stereo sine, both channels equal. */
const sine = (hz: number, seconds: number, peakDbfs: number, phase = 0, rate = RATE): Float32Array => {
  const frames = Math.round(seconds * rate)
  const out = new Float32Array(frames * 2)
  const amplitude = 10 ** (peakDbfs / 20)
  for (let i = 0; i < frames; i++) {
    out[2 * i] = out[2 * i + 1] = amplitude * Math.sin((2 * Math.PI * hz * i) / rate + phase)
  }
  return out
}

const measure = (parts: Float32Array[], rate = RATE) => {
  const meter = createLoudnessMeter({ sampleRateHz: rate, channels: 2 })
  for (const part of parts) meter.push(part)
  return meter.finish()
}

describe('loudness meter against EBU Tech 3341 (tolerance 0.1 LU)', () => {
  it.each([-23, -33])('case 1 and 2: a stereo 1 kHz sine at %d dBFS reads as many LUFS', (level) => {
    const result = measure([sine(1000, 20, level)])
    expect(result.integratedLufs).toBeCloseTo(level, 1)
    expect(result.momentaryMaxLufs).toBeCloseTo(level, 1)
    expect(result.shortTermMaxLufs).toBeCloseTo(level, 1)
  })

  it('case 3: quiet parts are gated', () => {
    expect(
      measure([sine(1000, 10, -36), sine(1000, 60, -23), sine(1000, 10, -36)]).integratedLufs,
    ).toBeCloseTo(-23, 1)
  })

  it('case 4: the absolute gate too', () => {
    const parts = [-72, -36, -23, -36, -72].map((level, i) => sine(1000, i === 2 ? 60 : 10, level))
    expect(measure(parts).integratedLufs).toBeCloseTo(-23, 1)
  })

  it('case 5', () => {
    const parts = [sine(1000, 20, -26), sine(1000, 20.1, -20), sine(1000, 20, -26)]
    expect(measure(parts).integratedLufs).toBeCloseTo(-23, 1)
  })

  it('reads the same at 44.1 kHz', () => {
    expect(measure([sine(1000, 5, -23, 0, 44_100)], 44_100).integratedLufs).toBeCloseTo(-23, 1)
  })

  it('Tech 3342 case 1: 20 s at −20 then 20 s at −30 dBFS has a range of 10 LU', () => {
    expect(Math.abs(measure([sine(1000, 20, -20), sine(1000, 20, -30)]).rangeLu - 10)).toBeLessThan(1)
  })

  it('Tech 3341 case 15: a quarter-rate sine at 45° has a true peak 3 dB above its samples', () => {
    const result = measure([sine(RATE / 4, 1, -6, Math.PI / 4)])
    expect(result.samplePeakDbfs).toBeCloseTo(-9.01, 1)
    expect(result.truePeakDbtp!).toBeGreaterThan(-6.4)
    expect(result.truePeakDbtp!).toBeLessThan(-5.8)
  })
})

describe('loudness meter laws', () => {
  it('silence and emptiness have no loudness and are never NaN', () => {
    for (const parts of [[], [new Float32Array(RATE * 8)]]) {
      expect(measure(parts)).toEqual({
        integratedLufs: null,
        rangeLu: 0,
        momentaryMaxLufs: null,
        shortTermMaxLufs: null,
        truePeakDbtp: null,
        samplePeakDbfs: null,
      })
    }
  })

  it('gives byte-identical figures in any chunking', () => {
    const signal = sine(440, 2, -12)
    for (let i = 0; i < signal.length; i++) signal[i]! *= 0.5 + 0.5 * Math.sin(i / 3000)
    const whole = JSON.stringify(measure([signal]))
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 8 }), (sizes) => {
        const parts: Float32Array[] = []
        for (let at = 0, i = 0; at < signal.length; i++) {
          const size = sizes[i % sizes.length]! * 2
          parts.push(signal.subarray(at, at + size))
          at += size
        }
        return JSON.stringify(measure(parts)) === whole
      }),
      { numRuns: 12 },
    )
  })

  it('a gain in dB moves every level by that many dB and leaves the range', () => {
    const base = [sine(300, 3, -20), sine(300, 3, -26)]
    const before = measure(base)
    fc.assert(
      fc.property(fc.double({ min: -12, max: 12, noNaN: true }), (gainDb) => {
        const after = measure(base.map((part) => part.map((x) => x * 10 ** (gainDb / 20))))
        expect(after.integratedLufs! - before.integratedLufs!).toBeCloseTo(gainDb, 3)
        expect(after.truePeakDbtp! - before.truePeakDbtp!).toBeCloseTo(gainDb, 3)
        expect(after.rangeLu).toBeCloseTo(before.rangeLu, 3)
      }),
      { numRuns: 6 },
    )
  })
})
