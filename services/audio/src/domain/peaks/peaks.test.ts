import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPeakBuilder, PEAK_ZOOMS, type Peaks, peakCount, peakSpan } from './peaks.ts'

const samplesArb = fc
  .tuple(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 1, max: 1000 }))
  .map(([length, seed]) =>
    Float32Array.from({ length }, (_, i) => Math.sin(i * seed * 0.37) * Math.cos(i * 0.011)),
  )

const peaksOf = (samples: Float32Array, piece = samples.length): Peaks => {
  const builder = createPeakBuilder()
  for (let at = 0; at < samples.length; at += Math.max(1, piece))
    builder.push(samples.subarray(at, at + Math.max(1, piece)))
  return builder.finish()
}
const zoomOf = ({ samples, bytes }: Peaks, zoom: number): Int8Array => {
  const { offset, length } = peakSpan(samples, zoom)!
  return new Int8Array(bytes.buffer, offset, length)
}

describe('peaks', () => {
  test('no sample lies outside of its peak at any zoom, and none is more than a step too wide', () => {
    fc.assert(
      fc.property(samplesArb, (samples) => {
        const peaks = peaksOf(samples)
        for (const zoom of PEAK_ZOOMS) {
          const bytes = zoomOf(peaks, zoom)
          expect(bytes.length).toBe(2 * peakCount(samples.length, zoom))
          for (let peak = 0; peak * 2 < bytes.length; peak++) {
            const covered = samples.subarray(peak * zoom, (peak + 1) * zoom)
            const [least, greatest] = [Math.min(...covered), Math.max(...covered)]
            expect(bytes[peak * 2]! / 127).toBeLessThanOrEqual(least + 1e-6)
            expect(bytes[peak * 2]! / 127).toBeGreaterThan(least - 1 / 126)
            expect(bytes[peak * 2 + 1]! / 127).toBeGreaterThanOrEqual(greatest - 1e-6)
            expect(bytes[peak * 2 + 1]! / 127).toBeLessThan(greatest + 1 / 126)
          }
        }
      }),
      { numRuns: 50 },
    )
  })

  test('the size of the pieces does not matter', () => {
    fc.assert(
      fc.property(samplesArb, fc.integer({ min: 1, max: 700 }), (samples, piece) => {
        expect(peaksOf(samples, piece)).toEqual(peaksOf(samples))
      }),
      { numRuns: 50 },
    )
  })

  test('zooms fill the bytes without a gap; values beyond full scale stay at full scale', () => {
    const peaks = peaksOf(Float32Array.from({ length: 300 }, (_, i) => (i === 3 ? 1.7 : -2)))
    expect([...new Int8Array(peaks.bytes.buffer)]).toEqual([
      -127,
      127,
      -127,
      -127,
      ...Array(4).fill([-127, 127]).flat(),
    ])
    expect(peakSpan(300, 65_536)!.offset + 2).toBe(peaks.bytes.length)
    expect(peakSpan(300, 512)).toBeUndefined()
    expect(peaksOf(new Float32Array())).toEqual({ samples: 0, bytes: new Uint8Array() })
  })
})
