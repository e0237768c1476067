/** A jump larger than this (natural logarithm) separates stretches of a path; the path itself moves by at most 6 % a second. */
const LEAST_JUMP = 0.065
/** How near to two octaves, one, or the same a jump must come to be one of level and not of tempo. */
const TOLERANCE = 0.04
const OCTAVES = [1 / 4, 1 / 2, 2, 4]

/** First second of each stretch without a jump, and the end of the last. */
function stretchStarts(periods: Float32Array): number[] {
  const starts = [0]
  for (let s = 1; s < periods.length; s++)
    if (Math.abs(Math.log(periods[s]! / periods[s - 1]!)) > LEAST_JUMP) starts.push(s)
  return [...starts, periods.length]
}

/**
 * A tempo path with every stretch on the metrical level of the longest. Periods are in frames, one per second. Music seldom
 * doubles its tempo, but which level sounds strongest changes often: outwards from the longest stretch, each neighbour that
 * is an octave away is brought to the level before it.
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

/** The period an octave or more up or down that lies between two tempi, BPM; the range must span an octave. */
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
