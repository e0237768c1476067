import type { Static } from 'typebox'
import type { DrumHit } from '../domain/drums/find-drums.ts'
import type { ExportableTrack } from '../domain/exports/exportable-track.ts'
import { type KeyRegion, type KeyResult, keyOfName } from '../domain/tonality/find-key.ts'
import type { PresentedAnalysis } from './analysis.present.ts'
import type { DrumsBody } from './analysis.schema.ts'

/** Analysis as stored: fields that were added later may be absent from older jobs. */
type StoredAnalysis = Omit<PresentedAnalysis, 'energy' | 'phrases'> &
  Partial<Pick<PresentedAnalysis, 'energy' | 'phrases'>>

function keyOf(key: StoredAnalysis['key']): KeyResult | null {
  const known = key && keyOfName(key.name)
  if (!known) return null
  const regions = key.regions.flatMap(({ name, start_time, end_time, confidence }): KeyRegion[] => {
    const region = keyOfName(name)
    return region ? [{ ...region, startSeconds: start_time, endSeconds: end_time, confidence }] : []
  })
  return { ...known, confidence: key.confidence, regions }
}

const drumHits = ({ hits }: Static<typeof DrumsBody>): DrumHit[] =>
  hits.map(({ timestamp, instrument, velocity, confidence }) => ({
    timeSeconds: timestamp,
    instrument: instrument as DrumHit['instrument'],
    velocity,
    confidence,
  }))

/**
 * Returns the data of a presented analysis for other programs. The command line and the server both export from it, so
 * that the same file gives the same bytes. `location` is the path or address of the file for a player.
 */
export function exportable(results: StoredAnalysis, location: string): ExportableTrack {
  const { metadata, beats } = results
  const phrases = results.phrases ?? results.segments.map((segment) => ({ ...segment, label: segment.type }))
  return {
    title: metadata.title,
    artist: metadata.artist ?? '',
    location,
    durationSeconds: metadata.duration,
    tempoBpm: beats.tempo,
    tempoConfidence: beats.confidence,
    beats: beats.beats,
    downbeats: beats.downbeats,
    beatsPerBar: beats.beats_per_bar,
    tempoRegions: beats.tempo_regions.map(({ start_time, end_time, bpm }) => ({
      startSeconds: start_time,
      endSeconds: end_time,
      bpm,
    })),
    key: keyOf(results.key),
    sections: phrases.map(({ start_time, end_time, type, label }) => ({
      startSeconds: start_time,
      endSeconds: end_time,
      type,
      label,
    })),
    energyLevel: results.energy?.level ?? null,
    drumHits: drumHits(results.drum_analysis),
  }
}
