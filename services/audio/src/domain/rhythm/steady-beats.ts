import { median } from '../median.ts'
import { beatPath, FRAMES_PER_PERIOD_VALUE } from './beat-path.ts'

/** A beat and what sounds within ±40 ms of it. */
const REACH_FRAMES = 4
/** The sound of a passage is judged by the median of ±8 beats. */
const REACH_BEATS = 8
/** Median strength on the beats at which a passage counts least and in full, in units of the curve's deviation. */
const UNSUPPORTED = 0.5
const SUPPORTED = 2
/** What is left of a passage whose beats nothing supports. */
const LEAST_TRUST = 0.25
/** More than any passage can collect: a path goes through the beats that hold. */
const HOLD = 1e4

/** Highest value of the curve within ±40 ms of each beat. */
export function strengthsNear(curve: Float32Array, beatFrames: readonly number[]): number[] {
  return beatFrames.map((frame) => {
    let highest = 0
    const to = Math.min(curve.length - 1, frame + REACH_FRAMES)
    for (let t = Math.max(0, frame - REACH_FRAMES); t <= to; t++) highest = Math.max(highest, curve[t]!)
    return highest
  })
}

/** How much the passage around each beat says of it, 0.25 to 1: 1 where half of the beats meet a clear onset. */
export function passageTrust(curve: Float32Array, beatFrames: readonly number[]): number[] {
  const strengths = strengthsNear(curve, beatFrames)
  return strengths.map((_, i) => {
    const typical = median(strengths.slice(Math.max(0, i - REACH_BEATS), i + REACH_BEATS + 1))
    return Math.max(LEAST_TRUST, Math.min(1, (typical - UNSUPPORTED) / (SUPPORTED - UNSUPPORTED)))
  })
}

/** The beats strictly between two that hold (or up to an end of the track), found anew on the curve as far as it is trusted. */
function beatsBetween(
  curve: Float32Array,
  periodFrames: Float32Array,
  beatFrames: readonly number[],
  trust: readonly number[],
  [before, after]: readonly [number, number],
): number[] {
  const left = beatFrames[before]
  const right = beatFrames[after]
  const firstValue = Math.floor((left ?? 0) / FRAMES_PER_PERIOD_VALUE)
  const offset = firstValue * FRAMES_PER_PERIOD_VALUE
  const passage = curve.slice(offset, (right ?? curve.length - 1) + 1)
  let beat = Math.max(0, before)
  for (let t = 0; t < passage.length; t++) {
    while (beat + 1 < beatFrames.length && beatFrames[beat + 1]! <= t + offset) beat++
    passage[t]! *= t + offset < (left ?? 0) ? 0 : trust[beat]!
  }
  if (left !== undefined) passage[left - offset] = HOLD
  if (right !== undefined) passage[right - offset] = HOLD
  const periods = periodFrames.subarray(Math.min(firstValue, periodFrames.length - 1))
  return beatPath(passage, periods)
    .map((frame) => frame + offset)
    .filter((frame) => frame > (left ?? -1) && frame < (right ?? curve.length))
}

/**
 * Beats again, where nothing supports them: a passage in which fewer than half of the beats meet a clear onset (a break
 * without drums, a hiss) is searched anew between the nearest beats that hold, with its sounds counting down to a quarter,
 * so that the period carries the beat on instead of drifting after stray sounds. Beats that hold stay as they are; where
 * none does, all do. Frames of 10 ms; period as in `beatPath`.
 */
export function steadyBeats(
  curve: Float32Array,
  periodFrames: Float32Array,
  beatFrames: readonly number[],
): number[] {
  const trust = passageTrust(curve, beatFrames)
  const holds = trust.map((x) => x >= 1)
  if (!holds.includes(true)) return [...beatFrames]
  const out: number[] = []
  let before = -1
  for (let i = 0; i <= beatFrames.length; i++) {
    if (i < beatFrames.length && !holds[i]) continue
    if (i - before > 1) out.push(...beatsBetween(curve, periodFrames, beatFrames, trust, [before, i]))
    if (i < beatFrames.length) out.push(beatFrames[i]!)
    before = i
  }
  return out
}
