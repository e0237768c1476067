/** A beat and what sounds within ±40 ms of it. */
const REACH_FRAMES = 4
/** The sound of a passage is judged by the median of ±8 beats. */
const REACH_BEATS = 8
/** Median strength on the beats at which a passage counts least and in full, in units of the curve's deviation. */
const UNSUPPORTED = 0.5
const SUPPORTED = 2
/** What is left of a passage whose beats nothing supports. */
const LEAST_TRUST = 0.25

/** Highest value of the curve within ±40 ms of each beat. */
export function strengthsNear(curve: Float32Array, beatFrames: readonly number[]): number[] {
  return beatFrames.map((frame) => {
    let highest = 0
    const to = Math.min(curve.length - 1, frame + REACH_FRAMES)
    for (let t = Math.max(0, frame - REACH_FRAMES); t <= to; t++) highest = Math.max(highest, curve[t]!)
    return highest
  })
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/**
 * Onset curve for a second search of the beats: a passage in which no more than half of the beats found at first meet an
 * onset (a break without drums, a hiss) counts down to a quarter, so that there the period carries the beat on between
 * passages that do say where it is, instead of drifting after stray sounds. Needs at least one beat (frames of 10 ms).
 */
export function steadyCurve(curve: Float32Array, beatFrames: readonly number[]): Float32Array {
  const strengths = strengthsNear(curve, beatFrames)
  const trust = strengths.map((_, i) => {
    const typical = median(strengths.slice(Math.max(0, i - REACH_BEATS), i + REACH_BEATS + 1))
    return Math.max(LEAST_TRUST, Math.min(1, (typical - UNSUPPORTED) / (SUPPORTED - UNSUPPORTED)))
  })
  const out = new Float32Array(curve.length)
  let beat = 0
  for (let t = 0; t < curve.length; t++) {
    while (beat + 1 < beatFrames.length && beatFrames[beat + 1]! <= t) beat++
    const from = beatFrames[beat]!
    const to = beatFrames[beat + 1] ?? from + 1
    const along = Math.max(0, Math.min(1, (t - from) / (to - from)))
    out[t] = curve[t]! * ((1 - along) * trust[beat]! + along * (trust[beat + 1] ?? trust[beat]!))
  }
  return out
}
