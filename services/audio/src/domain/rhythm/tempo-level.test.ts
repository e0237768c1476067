import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { onOneLevel, withinRange } from './tempo-level.ts'

const path = (...parts: [seconds: number, bpm: number][]): Float32Array =>
  Float32Array.from(parts.flatMap(([seconds, bpm]) => Array<number>(seconds).fill(6000 / bpm)))
const tempi = (periods: Float32Array): number[] => [...new Set([...periods].map((p) => Math.round(6000 / p)))]

describe('one metrical level', () => {
  it('brings halves and doubles to the level of the longest stretch', () => {
    expect(tempi(onOneLevel(path([117, 160], [350, 80])))).toEqual([80])
    expect(tempi(onOneLevel(path([20, 43], [90, 172], [30, 86], [20, 171])))).toEqual([172, 171])
  })
  it('leaves changes of tempo', () => {
    const change = path([60, 100], [60, 118])
    expect(onOneLevel(change)).toEqual(change)
    expect(tempi(onOneLevel(path([60, 100], [40, 118], [20, 59])))).toEqual([100, 118])
  })
  it('follows a tempo that drifts before it jumps an octave', () => {
    const drift = Float32Array.from({ length: 100 }, (_, s) => 6000 / (100 + s / 5) / (s > 70 ? 2 : 1))
    const steps = [...onOneLevel(drift)].map((p, s, all) =>
      s === 0 ? 0 : Math.abs(Math.log(p / all[s - 1]!)),
    )
    expect(Math.max(...steps)).toBeLessThan(0.01)
  })
  it('of a path of any jumps leaves as many periods, each an octave from what it was', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 25, max: 150, noNaN: true }), { minLength: 1 }), (periods) => {
        const before = Float32Array.from(periods)
        const after = onOneLevel(before)
        return after.every((p, s) => Math.abs(Math.log2(p / before[s]!) % 1) < 1e-5)
      }),
    )
  })
  it('keeps to a range', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 2000, noNaN: true }), (period) => {
        const bpm = 6000 / withinRange(period, 50, 220, 6000)
        return bpm >= 50 && bpm <= 220
      }),
    )
  })
})
