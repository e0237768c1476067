import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { metricalBeats } from './metrical-beats.ts'
import { metricalCurve } from './metrical-curve.ts'
import { barRepetition, firstHeardBeat } from './repetition.ts'
import { steadyPeriods } from './steady-periods.ts'

const PERIOD = 48
const BEATS = 96
const FRAMES = (BEATS + 1) * PERIOD

/** Onsets two frames wide at the given sixteenths (quarters of a beat), of the given strength. */
const row = (pattern: string, strength: number): Float32Array => {
  const out = new Float32Array(FRAMES)
  for (let step = 0; step < BEATS * 4; step++) {
    if (pattern[step % pattern.length] !== 'x') continue
    const frame = 10 + (step * PERIOD) / 4
    out[frame] = strength
    out[frame + 1] = strength / 2
  }
  return out
}

/** Kick, body, snare, edge and hats of a bossa; the kick before the beat is as strong as that on it. */
const bossa = [
  row('x..xx..xx..xx..x', 4),
  row('x..xx..xx..xx..x', 2),
  row('x..x..x...x..x..', 3),
  row('x..x..x...x..x..', 3),
  row('x.x.x.x.x.x.x.x.', 3),
]
const periods = new Float32Array(Math.ceil(FRAMES / 100)).fill(PERIOD)
const grid = (offset: number): number[] => Array.from({ length: BEATS }, (_, i) => 10 + offset + i * PERIOD)

describe('metrical curve', () => {
  it('is highest on the beat of a bossa, not on the kick before it', () => {
    const curve = metricalCurve(bossa, periods)
    const mean = (offset: number) =>
      grid(offset)
        .slice(8, -8)
        .reduce((sum, frame) => sum + curve[frame]!, 0)
    for (const offset of [12, 24, 36]) expect(mean(0)).toBeGreaterThan(mean(offset) + 50)
  })

  it('does not depend on the level of any group, and is 0 where nothing sounds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { minLength: 5, maxLength: 5 }),
        (gains) => {
          const curve = metricalCurve(bossa, periods)
          const other = metricalCurve(
            bossa.map((values, g) => values.map((x) => x * gains[g]!)),
            periods,
          )
          for (let t = 0; t < FRAMES; t += 7) expect(other[t]!).toBeCloseTo(curve[t]!, 3)
        },
      ),
      { numRuns: 10 },
    )
    const silent = metricalCurve(
      bossa.map((values) => values.map(() => 0)),
      periods,
    )
    expect(silent.every((x) => x === 0)).toBe(true)
  })
})

describe('metrical beats', () => {
  const low = bossa[0]!.map((x, t) => x + bossa[1]![t]! + 0.1 * bossa[4]![t]!)

  it.each([0, 12, 24, 36])('find the beat of a bossa from beats %d frames after it', (offset) => {
    const { frames, steady } = metricalBeats(bossa, low, periods, grid(offset))
    expect(steady).toBe(true)
    expect(frames.length).toBeGreaterThanOrEqual(BEATS - 2)
    for (const frame of frames)
      expect(Math.abs(((frame - 10 + PERIOD / 2) % PERIOD) - PERIOD / 2)).toBeLessThan(3)
  })

  it('keep the phase of the whole through passages that say another', () => {
    // From beat 40 to 56 only a chord that is half a beat late.
    const late = bossa.map((values, g) =>
      values.map((x, t) => {
        const beat = (t - 10) / PERIOD
        if (beat < 40 || beat >= 56) return x
        return g > 0 && g < 4 && Math.abs((beat % 1) - 0.5) < 0.02 ? 3 : 0
      }),
    )
    const { frames } = metricalBeats(late, low, periods, grid(0))
    for (const frame of frames)
      expect(Math.abs(((frame - 10 + PERIOD / 2) % PERIOD) - PERIOD / 2)).toBeLessThan(7)
  })

  it('give rising frames within the track, whatever the groups and the first beats', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 20, max: 90 }),
        fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 400, maxLength: 900 }),
        (period, values) => {
          const groups = [0, 1, 2, 3, 4].map((g) => Float32Array.from(values, (x, t) => (x + g * t) % 6))
          const given = new Float32Array(Math.ceil(values.length / 100)).fill(period)
          const first = Array.from({ length: Math.floor(values.length / period) }, (_, i) => i * period)
          const { frames } = metricalBeats(groups, groups[0]!, given, first)
          for (const [i, frame] of frames.entries()) {
            expect(frame).toBeGreaterThan(frames[i - 1] ?? -1)
            expect(frame).toBeLessThan(values.length)
          }
        },
      ),
    )
  })
})

