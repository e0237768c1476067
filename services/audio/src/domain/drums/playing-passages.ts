import type { DrumName } from './hit-classifier.ts'

/** The parts of a hit that are needed here. */
interface Likely {
  readonly timeSeconds: number
  readonly instrument: DrumName
  /** Confidence, 0 to 1. */
  readonly confidence: number
}

/** Distance around a hit in which evidence is collected. */
const REACH_SECONDS = 30
/**
 * Minimum confidence of hats and cymbals, and how often they must occur where drums play. Nothing else in music sounds
 * so high and short.
 */
const LIKELY = 0.8
const LEAST_HIGH_PER_MINUTE = 6
/**
 * Alternatively, minimum confidence of kick, snare or hat, and how often it must occur. Two networks must agree on such a
 * hit: 36 pieces without drums had at most one, and 76 of human drummers at least five per minute.
 */
const CLEAR = 0.9
const LEAST_CLEAR_PER_MINUTE = 4
/** Minimum number in a short clip. */
const LEAST = 2

/** Returns a function that counts the times within `from` to `to`, which must not decrease. */
function counter(times: readonly number[]): (from: number, to: number) => number {
  let first = 0
  let end = 0
  return (from, to) => {
    while (first < times.length && times[first]! < from) first++
    while (end < times.length && times[end]! <= to) end++
    return end - first
  }
}

/**
 * Removes the hits (sorted by time) of passages in which no drums play. A piano, a guitar or a bass is sometimes taken
 * for a drum, but rarely for a hat or a cymbal. Each hit is judged within 30 s, so that a track without drums has no
 * hits and a long mix is judged passage by passage. The rate of hats was chosen on the tuning half and on new renderings
 * outside both halves, that of clear hits on Groove's validation performances, all with and without their drums.
 */
export function ofPlayingPassages<Hit extends Likely>(hits: readonly Hit[], durationSeconds: number): Hit[] {
  const timesOf = (some: (hit: Hit) => boolean): number[] => hits.filter(some).map((hit) => hit.timeSeconds)
  const isHigh = ({ instrument }: Hit): boolean => instrument === 'hat' || instrument === 'cymbal'
  const countHigh = counter(timesOf((hit) => isHigh(hit) && hit.confidence > LIKELY))
  const isMain = ({ instrument }: Hit): boolean =>
    instrument === 'kick' || instrument === 'snare' || instrument === 'hat'
  const countClear = counter(timesOf((hit) => isMain(hit) && hit.confidence > CLEAR))
  return hits.filter(({ timeSeconds }) => {
    const from = Math.max(0, timeSeconds - REACH_SECONDS)
    const to = Math.min(durationSeconds, timeSeconds + REACH_SECONDS)
    const minutes = (to - from) / 60
    const [high, clear] = [countHigh(from, to), countClear(from, to)]
    return (
      high >= Math.max(LEAST, LEAST_HIGH_PER_MINUTE * minutes) ||
      clear >= Math.max(LEAST, LEAST_CLEAR_PER_MINUTE * minutes)
    )
  })
}
