import type { DrumName } from './hit-classifier.ts'

/** What is asked of a hit. */
interface Likely {
  readonly timeSeconds: number
  readonly instrument: DrumName
  /** 0 to 1. */
  readonly confidence: number
}

/** How far around a hit the evidence is gathered. */
const REACH_SECONDS = 30
/** Hats and cymbals this likely, and how often they come where drums play: nothing else in music sounds so high and so short. */
const LIKELY = 0.8
const LEAST_HIGH_PER_MINUTE = 6
/** Or hits of any drum this clear, and how often: bass notes are taken for kicks with confidence now and then, not so often. */
const CLEAR = 0.98
const LEAST_CLEAR_PER_MINUTE = 30
/** In a short clip. */
const LEAST = 2

/** Count of the times within `from` to `to`, which never move back. */
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
 * Hits (sorted by time) without those of passages in which no drums play: a piano, a guitar or a bass is now and then
 * taken for a drum, but hardly ever for a hat or a cymbal. Judged within 30 s of every hit, so that a track without drums has no
 * hits, and a long mix is judged passage by passage. The rates were chosen on the tuning half and on fresh
 * renderings of neither half, all with and without their drum stem; no drum's F-measure falls by it on either.
 */
export function ofPlayingPassages<Hit extends Likely>(hits: readonly Hit[], durationSeconds: number): Hit[] {
  const timesOf = (some: (hit: Hit) => boolean): number[] => hits.filter(some).map((hit) => hit.timeSeconds)
  const isHigh = ({ instrument }: Hit): boolean => instrument === 'hat' || instrument === 'cymbal'
  const countHigh = counter(timesOf((hit) => isHigh(hit) && hit.confidence > LIKELY))
  const countClear = counter(timesOf((hit) => hit.confidence > CLEAR))
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
