import type { Static } from 'typebox'
import type { TrackCorrections } from '../domain/corrections/corrections.ts'
import { EXPORT_NAMES } from '../domain/exports/export-names.ts'
import type { Job } from '../domain/job.ts'
import { PEAK_ZOOMS, peakCount } from '../domain/peaks/peaks.ts'
import { STEM_NAMES } from '../domain/stems/stem.ts'
import { keyName, keyOfName } from '../domain/tonality/find-key.ts'
import { keyInAllNotations } from '../domain/tonality/key-notation.ts'
import type { KeptTrack, LibraryTrack, ListedTrack, TrackList } from '../operations/ports/library.ts'
import type { PresentedAnalysis } from './analysis.present.ts'
import type { CorrectionsBody } from './corrections.schema.ts'
import { type AddressSigner, trackAddress } from './files.present.ts'
import { presentAccepted } from './jobs.present.ts'
import { correctedAnalysis, type KeptAnalysis } from './kept-analysis.ts'
import { rounded } from './rounded.ts'
import type { TrackAccepted, TrackAddresses, TrackBody, TrackListAnswer, TrackRow } from './tracks.schema.ts'

const MEDIA_TYPES = { wav: 'audio/wav', flac: 'audio/flac' } as const

function presentKey({ keyName: name, keyConfidence }: ListedTrack): Static<typeof TrackRow>['key'] {
  const key = name === null ? undefined : keyOfName(name)
  if (!key) return null
  const { openKey, ...named } = keyInAllNotations(key)
  return { ...named, open_key: openKey, confidence: rounded(keyConfidence ?? 0, 4) }
}

/** Presents a track as a list shows it. */
const presentRow = (track: ListedTrack): Static<typeof TrackRow> => ({
  id: track.id,
  title: track.title,
  artist: track.artist,
  filename: track.filename,
  duration: rounded(track.durationSeconds, 3),
  tempo: rounded(track.tempoBpm, 3),
  tempo_confidence: rounded(track.tempoConfidence, 4),
  key: presentKey(track),
  energy: track.energy,
  mood: { name: track.mood, value: rounded(track.moodValue, 3) },
  music: track.music,
  corrected: track.corrected,
  added_at: track.addedAt.toISOString(),
})

/** Presents a part of a library. */
export const presentTrackList = ({ tracks, total }: TrackList): Static<typeof TrackListAnswer> => ({
  tracks: tracks.map(presentRow),
  total,
})

/** Presents an accepted job for a track. */
export const presentTrackAccepted = (job: Job): Static<typeof TrackAccepted> => {
  const { trackId } = job.options
  if (trackId === undefined) throw new Error('the job is for no track')
  return { ...presentAccepted(job), track_id: trackId }
}

/** Presents the corrections of a track. */
const presentCorrections = ({ grid, key, sections }: TrackCorrections): Static<typeof CorrectionsBody> => {
  const signed = ({ author, madeAt }: { author: string; madeAt: Date }) => ({
    author,
    time: madeAt.toISOString(),
  })
  return {
    grid: grid
      ? {
          shift_ms: grid.value.shiftMs,
          factor: grid.value.factor,
          downbeat_shift: grid.value.downbeatShift,
          tempo: grid.value.tempoBpm,
          ...signed(grid),
        }
      : null,
    key: key ? { key: keyName(key.value), ...signed(key) } : null,
    sections: sections
      ? {
          sections: sections.value.map(({ startSeconds, endSeconds, label }) => ({
            start: startSeconds,
            end: endSeconds,
            label,
          })),
          ...signed(sections),
        }
      : null,
  }
}

/** Returns the corrected analysis of a kept track under its title in the library. */
export function analysisOf({ row, kept, corrections }: LibraryTrack): PresentedAnalysis | null {
  if (!kept) return null
  const { results } = kept.analysis as KeptAnalysis
  const corrected = correctedAnalysis(results, corrections)
  return { ...corrected, metadata: { ...corrected.metadata, title: row.title, artist: row.artist } }
}

const peaksOf = (id: string, { samples, sampleRateHz, peaksKey }: Omit<KeptTrack, 'analysis'>) =>
  PEAK_ZOOMS.map((zoom) => ({
    samples_per_peak: zoom,
    count: peakCount(samples, zoom),
    sample_rate: sampleRateHz,
    address: `${trackAddress(id, 'peaks', zoom)}?v=${peaksKey}`,
  }))

/** What was measured of the parts that were corrected. */
function measuredParts({ kept, corrections }: LibraryTrack): Static<typeof TrackBody>['measured'] {
  if (!kept) return {}
  const { beats, key, phrases } = (kept.analysis as KeptAnalysis).results
  return {
    ...(corrections.grid ? { beats } : {}),
    ...(corrections.key ? { key } : {}),
    ...(corrections.sections ? { phrases } : {}),
  }
}

/** Presents tracks with signed addresses. */
export interface PresentTrack {
  track(track: LibraryTrack, owner: string): Static<typeof TrackBody>
  addresses(
    id: string,
    file: Omit<KeptTrack, 'analysis'> | null,
    owner: string,
  ): Static<typeof TrackAddresses>
}

/** Creates a presenter of tracks that signs the addresses of their files. */
export function presentTrack(deps: {
  addresses: AddressSigner
  linkMinutes: number
  now: () => Date
}): PresentTrack {
  const linkEnd = () => new Date(deps.now().getTime() + deps.linkMinutes * 60_000)

  const addresses: PresentTrack['addresses'] = (id, file, owner) => {
    if (!file) return { audio: null, stems: null, peaks: [] }
    const expiresAt = linkEnd()
    const sign = (...parts: string[]) => deps.addresses.sign(trackAddress(id, ...parts), owner, expiresAt)
    const { stems } = file
    const isThere = stems !== null && new Date(stems.expires_at) > deps.now()
    return {
      audio: {
        address: sign('audio'),
        expires_at: expiresAt.toISOString(),
        media_type: file.mediaType,
        size: file.original.sizeBytes,
      },
      stems: isThere
        ? {
            stems: STEM_NAMES.map((name) => ({
              name,
              quality: stems.quality[name] ?? 'not measured',
              address: sign('stems', name),
            })),
            engine: stems.engine,
            note: stems.note,
            media_type: MEDIA_TYPES[stems.format],
            removed_at: stems.expires_at,
          }
        : null,
      peaks: peaksOf(id, file),
    }
  }

  return {
    addresses,
    track(track, owner) {
      const { row, kept } = track
      const expiresAt = linkEnd()
      return {
        ...presentRow(row),
        analysis: analysisOf(track),
        emotions_over_time: kept ? [...(kept.analysis as KeptAnalysis).emotions] : [],
        measured: measuredParts(track),
        corrections: presentCorrections(track.corrections),
        exports: kept
          ? Object.fromEntries(
              EXPORT_NAMES.map((name) => [
                name,
                deps.addresses.sign(trackAddress(row.id, 'exports', name), owner, expiresAt),
              ]),
            )
          : {},
        ...addresses(row.id, kept, owner),
      }
    },
  }
}
