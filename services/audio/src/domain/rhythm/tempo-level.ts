/** A larger jump (natural logarithm) separates two parts of a path; the path itself moves by at most 6 % per second. */
const LEAST_JUMP = 0.065
/** Tolerance within which a jump by one or two octaves, or none, is a change of metrical level and not of tempo. */
const TOLERANCE = 0.04
const OCTAVES = [1 / 4, 1 / 2, 2, 4]

/** Returns the first second of each part without a jump, and the end of the last. */
function stretchStarts(periods: Float32Array): number[] {
  const starts = [0]
  for (let s = 1; s < periods.length; s++)
    if (Math.abs(Math.log(periods[s]! / periods[s - 1]!)) > LEAST_JUMP) starts.push(s)
  return [...starts, periods.length]
}

/**
 * Moves every part of a tempo path to the metrical level of the longest one. Periods are in frames, one per second.
 * Music seldom doubles its tempo, but the strongest level changes often: starting at the longest part, each neighbour
 * that is an octave away is moved to the level of the part before it.
 */
export function onOneLevel(periods: Float32Array): Float32Array {
  const out = periods.slice()
  const starts = stretchStarts(periods)
  let longest = 0
  for (let i = 1; i + 1 < starts.length; i++)
    if (starts[i + 1]! - starts[i]! > starts[longest + 1]! - starts[longest]!) longest = i
  const bring = (stretch: number, jump: number) => {
    const octave = OCTAVES.find((ratio) => Math.abs(Math.log(jump / ratio)) < TOLERANCE) ?? 1
    for (let s = starts[stretch]!; s < starts[stretch + 1]!; s++) out[s]! /= octave
  }
  for (let i = longest + 1; i + 1 < starts.length; i++) bring(i, out[starts[i]!]! / out[starts[i]! - 1]!)
  for (let i = longest - 1; i >= 0; i--) bring(i, out[starts[i + 1]! - 1]! / out[starts[i + 1]!]!)
  return out
}

/** Returns the period, moved by octaves, that lies between two tempos in BPM; the range must span an octave. */
export function withinRange(
  periodFrames: number,
  leastBpm: number,
  mostBpm: number,
  framesPerMinute: number,
): number {
  let period = periodFrames
  while (framesPerMinute / period > mostBpm) period *= 2
  while (framesPerMinute / period < leastBpm) period /= 2
  return period
}
