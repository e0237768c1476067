import { median } from '../median.ts'
import { beatPath, FRAMES_PER_PERIOD_VALUE } from './beat-path.ts'

/** Distance from a beat within which sounds belong to it: ±40 ms. */
const REACH_FRAMES = 4
/** A passage is judged by the median of ±8 beats. */
const REACH_BEATS = 8
/**
 * Median strength on the beats at which a passage counts least, and at which it counts fully, in units of the curve's
 * deviation.
 */
const UNSUPPORTED = 0.5
const SUPPORTED = 2
/** Minimum weight of a passage without support for its beats. */
const LEAST_TRUST = 0.25
/** More than any passage can collect: forces the path through the reliable beats. */
const HOLD = 1e4

/** Returns the highest value of the curve within ±40 ms of each beat. */
export function strengthsNear(curve: Float32Array, beatFrames: readonly number[]): number[] {
  return beatFrames.map((frame) => {
    let highest = 0
    const to = Math.min(curve.length - 1, frame + REACH_FRAMES)
    for (let t = Math.max(0, frame - REACH_FRAMES); t <= to; t++) highest = Math.max(highest, curve[t]!)
    return highest
  })
}

/** Returns how reliable the passage around each beat is, 0.25 to 1: 1 when half of the beats meet a clear onset. */
export function passageTrust(curve: Float32Array, beatFrames: readonly number[]): number[] {
  const strengths = strengthsNear(curve, beatFrames)
  return strengths.map((_, i) => {
    const typical = median(strengths.slice(Math.max(0, i - REACH_BEATS), i + REACH_BEATS + 1))
    return Math.max(LEAST_TRUST, Math.min(1, (typical - UNSUPPORTED) / (SUPPORTED - UNSUPPORTED)))
  })
}

/**
 * Finds the beats strictly between two reliable ones (or up to an end of the track) again, on the curve weighted by its
 * reliability.
 */
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
 * Finds unsupported beats again. A passage in which fewer than half of the beats meet a clear onset (a break without
 * drums, hiss) is searched again between the nearest reliable beats, with its sounds reduced to as little as a quarter,
 * so that the period continues instead of following stray sounds. Reliable beats stay as they are; if there are none,
 * all beats stay. Frames of 10 ms; period as in `beatPath`.
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
