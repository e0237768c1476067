/** The beat period has one value per second of the track, in frames of 10 ms. */
export const FRAMES_PER_PERIOD_VALUE = 100

/**
 * Weight of the distance of an interval from the period: 800 was best or equal to 1 500 on the tuning half; 150 and 400
 * slipped by half beats.
 */
export const TIGHTNESS = 800

/**
 * Returns the frames of the beats: the sequence with the most onset strength whose intervals stay near the local period
 * (in frames, one value per 100 frames). Exact dynamic programming over all frames. Source: Ellis, Beat tracking by
 * dynamic programming, JNMR 36(1), 2007, with a variable period.
 */
export function beatPath(curve: Float32Array, periodFrames: Float32Array, tightness = TIGHTNESS): number[] {
  const frames = curve.length
  const score = new Float32Array(frames)
  const from = new Int32Array(frames).fill(-1)
  let penaltyPeriod = -1
  let first = 0
  let last = 0
  let penalty = new Float32Array(0)
  // Highest score of all frames before `seen`, which includes every frame that a beat here could follow.
  let highest = Number.NEGATIVE_INFINITY
  let seen = 0
  for (let t = 0; t < frames; t++) {
    const period = periodFrames[Math.min(periodFrames.length - 1, Math.floor(t / FRAMES_PER_PERIOD_VALUE))]!
    if (period !== penaltyPeriod) {
      penaltyPeriod = period
      first = Math.max(1, Math.round(period * 0.6))
      last = Math.round(period * 1.7)
      penalty = Float32Array.from(
        { length: last - first + 1 },
        (_, i) => tightness * Math.log((first + i) / period) ** 2,
      )
    }
    // The penalty grows on either side of the period, so no lag can win once the highest score so far minus its penalty
    // is below the best. The search is exact: of equal candidates the nearest wins, as in a search of every lag.
    for (; seen <= t - first; seen++) if (score[seen]! > highest) highest = score[seen]!
    let best = Number.NEGATIVE_INFINITY
    let source = -1
    const middle = Math.min(t, Math.max(first, Math.round(period)))
    for (let lag = middle; lag >= first; lag--) {
      if (highest - penalty[lag - first]! < best) break
      const candidate = score[t - lag]! - penalty[lag - first]!
      if (candidate >= best) {
        best = candidate
        source = t - lag
      }
    }
    for (let lag = middle + 1; lag <= last && lag <= t; lag++) {
      if (highest - penalty[lag - first]! < best) break
      const candidate = score[t - lag]! - penalty[lag - first]!
      if (candidate > best) {
        best = candidate
        source = t - lag
      }
    }
    // A start costs nothing: before the first beat there is no beat to be late for.
    if (best > 0) {
      score[t] = curve[t]! + best
      from[t] = source
    } else {
      score[t] = curve[t]!
    }
  }
  const lastPeriod = periodFrames.at(-1) ?? 50
  let end = frames - 1
  for (let t = Math.max(0, Math.floor(frames - 1 - lastPeriod * 1.5)); t < frames; t++) {
    if (score[t]! > score[end]!) end = t
  }
  const beats: number[] = []
  for (let t = end; t >= 0; t = from[t]!) beats.push(t)
  return beats.reverse()
}
