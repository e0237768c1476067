import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beatScores, tempoAccuracy } from './beat-scores.ts'
import { pairedInterval } from './bootstrap.ts'
import { keyScore } from './key-score.ts'
import { eventScore, matchEvents } from './match-events.ts'
import { siSdrDb } from './si-sdr.ts'

const grid = (from: number, step: number, count: number) =>
  Array.from({ length: count }, (_, i) => from + i * step)

describe('event matching', () => {
  it('pairs each event once', () => {
    expect(matchEvents([1, 1.05], [1.02], 0.07)).toEqual([[0, 0]])
    expect(eventScore([1, 2, 3, 4], [1.01, 2.2, 3.06], 0.07)).toMatchObject({ precision: 2 / 3, recall: 0.5 })
  })

  it('finds a largest matching: no other assignment of small sets is larger', () => {
    const times = fc
      .array(fc.integer({ min: 0, max: 40 }), { maxLength: 6 })
      .map((a) => a.sort((x, y) => x - y))
    const largest = (r: number[], e: number[]): number => {
      if (r.length === 0) return 0
      const [head, ...rest] = r as [number, ...number[]]
      let best = largest(rest, e)
      for (const [i, x] of e.entries()) {
        if (Math.abs(x - head) <= 3) best = Math.max(best, 1 + largest(rest, e.toSpliced(i, 1)))
      }
      return best
    }
    fc.assert(
      fc.property(times, times, (r, e) => matchEvents(r, e, 3).length === largest(r, e)),
      { numRuns: 60 },
    )
  })

  it('stays in 0 to 1, is symmetric in F and 1 for itself', () => {
    const times = fc
      .array(fc.double({ min: 0, max: 60, noNaN: true }), { maxLength: 30 })
      .map((a) => a.sort((x, y) => x - y))
    fc.assert(
      fc.property(times, times, (a, b) => {
        const score = eventScore(a, b, 0.07).fMeasure
        return (
          score >= 0 &&
          score <= 1 &&
          score === eventScore(b, a, 0.07).fMeasure &&
          eventScore(a, a, 0.07).fMeasure === 1
        )
      }),
    )
  })
})

describe('beat scores', () => {
  const truth = grid(0, 0.5, 100)

  it('are 1 for the truth and for a constant error inside the tolerance', () => {
    expect(beatScores(truth, truth)).toEqual({ fMeasure: 1, cmlt: 1, amlt: 1 })
    expect(
      beatScores(
        truth,
        truth.map((t) => t + 0.03),
      ),
    ).toMatchObject({ fMeasure: 1 })
  })

  it('know the off-beat: F and CMLt 0, AMLt near 1', () => {
    const scores = beatScores(
      truth,
      truth.map((t) => t + 0.25),
    )
    expect(scores.fMeasure).toBe(0)
    expect(scores.cmlt).toBe(0)
    expect(scores.amlt).toBeGreaterThan(0.95)
  })

  it('know double and half tempo: F 2/3 and AMLt near 1', () => {
    const double = beatScores(truth, grid(0, 0.25, 199))
    expect(double.fMeasure).toBeCloseTo(2 / 3, 1)
    expect(double.cmlt).toBeLessThan(0.05)
    expect(double.amlt).toBeGreaterThan(0.95)
    const half = beatScores(
      truth,
      truth.filter((_, i) => i % 2 === 0),
    )
    expect(half.fMeasure).toBeCloseTo(2 / 3, 1)
    expect(half.amlt).toBeGreaterThan(0.95)
  })

  it('ignore the first five seconds', () => {
    expect(
      beatScores(
        truth,
        truth.filter((t) => t > 4.9),
      ).fMeasure,
    ).toBe(1)
  })

  it('tempo accuracy has a 4 % tolerance and knows octaves', () => {
    expect(tempoAccuracy(120, 124.7)).toEqual({ accuracy1: 1, accuracy2: 1 })
    expect(tempoAccuracy(120, 60)).toEqual({ accuracy1: 0, accuracy2: 1 })
    expect(tempoAccuracy(120, 360)).toEqual({ accuracy1: 0, accuracy2: 1 })
    expect(tempoAccuracy(120, 80)).toEqual({ accuracy1: 0, accuracy2: 0 })
  })
})

describe('key, SI-SDR and interval', () => {
  it.each([
    [0, 'major', 0, 'major', 1],
    [0, 'major', 7, 'major', 0.5],
    [0, 'major', 9, 'minor', 0.3],
    [9, 'minor', 0, 'major', 0.3],
    [0, 'major', 0, 'minor', 0.2],
    [0, 'major', 5, 'major', 0],
    [0, 'major', 4, 'minor', 0],
  ] as const)('key %d %s heard as %d %s scores %d', (a, aMode, b, bMode, score) => {
    expect(keyScore({ tonic: a, mode: aMode }, { tonic: b, mode: bMode })).toBe(score)
  })

  it('SI-SDR ignores gain and falls 20 dB a decade of orthogonal noise', () => {
    const signal = Float32Array.from({ length: 1000 }, (_, i) => Math.sin((2 * Math.PI * i * 10) / 1000))
    const noise = Float32Array.from({ length: 1000 }, (_, i) => Math.sin((2 * Math.PI * i * 77) / 1000))
    const mixed = (level: number, gain: number) => signal.map((x, i) => gain * (x + level * noise[i]!))
    expect(siSdrDb(signal, mixed(0.1, 1))).toBeCloseTo(20, 2)
    expect(siSdrDb(signal, mixed(0.1, 7))).toBeCloseTo(20, 2)
    expect(siSdrDb(signal, mixed(0.01, 1))).toBeCloseTo(40, 1)
  })

  it('the interval holds the mean and shrinks to a constant', () => {
    let seed = 1
    const random = () => {
      seed = (seed * 16_807) % 2_147_483_647
      return seed / 2_147_483_647
    }
    const spread = pairedInterval([0, 0.1, 0.2, 0.3], random)
    expect(spread.low).toBeLessThan(spread.mean)
    expect(spread.high).toBeGreaterThan(spread.mean)
    expect(pairedInterval([0.5, 0.5, 0.5], random)).toEqual({ mean: 0.5, low: 0.5, high: 0.5 })
  })
})
