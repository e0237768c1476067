import { eventScore, matchEvents } from '../scoring/match-events.ts'

/** Hit with its MIDI velocity. */
interface Struck {
  readonly timeSeconds: number
  readonly velocity: number
}

/** Snare hits below this MIDI velocity are ghosts: found or not, they change no score. */
export const GHOST_VELOCITY = 30

/**
 * Computes the F-measure of one drum, 0 to 1. Hits below `optionalBelow` are optional: an estimate that matches only
 * such a hit is neither right nor wrong. All lists are sorted. Without any required hit the score is null.
 */
export function drumScore(
  truth: readonly Struck[],
  estimated: readonly number[],
  windowSeconds: number,
  optionalBelow = 0,
): number | null {
  const required = truth.filter(({ velocity }) => velocity >= optionalBelow).map((hit) => hit.timeSeconds)
  const optional = truth.filter(({ velocity }) => velocity < optionalBelow).map((hit) => hit.timeSeconds)
  if (required.length === 0) return null
  const right = new Set(matchEvents(required, estimated, windowSeconds).map(([, e]) => e))
  const rest = estimated.filter((_, e) => !right.has(e))
  const excused = new Set(matchEvents(optional, rest, windowSeconds).map(([, e]) => rest[e]!))
  const counted = estimated.filter((time, e) => right.has(e) || !excused.has(time))
  return eventScore(required, counted, windowSeconds).fMeasure
}
