import type { DrumHit } from '../drums/find-drums.ts'
import type { TempoRegion } from '../rhythm/tempo-regions.ts'
import type { Key } from '../tonality/find-key.ts'

/** What other programs can take over from an analysis. All times in seconds from the start of the file. */
export interface ExportableTrack {
  readonly title: string
  readonly artist: string
  /** Where the player finds the file: an absolute path or an address. */
  readonly location: string
  readonly durationSeconds: number
  readonly tempoBpm: number
  readonly beats: readonly number[]
  readonly downbeats: readonly number[]
  readonly tempoRegions: readonly TempoRegion[]
  readonly key: Key | null
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

/** Beat of the bar, 1 for a downbeat; counted from the last downbeat before, or backwards to the first one after. */
export function barPositions(beats: readonly number[], downbeats: readonly number[]): number[] {
  if (beats.length === 0) return []
  const isDown = beats.map((beat) => downbeats.some((down) => Math.abs(down - beat) < 0.03))
  const first = isDown.indexOf(true)
  const perBar = first < 0 ? 4 : beatsPerBar(isDown)
  let position = first < 0 ? 0 : (((perBar - first) % perBar) + perBar) % perBar
  return isDown.map((down) => {
    if (down) position = 0
    position += 1
    if (position > perBar) position = 1
    return position
  })
}

/** The commonest distance between downbeats, in beats; 4 when there are not two. */
function beatsPerBar(isDown: readonly boolean[]): number {
  const counts = new Map<number, number>()
  let last = -1
  isDown.forEach((down, i) => {
    if (!down) return
    if (last >= 0) counts.set(i - last, (counts.get(i - last) ?? 0) + 1)
    last = i
  })
  const [commonest] = [...counts].sort((a, b) => b[1] - a[1])
  return commonest?.[0] ?? 4
}
