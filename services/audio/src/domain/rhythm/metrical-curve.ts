import { movingMean } from '../features/novelty.ts'
import { FRAMES_PER_PERIOD_VALUE } from './beat-path.ts'

/**
 * Evidence for a beat at a moment, from a sound of each frequency group (rows: kick, body, snare, edge, hats) at that
 * moment and a quarter, half and three quarters of a beat later. Sounds on the beat support it, most of all above 500
 * Hz. A sound just after it counts against it, and a kick just before the next beat for it (of two notes close together
 * the second is accented: Povel and Essens, Perception of temporal patterns, Music Perception 2(4), 1985). Hats on the
 * half do not count against it. From a softmax fit over quarters of the beat on 97 pieces of the tuning half and of new
 * renderings with their noisy copies, rounded. With one style left out at a time, it is right for every style except
 * funk and techno.
 */
const PROFILE: readonly (readonly [number, number, number, number])[] = [
  [0.9, -1.6, -0.3, 1],
  [0.9, -0.2, -0.3, -0.3],
  [2.5, -0.6, -1, -0.8],
  [2.9, -2, -1.1, 0.2],
  [1.3, -2.5, 1.2, 0.1],
]

/** Each group is scaled by its mean over ±8 s, so that missing top octaves or hiss do not change the weights. */
const SPAN_FRAMES = 800
/** Minimum divisor of a group that is nearly silent around: a tenth of its own mean. */
const LEAST_SHARE = 0.1
/** Approximate width of an onset. */
const ONSET_FRAMES = 3
/** A sound counts within ±20 ms. */
const REACH_FRAMES = 2

/** Writes the highest value within ±20 ms of each frame to `out`. */
function widen(values: Float32Array, out: Float32Array): void {
  const last = values.length - 1
  for (let t = 0; t <= last; t++) {
    let highest = 0
    const to = Math.min(last, t + REACH_FRAMES)
    for (let u = Math.max(0, t - REACH_FRAMES); u <= to; u++) if (values[u]! > highest) highest = values[u]!
    out[t] = highest
  }
}

/**
 * Returns how much each frame (10 ms) looks like a beat, from the sounds there and on the three quarters of a beat
 * after it, in each frequency group. Unitless, positive or negative; does not depend on gain. `periodFrames` has one
 * value per second.
 */
export function metricalCurve(groups: readonly Float32Array[], periodFrames: Float32Array): Float32Array {
  const frames = groups[0]!.length
  const out = new Float32Array(frames)
  // One buffer for all groups: for two hours each of these takes three megabytes. After the end there is silence.
  const around = new Float32Array(frames)
  const wide = new Float32Array(frames + Math.ceil(periodFrames.reduce((a, b) => Math.max(a, b), 0)))
  for (const [g, values] of groups.entries()) {
    movingMean(values, SPAN_FRAMES, around)
    let total = 0
    for (let t = 0; t < frames; t++) total += values[t]!
    const least = (LEAST_SHARE * total) / frames
    const [here, quarter, half, threeQuarters] = PROFILE[g]!
    widen(values, wide)
    for (let from = 0, second = 0; from < frames; from += FRAMES_PER_PERIOD_VALUE, second++) {
      const period = periodFrames[Math.min(periodFrames.length - 1, second)]!
      const one = Math.round(0.25 * period)
      const two = Math.round(0.5 * period)
      const three = Math.round(0.75 * period)
      const to = Math.min(frames, from + FRAMES_PER_PERIOD_VALUE)
      for (let t = from; t < to; t++) {
        const sum =
          here * wide[t]! +
          quarter * wide[t + one]! +
          half * wide[t + two]! +
          threeQuarters * wide[t + three]!
        const share = Math.max(least, around[t]!)
        if (share > 0) out[t]! += (ONSET_FRAMES * sum) / (share * period)
      }
    }
  }
  return out
}
