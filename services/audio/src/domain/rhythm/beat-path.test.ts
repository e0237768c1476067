import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beatPath } from './beat-path.ts'
import { steadyCurve } from './steady-curve.ts'

/** The same search without its shortcut: every lag of every frame. */
function exhaustive(curve: Float32Array, periods: Float32Array, tightness: number): number[] {
  const score = new Float32Array(curve.length)
  const from = new Int32Array(curve.length).fill(-1)
  for (const [t, here] of curve.entries()) {
    const period = periods[Math.min(periods.length - 1, Math.floor(t / 100))]!
    let best = Number.NEGATIVE_INFINITY
    for (
      let lag = Math.max(1, Math.round(period * 0.6));
      lag <= Math.min(t, Math.round(period * 1.7));
      lag++
    ) {
      const candidate = score[t - lag]! - Math.fround(tightness * Math.log(lag / period) ** 2)
      if (candidate <= best) continue
      best = candidate
      from[t] = t - lag
    }
    if (!(best > 0)) from[t] = -1
    score[t] = best > 0 ? here + best : here
  }
  let end = curve.length - 1
  for (let t = Math.max(0, Math.floor(curve.length - 1 - periods.at(-1)! * 1.5)); t < curve.length; t++)
    if (score[t]! > score[end]!) end = t
  const beats: number[] = []
  for (let t = end; t >= 0; t = from[t]!) beats.push(t)
  return beats.reverse()
}

const pulses = (length: number, period: number): Float32Array =>
  Float32Array.from({ length }, (_, t) => (t % period === 10 ? 5 : 0))

describe('beat path', () => {
  it('is what a search of every lag finds, whatever the curve and however the period changes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 2, maxLength: 700 }),
        fc.array(fc.double({ min: 25, max: 120, noNaN: true }), { minLength: 1, maxLength: 7 }),
        fc.constantFrom(5, 100, 800),
        (curve, periods, tightness) => {
          const onsets = Float32Array.from(curve)
          const frames = Float32Array.from(periods)
          expect(beatPath(onsets, frames, tightness)).toEqual(exhaustive(onsets, frames, tightness))
        },
      ),
    )
  })

  it('meets every pulse', () => {
    const beats = beatPath(
      pulses(1000, 50),
      Float32Array.from({ length: 10 }, () => 50),
    )
    expect(beats).toEqual(Array.from({ length: 20 }, (_, i) => 10 + 50 * i))
  })
})

describe('steady curve', () => {
  it('leaves a supported passage as it is and takes a quarter of one that nothing supports', () => {
    const curve = pulses(4000, 50).map((x, t) => (t < 2000 ? x : t % 50 === 35 ? 3 : 0))
    const steady = steadyCurve(
      curve,
      Array.from({ length: 80 }, (_, i) => 10 + 50 * i),
    )
    expect(steady[510]).toBe(5)
    expect(steady[3535]).toBeCloseTo(0.75, 6)
    expect(steady.every((x, t) => x <= curve[t]! && x >= 0.25 * curve[t]! - 1e-6)).toBe(true)
  })
})
