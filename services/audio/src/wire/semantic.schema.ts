import Type from 'typebox'
import { EmotionScores, EmotionSummary } from './emotions.schema.ts'
import { nullable } from './nullable.ts'

/** Form fields of `POST /semantic/analyze`. */
export const semanticFields = {
  include_emotions: Type.Optional(
    Type.Boolean({ default: true, description: 'Give the nine dimensions; as text, in any case' }),
  ),
  index_for_search: Type.Optional(
    Type.Boolean({ default: false, description: 'Put the track into your library; as text, in any case' }),
  ),
  title: Type.Optional(
    Type.String({ minLength: 1, maxLength: 500, description: 'Instead of the tag or the file name' }),
  ),
  artist: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: 'Instead of the tag' })),
}

export const SemanticBody = Type.Object(
  {
    summary: nullable(EmotionSummary, 'Summary of the emotions; null with include_emotions=false'),
    emotions: nullable(EmotionScores, 'Emotional dimensions; null with include_emotions=false'),
    description: Type.String({
      description: 'Description of the track, made from what was measured; the search reads it',
    }),
    indexed: Type.Boolean({ description: 'Whether the track is in your library now' }),
    track_id: nullable(
      Type.String({ format: 'uuid' }),
      'Identifier of the track in your library; null when it was not indexed',
    ),
  },
  { title: 'SemanticAnalysis' },
)

const EXAMPLE_TRACK = '0198c0de-0000-7000-8000-000000000003'

export const SearchFilters = Type.Object(
  {
    min_bpm: Type.Optional(Type.Number({ minimum: 0, description: 'Lowest tempo, beats per minute' })),
    max_bpm: Type.Optional(Type.Number({ minimum: 0, description: 'Highest tempo, beats per minute' })),
    min_duration: Type.Optional(Type.Number({ minimum: 0, description: 'Shortest length, seconds' })),
    max_duration: Type.Optional(Type.Number({ minimum: 0, description: 'Greatest length, seconds' })),
    artist: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'Part of the artist name; case does not matter',
      }),
    ),
    key: Type.Optional(
      Type.String({ minLength: 1, maxLength: 20, description: 'Key, such as C minor or 5A' }),
    ),
  },
  { title: 'SearchFilters', additionalProperties: false, description: 'Conditions that every hit meets' },
)

export const SearchRequest = Type.Object(
  {
    query: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2000,
        description: 'Description of a feeling in plain words; negations and degrees count',
      }),
    ),
    like_track_id: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'Track of your library to find similar ones to, instead of a query',
      }),
    ),
    top_k: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'Maximum number of tracks' }),
    ),
    filters: Type.Optional(SearchFilters),
  },
  {
    title: 'SearchRequest',
    additionalProperties: false,
    description: 'Either `query` or `like_track_id`',
    examples: [
      { query: 'dark and driving, but not aggressive', top_k: 5 },
      { query: 'something warm for a rainy morning', top_k: 10, filters: { max_bpm: 100 } },
      { like_track_id: EXAMPLE_TRACK },
    ],
  },
)

const SearchHit = Type.Object(
  {
    track_id: Type.String({ format: 'uuid', description: 'Identifier in your library' }),
    title: Type.String({ description: 'Title of the track' }),
    artist: nullable(Type.String(), 'Artist; null when unknown'),
    score: Type.Number({ description: 'Similarity; higher is closer. Comparable within one answer only' }),
    emotions: EmotionScores,
    why: Type.String({ description: 'Parts of the query that this track meets, from what was measured' }),
    description: Type.String({ description: 'Description of the track' }),
    duration: Type.Number({ description: 'Length, seconds' }),
    tempo: Type.Number({ description: 'Tempo, beats per minute; 0 when no beat was found' }),
    key: nullable(Type.String(), 'Key, such as C minor; null when none was found'),
    key_confidence: nullable(
      Type.Number(),
      'Confidence in the key, 0 to 1; below 0.2 treat it as a guess; null without a key',
    ),
    camelot: nullable(Type.String(), 'Key in Camelot notation, such as 5A; null without a key'),
  },
  { title: 'SearchHit' },
)

export const SearchAnswer = Type.Object(
  {
    query: nullable(Type.String(), 'Query as received; null for a search by example'),
    results: Type.Array(SearchHit, { description: 'Hits, best first' }),
    understood: Type.Array(Type.String(), {
      description: 'Wishes understood in the query; the rest counts only by its general meaning',
    }),
  },
  { title: 'SearchAnswer', description: 'Tracks of your library' },
)

export const TextRequest = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: 20_000, description: 'Text in English' }) },
  {
    title: 'TextRequest',
    additionalProperties: false,
    description: 'A text of any kind',
    examples: [{ text: 'A warm, slightly melancholic evening; nothing aggressive, please.' }],
  },
)

const Sentiment = Type.Object(
  {
    label: Type.String({ description: 'positive, negative or neutral' }),
    score: Type.Number({ minimum: -1, maximum: 1, description: 'Sentiment, -1 (negative) to 1 (positive)' }),
  },
  { title: 'Sentiment' },
)

const Keyword = Type.Object(
  {
    word: Type.String({ description: 'Word or phrase of the text' }),
    weight: Type.Number({ description: 'Strength; negative where the text asks for the opposite' }),
    negated: Type.Boolean({ description: 'Whether a negation applies to it' }),
    meanings: Type.Array(Type.String(), { description: 'Meanings in the lexicon' }),
  },
  { title: 'Keyword' },
)

const TextAnalysis = Type.Object(
  { sentiment: Sentiment, keywords: Type.Array(Keyword), emotions: EmotionScores },
  { title: 'TextAnalysis' },
)

export const TextAnswer = Type.Object(
  { text: Type.String({ description: 'Text as received' }), analysis: TextAnalysis },
  { title: 'TextAnswer', description: 'The feeling of the text' },
)

export const StatsAnswer = Type.Object(
  {
    tracks: Type.Integer({ description: 'Number of tracks in your library' }),
    artists: Type.Integer({ description: 'Number of artists' }),
    total_duration: Type.Number({ description: 'Length of all tracks together, seconds' }),
    mean_tempo: nullable(Type.Number(), 'Mean tempo, beats per minute; null when no track has a beat'),
    dominant_emotions: Type.Record(Type.String(), Type.Integer(), {
      description: 'Dominant emotion → number of tracks',
    }),
    keys: Type.Record(Type.String(), Type.Integer(), {
      description: 'Key in Camelot notation → number of tracks',
    }),
    stale: Type.Integer({
      description:
        'Tracks indexed by an older version. The search does not find them until `assay-audio semantic renew` has run',
    }),
    updated_at: nullable(Type.String({ format: 'date-time' }), 'Last change; null for an empty library'),
    search_model: Type.String({ description: 'Version of the search' }),
  },
  { title: 'LibraryStatistics', description: 'Statistics of your library' },
)

export const TrackParameters = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Track identifier' }),
})
