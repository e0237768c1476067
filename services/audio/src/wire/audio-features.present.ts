import { type AudioFeatures, audioFeatures } from '../domain/semantic/audio-features.ts'
import type { TrackMeasures } from '../domain/semantic/track-measures.ts'
import { rounded } from './rounded.ts'

const shortened = (value: number | null): number | null => (value === null ? null : rounded(value, 3))

/** Returns the flat record of a track with the names that programs know. */
export function presentAudioFeatures(track: TrackMeasures) {
  const { timeSignature, ...features }: AudioFeatures = audioFeatures(track)
  const values = Object.entries(features).map(([name, value]) => [name, shortened(value)])
  return { ...Object.fromEntries(values), time_signature: timeSignature } as Record<string, number | null>
}
