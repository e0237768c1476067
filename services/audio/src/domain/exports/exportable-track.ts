import type { DrumHit } from '../drums/find-drums.ts'
import type { TempoRegion } from '../rhythm/tempo-regions.ts'
import type { Key, KeyResult } from '../tonality/find-key.ts'

/** Section of a track. */
export interface ExportableSection {
  readonly startSeconds: number
  readonly endSeconds: number
  /** Kind of section: intro, build, drop, break, main or outro. */
  readonly type: string
  /** Name that tells the section from the others, such as "drop 2". */
  readonly label: string
}

/** Data of an analysis for other programs. All times are in seconds from the start of the file. */
export interface ExportableTrack {
  readonly title: string
  readonly artist: string
  /** Location of the file for a player: an absolute path or an address. */
  readonly location: string
  readonly durationSeconds: number
  readonly tempoBpm: number
  /** Confidence in the beats of the whole track, 0 to 1. */
  readonly tempoConfidence: number
  readonly beats: readonly number[]
  readonly downbeats: readonly number[]
  /** Measured beats per bar; 0 when unknown. */
  readonly beatsPerBar: number
  readonly tempoRegions: readonly TempoRegion[]
  readonly key: KeyResult | null
  readonly sections: readonly ExportableSection[]
  /** Energy of the track, 1 to 10; null when unknown. */
  readonly energyLevel: number | null
  readonly drumHits: readonly DrumHit[]
}

const FLAT_NAMES = ['C', 'Db', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'] as const

/** Returns the key as DJ software spells it: "Am", "Db". */
export const keyName = ({ tonic, mode }: Key): string => `${FLAT_NAMES[tonic]}${mode === 'minor' ? 'm' : ''}`

/** Beats per bar when none was measured: the most common metre. */
const COMMON_METRE = 4

/** A downbeat closer to a beat than this is that beat, seconds. */
const SAME_BEAT_SECONDS = 0.03

/** Returns the measured beats per bar, otherwise four. */
export const metre = ({ beatsPerBar }: Pick<ExportableTrack, 'beatsPerBar'>): number =>
  beatsPerBar > 0 ? beatsPerBar : COMMON_METRE

/**
 * Returns the beat of the bar for every beat, 1 for a downbeat, counted from the last downbeat before, or backwards
 * from the first one after.
 */
export function barPositions(track: Pick<ExportableTrack, 'beats' | 'downbeats' | 'beatsPerBar'>): number[] {
  const perBar = metre(track)
  const { downbeats } = track
  // Both lists are in order of time, so one pass over both is enough.
  let next = 0
  const isDown = track.beats.map((beat) => {
    while (next < downbeats.length && downbeats[next]! <= beat - SAME_BEAT_SECONDS) next++
    return next < downbeats.length && downbeats[next]! < beat + SAME_BEAT_SECONDS
  })
  const first = Math.max(0, isDown.indexOf(true))
  let position = (perBar - (first % perBar)) % perBar
  return isDown.map((down) => {
    if (down) position = 0
    position = (position % perBar) + 1
    return position
  })
}
