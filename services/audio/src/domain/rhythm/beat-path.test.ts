import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beatPath } from './beat-path.ts'
import { passageTrust, steadyBeats } from './steady-beats.ts'

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

describe('steady beats', () => {
  const period = (frames: number) => Float32Array.from({ length: Math.ceil(frames / 100) }, () => 50)
  const grid = Array.from({ length: 80 }, (_, i) => 10 + 50 * i)

  it('leaves beats alone that onsets support, and all of them where none is supported', () => {
    const curve = pulses(4000, 50)
    expect(steadyBeats(curve, period(4000), grid)).toEqual(grid)
    const off = grid.map((frame) => frame + 20)
    expect(steadyBeats(curve, period(4000), off)).toEqual(off)
  })

  it('carries the beat through a passage of stray sounds, between beats that hold and to the end', () => {
    // From 15 s to 25 s only weak sounds, each a little later than the beat; so again from 33 s on.
    const stray = (t: number) => (t > 1500 && t < 2500) || t > 3300
    const curve = Float32Array.from({ length: 4000 }, (_, t) =>
      stray(t) ? (t % 53 === 0 ? 1.5 : 0) : t % 50 === 10 ? 5 : 0,
    )
    const found = steadyBeats(curve, period(4000), beatPath(curve, period(4000)))
    expect(found.length).toBe(grid.length)
    for (const [i, frame] of found.entries()) expect(Math.abs(frame - grid[i]!)).toBeLessThanOrEqual(6)
  })

  it('gives rising frames within the track, and keeps every beat that holds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 5, noNaN: true }), { minLength: 300, maxLength: 1500 }),
        fc.double({ min: 27, max: 90, noNaN: true }),
        (values, frames) => {
          const curve = Float32Array.from(values)
          const periods = Float32Array.from({ length: Math.ceil(curve.length / 100) }, () => frames)
          const beats = beatPath(curve, periods)
          const trust = passageTrust(curve, beats)
          const found = steadyBeats(curve, periods, beats)
          for (const [i, frame] of found.entries()) expect(frame).toBeGreaterThan(found[i - 1] ?? -1)
          expect(found.at(-1)!).toBeLessThan(curve.length)
          for (const [i, frame] of beats.entries()) if (trust[i]! >= 1) expect(found).toContain(frame)
        },
      ),
    )
  })
})
