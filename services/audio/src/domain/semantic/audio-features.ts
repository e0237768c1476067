import { certainTempo } from '../rhythm/certain-tempo.ts'
import { MTT_LABELS } from '../tags/labels.ts'
import { trackAxes } from './track-axes.ts'
import type { TrackMeasures } from './track-measures.ts'
import { trackTraits } from './track-traits.ts'

/**
 * Flat record of a track under the names that programs know from streaming services. The scales are our own: a value
 * can be compared with those of other tracks here, not with those of any service. Null says that nothing here can tell.
 */
export interface AudioFeatures {
  /** Length in seconds. */
  readonly duration: number
  /** Beats per minute; null without a clear beat. */
  readonly tempo: number | null
  /** Beats of a bar; null without a clear beat. */
  readonly timeSignature: number | null
  /** Pitch class, 0 is C; null when no key was found. */
  readonly key: number | null
  /** 1 for major, 0 for minor. */
  readonly mode: 0 | 1 | null
  /** Integrated loudness, LUFS. */
  readonly loudness: number | null
  /** 0 to 1: density, tempo and force, at any playback level. */
  readonly energy: number | null
  /** 0 to 1: steady drums on the beat. */
  readonly danceability: number | null
  /** 0 to 1: cheerful against sad; mode and tempo weigh most. */
  readonly valence: number | null
  /** 0 to 1: played against programmed. */
  readonly acousticness: number | null
  /** 0 to 1: one minus the probability of a voice; null when tagging is off. */
  readonly instrumentalness: number | null
  /** Always null: nothing here hears an audience. */
  readonly liveness: null
  /** Always null: music with spoken words is not told from sung words. */
  readonly speechiness: null
}

const VOICES = ['vocal', 'vocals', 'voice', 'singing', 'female', 'male'] as const

const share = (trait: number): number => (trait + 1) / 2

/** Returns the probability that somebody sings or speaks, 0 to 1; null when the networks heard nothing. */
function voiceProbability({ heard }: TrackMeasures): number | null {
  if (heard === undefined) return null
  return Math.max(...VOICES.map((label) => heard.mtt[MTT_LABELS.indexOf(label)]!))
}

/** Returns the record of a track. A file without music has only its length and loudness. */
export function audioFeatures(track: TrackMeasures): AudioFeatures {
  const silent = track.music === false
  const tempo = certainTempo(track)
  const traits = trackTraits(trackAxes(track))
  const voice = voiceProbability(track)
  const felt = (value: number): number | null => (silent ? null : value)
  return {
    duration: track.durationSeconds,
    tempo: silent || tempo === 0 ? null : tempo,
    timeSignature: silent || tempo === 0 || track.beatsPerBar === 0 ? null : track.beatsPerBar,
    key: silent ? null : (track.key?.tonic ?? null),
    mode: silent || track.key === null ? null : track.key.mode === 'major' ? 1 : 0,
    loudness: track.loudnessLufs,
    energy: felt(share(traits.energy)),
    danceability: felt(share(traits.danceability)),
    valence: felt(share((traits.euphoria - traits.melancholy) / 2)),
    acousticness: felt(share(traits.acoustic)),
    instrumentalness: silent || voice === null ? null : 1 - voice,
    liveness: null,
    speechiness: null,
  }
}
