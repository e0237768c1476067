import { keyOfName } from '../tonality/find-key.ts'
import type { TrackMeasures } from './track-measures.ts'

/** Tempo and key in force: as measured, or as a person corrected or confirmed them. */
export interface TempoAndKey {
  readonly tempoBpm: number
  /** Whether a person corrected or confirmed the tempo. */
  readonly tempoCorrected: boolean
  /** Key such as C minor; null when there is none. */
  readonly keyName: string | null
  /** Whether a person corrected or confirmed the key. */
  readonly keyCorrected: boolean
}

/** Returns the measurements with corrected tempo and key in place of the measured ones. A correction is certain. */
export function measuresInForce(
  measures: TrackMeasures,
  { tempoBpm, tempoCorrected, keyName, keyCorrected }: TempoAndKey,
): TrackMeasures {
  const key = keyCorrected && keyName !== null ? keyOfName(keyName) : undefined
  return {
    ...measures,
    ...(tempoCorrected ? { tempoBpm, beatConfidence: 1 } : {}),
    ...(key ? { key: { ...key, confidence: 1 } } : {}),
  }
}
