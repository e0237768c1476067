import type { TrackFeatures } from '../../src/domain/features/feature-extractor.ts'
import { PITCH_BINS } from '../../src/domain/features/pitch-frames.ts'

/** Excerpt of a piece with its true beats, seconds. */
export interface BeatExcerpt {
  readonly id: string
  readonly features: TrackFeatures
  readonly beats: readonly number[]
  /** Mean period of the true beats, seconds. */
  readonly periodSeconds: number
}

const LEAST_BEATS = 8
/** Pieces from this length on give a shorter excerpt, too, of 14 to 22 s. */
const LONG_FRAMES = 2400

const framesOf = (features: TrackFeatures, from: number, to: number): TrackFeatures => ({
  ...features,
  frames: to - from,
  durationSeconds: (to - from) / 100,
  levels: features.levels.subarray(from * features.bandCount, to * features.bandCount),
  pitch: features.pitch.subarray((from / 10) * PITCH_BINS, Math.round(to / 10) * PITCH_BINS),
})

/** Returns a whole piece and one excerpt of it, whose place follows from the name; fewer where there are no eight beats. */
export function beatExcerpts(
  id: string,
  features: TrackFeatures,
  trueBeats: readonly number[],
): BeatExcerpt[] {
  const { frames } = features
  const parts: [number, number][] = [[0, frames]]
  if (frames > LONG_FRAMES) {
    const hash = [...id].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) % 9973, 7)
    const length = 1400 + (hash % 800)
    const from = 10 * Math.floor(((hash * 37) % (frames - length)) / 10)
    parts.push([from, from + length])
  }
  return parts.flatMap(([from, to]) => {
    const beats = trueBeats
      .filter((time) => time * 100 >= from && time * 100 < to)
      .map((time) => time - from / 100)
    if (beats.length < LEAST_BEATS) return []
    const periodSeconds = (beats.at(-1)! - beats[0]!) / (beats.length - 1)
    return { id: `${id} ${from}`, features: framesOf(features, from, to), beats, periodSeconds }
  })
}
