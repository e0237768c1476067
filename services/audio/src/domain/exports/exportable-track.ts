import type { DrumHit } from '../drums/find-drums.ts'
import type { TempoRegion } from '../rhythm/tempo-regions.ts'
import type { Key, KeyResult } from '../tonality/find-key.ts'

/** What other programs can take over from an analysis. All times in seconds from the start of the file. */
export interface ExportableTrack {
  readonly title: string
  readonly artist: string
  /** Where the player finds the file: an absolute path or an address. */
  readonly location: string
  readonly durationSeconds: number
  readonly tempoBpm: number
  /** 0 to 1, of the beats of the whole track. */
  readonly tempoConfidence: number
  readonly beats: readonly number[]
  readonly downbeats: readonly number[]
  /** As measured; 0 when unknown. */
  readonly beatsPerBar: number
  readonly tempoRegions: readonly TempoRegion[]
  readonly key: KeyResult | null
  readonly sections: readonly {
    readonly startSeconds: number
    readonly endSeconds: number
    readonly type: string
  }[]
  readonly drumHits: readonly DrumHit[]
}

const FLAT_NAMES = ['C', 'Db', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'] as const

/** "Am", "Db": the spelling that DJ software uses. */
export const keyName = ({ tonic, mode }: Key): string => `${FLAT_NAMES[tonic]}${mode === 'minor' ? 'm' : ''}`

/** Beats of a bar where nothing was measured: the commonest metre. */
const COMMON_METRE = 4

/** Beats per bar as measured, else four. */
export const metre = ({ beatsPerBar }: Pick<ExportableTrack, 'beatsPerBar'>): number =>
  beatsPerBar > 0 ? beatsPerBar : COMMON_METRE

/** Beat of the bar, 1 for a downbeat; counted from the last downbeat before, or backwards from the first one after. */
export function barPositions(track: Pick<ExportableTrack, 'beats' | 'downbeats' | 'beatsPerBar'>): number[] {
  const perBar = metre(track)
  const isDown = track.beats.map((beat) => track.downbeats.some((down) => Math.abs(down - beat) < 0.03))
  const first = Math.max(0, isDown.indexOf(true))
  let position = (perBar - (first % perBar)) % perBar
  return isDown.map((down) => {
    if (down) position = 0
    position = (position % perBar) + 1
    return position
  })
}
