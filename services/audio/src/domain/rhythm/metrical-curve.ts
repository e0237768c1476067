import { movingMean } from '../features/novelty.ts'
import { FRAMES_PER_PERIOD_VALUE } from './beat-path.ts'

/**
 * How much a sound of each frequency group (rows: kick, body, snare, edge, hats) on a moment and a quarter, half and three
 * quarters of a beat after it speaks for a beat at that moment. Sounds on the beat do, most of all above 500 Hz; a sound just
 * after speaks against it and a kick just before the next beat for it (of two notes close together the second is
 * accented: Povel and Essens, Perception of temporal patterns, Music Perception 2(4), 1985); hats on the half do not speak
 * against it. From a softmax fit over quarters of the beat on 97 pieces of the tuning half and of fresh renderings with
 * their noisy copies, rounded; left out one style at a time, it places every style but funk and techno.
 */
const PROFILE: readonly (readonly [number, number, number, number])[] = [
  [0.9, -1.6, -0.3, 1],
  [0.9, -0.2, -0.3, -0.3],
  [2.5, -0.6, -1, -0.8],
  [2.9, -2, -1.1, 0.2],
  [1.3, -2.5, 1.2, 0.1],
]

/** Each group counts by its share of what it has around, ±8 s: missing top octaves or a hiss change no weights. */
const SPAN_FRAMES = 800
/** What is left of a group that hardly sounds around: a tenth of its own mean. */
const LEAST_SHARE = 0.1
/** An onset is about this wide. */
const ONSET_FRAMES = 3
/** A sound counts within ±20 ms. */
const REACH_FRAMES = 2

/** Highest value within ±20 ms of each frame, written to `out`. */
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
 * How much each frame (10 ms) looks like a beat from what sounds there and on the three quarters of a beat after it, in
 * each frequency group. Unitless, of either sign; gain-invariant. `periodFrames` has one value per second.
 */
export function metricalCurve(groups: readonly Float32Array[], periodFrames: Float32Array): Float32Array {
  const frames = groups[0]!.length
  const out = new Float32Array(frames)
  // One room for all groups: over two hours each of these is three megabytes. Past the end nothing sounds.
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
