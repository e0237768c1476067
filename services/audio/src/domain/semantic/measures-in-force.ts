import { keyOfName } from '../tonality/find-key.ts'
import type { TrackMeasures } from './track-measures.ts'

/** Tempo and key in force: as measured, or as a person corrected them. */
export interface TempoAndKey {
  readonly tempoBpm: number
  /** Key such as C minor; null when there is none. */
  readonly keyName: string | null
}

/** Stored tempos have single precision; a larger relative difference is a correction. */
const SAME_TEMPO = 1e-4

/** Returns the measurements with corrected tempo and key in place of the measured ones. A correction is certain. */
export function measuresInForce(measures: TrackMeasures, { tempoBpm, keyName }: TempoAndKey): TrackMeasures {
  const key = keyName === null ? undefined : keyOfName(keyName)
  const sameKey = key === undefined || (key.tonic === measures.key?.tonic && key.mode === measures.key?.mode)
  const sameTempo = Math.abs(tempoBpm - measures.tempoBpm) <= SAME_TEMPO * measures.tempoBpm
  return {
    ...measures,
    ...(sameTempo ? {} : { tempoBpm, beatConfidence: 1 }),
    ...(sameKey ? {} : { key: { ...key, confidence: 1 } }),
  }
}
