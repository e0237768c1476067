import type { Static } from 'typebox'
import { probabilityOf } from '../domain/confidence/probability.ts'
import type { TextAnalysis } from '../domain/semantic/analyse-text.ts'
import { measuresInForce } from '../domain/semantic/measures-in-force.ts'
import type { PathTrack } from '../operations/find-path.ts'
import type { FoundTrack, LibraryStatistics, TrackFilter } from '../operations/ports/search.ts'
import type { SearchResult } from '../operations/search-tracks.ts'
import { presentScores } from './emotions.present.ts'
import { rounded } from './rounded.ts'
import type { PathAnswer, SearchAnswer, SearchFilters, StatsAnswer, TextAnswer } from './semantic.schema.ts'

/** Presents the analysis of a text. */
export const presentText = (
  text: string,
  { sentiment, keywords, emotions }: TextAnalysis,
): Static<typeof TextAnswer> => ({
  text,
  analysis: {
    sentiment,
    keywords: keywords.map((keyword) => ({ ...keyword, meanings: [...keyword.meanings] })),
    emotions,
  },
})

/** Converts filters of HTTP or of a command to those of the domain. */
export const filterOf = (filters: Static<typeof SearchFilters>): TrackFilter => ({
  minBpm: filters.min_bpm,
  maxBpm: filters.max_bpm,
  minSeconds: filters.min_duration,
  maxSeconds: filters.max_duration,
  artist: filters.artist,
  key: filters.key,
})

/** Presents what all answers say of a track, with corrected tempo and key as certain. */
function presentFound(track: Omit<FoundTrack, 'score'>) {
  const { key, beatConfidence } = measuresInForce(track.measures, track)
  return {
    track_id: track.id,
    title: track.title,
    artist: track.artist,
    description: track.description,
    duration: rounded(track.durationSeconds, 2),
    tempo: rounded(track.tempoBpm, 2),
    tempo_confidence: track.tempoCorrected ? 1 : rounded(probabilityOf('beat', beatConfidence), 4),
    key: track.keyName,
    key_confidence:
      key === null ? null : track.keyCorrected ? 1 : rounded(probabilityOf('key', key.confidence), 4),
    camelot: track.camelot,
  }
}

/** Presents the hits of a search. */
export const presentHits = (query: string | null, found: SearchResult): Static<typeof SearchAnswer> => ({
  query,
  results: found.hits.map(({ track, why }) => ({
    ...presentFound(track),
    score: rounded(track.score, 4),
    emotions: presentScores(track.measures.emotions),
    why,
  })),
  understood: [...found.understood],
  filtered: [...found.filtered],
  not_heard: [...found.unheard],
})

/** Presents a path. */
export const presentPath = (path: readonly PathTrack[]): Static<typeof PathAnswer> => ({
  tracks: path.map(({ track, step }) => ({
    ...presentFound(track),
    step: step && {
      key: step.key && { ...step.key },
      tempo: step.tempo && { ...step.tempo, change: rounded(step.tempo.change, 4) },
      distance: rounded(step.distance, 3),
      why: step.why,
    },
  })),
  compatible: path.every(
    ({ step }) =>
      step === null || (step.key?.compatible === true && step.key.certain && step.tempo?.compatible === true),
  ),
})

/** Presents the statistics of a library. */
export const presentStatistics = (
  statistics: LibraryStatistics & { readonly searchModel: string },
): Static<typeof StatsAnswer> => ({
  tracks: statistics.tracks,
  artists: statistics.artists,
  total_duration: rounded(statistics.seconds, 2),
  mean_tempo: statistics.meanBpm === null ? null : rounded(statistics.meanBpm, 2),
  dominant_emotions: { ...statistics.dominantEmotions },
  keys: { ...statistics.keys },
  stale: statistics.stale,
  without_music: statistics.withoutMusic,
  updated_at: statistics.updatedAt?.toISOString() ?? null,
  search_model: statistics.searchModel,
})