describe('steady periods', () => {
  const beats = (count: number, timeOf: (i: number) => number) =>
    Array.from({ length: count }, (_, i) => Math.round(timeOf(i)))

  it('are exact to a thousandth for rounded beats, and blind to a slip', () => {
    const slipped = beats(120, (i) => 20 + 48.37 * i + (i < 60 ? 0 : i < 66 ? (i - 60) * 4 : 24))
    const found = steadyPeriods(slipped, 59)!
    for (const period of found.periodFrames) expect(Math.abs(period / 48.37 - 1)).toBeLessThan(0.002)
    expect(found.spread).toBeLessThan(0.004)
  })

  it('spread where the tempo sways, follow a new tempo, and need sixteen beats', () => {
    const swaying = beats(120, (i) => 20 + 48 * i + 40 * Math.sin(i / 4))
    expect(steadyPeriods(swaying, 59)!.spread).toBeGreaterThan(0.01)
    const changed = steadyPeriods(
      beats(160, (i) => (i < 80 ? 60 * i : 4800 + 50 * (i - 80))),
      89,
    )!
    expect(changed.periodFrames[10]!).toBeCloseTo(60, 1)
    expect(changed.periodFrames[80]!).toBeCloseTo(50, 1)
    expect(steadyPeriods(grid(0).slice(0, 15), 8)).toBeNull()
  })
})

describe('bar repetition', () => {
  const plain = bossa.reduce((sum, values) => sum.map((x, t) => x + values[t]!), new Float32Array(FRAMES))

  it('is 1 at the tempo of a bossa that repeats, and less at 4:3 and at twice it', () => {
    const at = (period: number) =>
      barRepetition(
        plain,
        Array.from({ length: Math.floor((FRAMES - 20) / period) }, (_, i) => 10 + i * period),
      )
    expect(at(PERIOD).bar).toBeGreaterThan(0.95)
    expect(at((PERIOD * 3) / 4).twoBars).toBeLessThan(at(PERIOD).twoBars - 0.1)
    expect(at(PERIOD / 2).bar).toBeLessThan(0.8)
    expect(at(PERIOD / 2).twoBars).toBeGreaterThan(0.95)
  })

  it('is 0 for few beats and for silence', () => {
    expect(barRepetition(plain, [10, 58, 106])).toEqual({ bar: 0, twoBars: 0 })
    expect(barRepetition(new Float32Array(FRAMES), grid(0))).toEqual({ bar: 0, twoBars: 0 })
  })
})

describe('first heard beat', () => {
  const played = Array.from({ length: 100 }, (_, i) => (i > 20 && i < 40 ? 0 : 12))

  it('comes after an introduction of held chords, and a break changes nothing', () => {
    const held = Array.from({ length: 40 }, (_, i) => (i === 0 ? 6 : i % 4 === 0 ? 1 : 0.2))
    expect(firstHeardBeat([...held, ...played])).toBe(40)
    expect(firstHeardBeat(played)).toBe(0)
    expect(firstHeardBeat([])).toBe(0)
    expect(firstHeardBeat([0, 0, 0])).toBe(0)
  })

  it('is one of the beats, and the same when all is four times as strong', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 50, noNaN: true }), { minLength: 1, maxLength: 80 }),
        (rises) => {
          const first = firstHeardBeat(rises)
          expect(first).toBeGreaterThanOrEqual(0)
          expect(first).toBeLessThan(rises.length)
          expect(firstHeardBeat(rises.map((rise) => 4 * rise))).toBe(first)
        },
      ),
    )
  })
})
