import { orThrow } from '@assay/audio-client'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { noticeError, queries } from '../../queries.ts'
import { service } from '../../service.ts'
import { CorrectionQueue, type CorrectionsRequest, type CorrectionUpdate } from './correction-queue.ts'
import { expiryOf, renewalWait } from './renewal.ts'
import { type Curve, DRUMS, type Drum, type DrumLane, type Sound } from './sound.ts'
import { type Track, trackQuery } from './track-queries.ts'

export type { Track } from './track-queries.ts'
export type Analysis = NonNullable<Track['analysis']>
export type GridChange = NonNullable<CorrectionsRequest['grid']>

/** Confidence below which the lines of the grid are drawn broken. */
export const BROKEN_LINES_BELOW = 0.5

const trackKey = (id: string) => trackQuery(id).queryKey
const path = (id: string) => ({ params: { path: { id } } })

/** Returns new signed addresses of a track. The known track gets those of its stems. */
export async function freshAddresses(id: string) {
  const fresh = await orThrow(service().GET('/api/v1/tracks/{id}/addresses', path(id)))
  queries.setQueryData<Track>(trackKey(id), (track) => track && { ...track, ...fresh })
  return fresh
}

/** Fetches a track again before the links to its exports expire. */
export function useFreshLinks({ id, exports }: Pick<Track, 'id' | 'exports'>): void {
  const [link] = Object.values(exports)
  useEffect(() => {
    const expiresAt = link && expiryOf(link)
    if (!expiresAt) return undefined
    const renew = () => void queries.invalidateQueries({ queryKey: trackKey(id) })
    // Repeated, because a request may fail.
    const timer = setInterval(renew, renewalWait(expiresAt, Date.now()))
    return () => clearInterval(timer)
  }, [id, link])
}

/** Corrects a track. Returns what is not saved yet, the last error, and a function that changes the corrections. */
export function useCorrect(id: string) {
  const [queue] = useState(
    () =>
      new CorrectionQueue(async (body) => {
        try {
          const track = await orThrow(service().PUT('/api/v1/tracks/{id}/corrections', { ...path(id), body }))
          queries.setQueryData(trackKey(id), track)
          void queries.invalidateQueries({ queryKey: ['tracks'] })
          // Queries tell the page in the next task. Until then the unsaved values are shown, not the old ones.
          await new Promise((done) => setTimeout(done))
        } catch (error) {
          noticeError(error as Error)
          throw error
        }
      }),
  )
  const { unsaved, error } = useSyncExternalStore(queue.subscribe, () => queue.state)
  return { unsaved, error, correct: (update: CorrectionUpdate) => queue.correct(update) }
}

/** Curve of one emotion: the value of each section. */
function emotionCurve(track: Track, name: string): Curve {
  const spans = track.emotions_over_time
  return {
    name,
    times: spans.flatMap(({ start_time, end_time }) => [start_time, end_time]),
    values: spans.flatMap(({ emotions }) => [emotions[name] ?? 5, emotions[name] ?? 5]),
    lowest: 0,
    highest: 10,
  }
}

/** Name of the curve that is not an emotion. */
export const INTENSITY = 'intensity'

function curveOf(track: Track, analysis: Analysis, name: string): Curve {
  if (name !== INTENSITY) return emotionCurve(track, name)
  const values = analysis.emotional_profile.intensity_curve
  return { name, times: values.map((_, i) => i + 0.5), values, lowest: 0, highest: 1 }
}

function drumLanes(hits: Analysis['drum_analysis']['hits']): Record<Drum, DrumLane> {
  const laneOf = (drum: Drum): DrumLane => {
    const own = hits.filter(({ instrument }) => instrument === drum)
    return {
      times: own.map(({ timestamp }) => timestamp),
      strengths: own.map(({ velocity }) => velocity),
      confidences: own.map(({ confidence }) => confidence),
    }
  }
  const [kick, snare, hat, tom, cymbal] = DRUMS.map(laneOf) as [
    DrumLane,
    DrumLane,
    DrumLane,
    DrumLane,
    DrumLane,
  ]
  return { kick, snare, hat, tom, cymbal }
}

/** Returns what is drawn of a track. */
export function soundOf(track: Track, analysis: Analysis, curveName: string): Sound {
  const { beats, key } = analysis
  return {
    duration: Math.max(0.1, track.duration),
    beats: beats.beats,
    downbeats: beats.downbeats,
    gridGuessed: track.corrections.grid === null && beats.confidence < BROKEN_LINES_BELOW,
    barsGuessed: track.corrections.grid === null && beats.downbeat_confidence < BROKEN_LINES_BELOW,
    sections: analysis.phrases.map(({ start_time, end_time, label, type }) => ({
      start: start_time,
      end: end_time,
      label,
      kind: type,
    })),
    drums: drumLanes(analysis.drum_analysis.hits),
    keys: (key?.regions ?? []).map(({ start_time, end_time, name, camelot, confidence }) => ({
      start: start_time,
      end: end_time,
      label: `${camelot} · ${name}`,
      confidence,
    })),
    tempos: beats.tempo_regions.map(({ start_time, end_time, bpm }) => ({
      start: start_time,
      end: end_time,
      label: `${bpm.toFixed(2)} BPM`,
    })),
    curve: curveOf(track, analysis, curveName),
  }
}
