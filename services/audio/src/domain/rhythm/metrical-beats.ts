import { beatPath, FRAMES_PER_PERIOD_VALUE, TIGHTNESS } from './beat-path.ts'
import { metricalCurve } from './metrical-curve.ts'
import { steadyPeriods } from './steady-periods.ts'

/** Weight of the onset curve relative to the metrical curve. */
const CURVE_WEIGHT = 0.5
const METRICAL_WEIGHT = 0.7
/** Tightness when the tempo varies no more than that of a machine (16 000 to 60 000 gave the same result). */
const MOST_TIGHTNESS = 16_000
const MACHINE_SPREAD = 0.004
/** From this tightness on, a passage without sounds needs no second search. */
const STEADY_TIGHTNESS = 2000
/** Time is counted in 48ths of a beat: a period is a whole number of them, so rounding does not shift the beats. */
const TICKS_PER_BEAT = 48
/**
 * A beat is searched within ±50 ms of its metrical position; a position near it counts up to half a deviation of the
 * curve.
 */
const SNAP_FRAMES = 5
const NEARNESS = 0.5

/** Returns the frames (10 ms) nearest to moments a 48th of a beat apart. */
function tickFrames(frames: number, periodFrames: Float32Array): Int32Array {
  const shortest = periodFrames.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const ticks = new Int32Array(Math.ceil((frames * TICKS_PER_BEAT) / shortest) + 1)
  let count = 0
  for (let at = 0; at < frames - 1; ) {
    ticks[count++] = Math.round(at)
    const second = Math.min(periodFrames.length - 1, Math.floor(at / FRAMES_PER_PERIOD_VALUE))
    at += periodFrames[second]! / TICKS_PER_BEAT
  }
  return ticks.subarray(0, count)
}

/** Returns the curve within ±50 ms of the beats, with a preference for the middle, and zero elsewhere. */
function nearBeats(curve: Float32Array, beatFrames: readonly number[]): Float32Array {
  const out = new Float32Array(curve.length)
  for (const frame of beatFrames) {
    const to = Math.min(curve.length - 1, frame + SNAP_FRAMES)
    for (let t = Math.max(0, frame - SNAP_FRAMES); t <= to; t++)
      out[t] = curve[t]! + NEARNESS * (1 - Math.abs(t - frame) / (SNAP_FRAMES + 1))
  }
  return out
}

/** Moves beats (frames of 10 ms) to the onsets within ±50 ms that fit the periods best. */
export const snapBeats = (
  curve: Float32Array,
  periodFrames: Float32Array,
  beatFrames: readonly number[],
): number[] => beatPath(nearBeats(curve, beatFrames), periodFrames)

/** Beats at their metrical positions. */
export interface MetricalBeats {
  /** Frames of 10 ms, sorted. */
  readonly frames: number[]
  /** Their period in frames, one value per second. */
  readonly periods: Float32Array
  /**
   * Whether the tempo was steady enough to continue through passages without evidence, or with evidence for another
   * beat.
   */
  readonly steady: boolean
}

/**
 * Tracks beats of the given tempo again, at the positions that the metre of the whole track implies. The strongest
 * sounds of a bossa are a quarter before the beat and those of funk between beats, more in some passages than in
 * others, and a path that follows them slips. Each moment is judged by the sounds on the quarters of its beat
 * (`metricalCurve`). The steadier the tempo of the first beats, the more a slip costs. Then each beat moves to its
 * onset. Frames of 10 ms; periods as in `beatPath`.
 */
export function metricalBeats(
  groups: readonly Float32Array[],
  curve: Float32Array,
  periodFrames: Float32Array,
  beatFrames: readonly number[],
): MetricalBeats {
  const found = steadyPeriods(beatFrames, periodFrames.length)
  const tightness =
    found === null ? TIGHTNESS : MOST_TIGHTNESS * Math.min(1, (MACHINE_SPREAD / found.spread) ** 2)
  const steady = found !== null && tightness > STEADY_TIGHTNESS
  const periods = found !== null && tightness > TIGHTNESS ? found.periodFrames : periodFrames
  const metrical = metricalCurve(groups, periods)
  const ticks = tickFrames(curve.length, periods)
  const evidence = new Float32Array(ticks.length)
  for (let i = 0; i < ticks.length; i++)
    evidence[i] = METRICAL_WEIGHT * metrical[ticks[i]!]! + CURVE_WEIGHT * curve[ticks[i]!]!
  const path = beatPath(evidence, Float32Array.of(TICKS_PER_BEAT), Math.max(TIGHTNESS, tightness))
  const rough = path.map((tick) => ticks[tick]!)
  return { frames: snapBeats(curve, periods, rough), periods, steady }
}
