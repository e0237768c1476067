import Type from 'typebox'
import { EMOTIONS } from '../domain/emotion/emotion-model.ts'

const nullable = <T extends Type.TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })

const EmotionMap = (description: string) =>
  Type.Record(Type.String(), Type.Number(), { description: `${description}: ${EMOTIONS.join(', ')}` })

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

export const SemanticBody = Type.Object({
  summary: nullable(Type.Object({ dominant_emotion: Type.String() }), 'Null with include_emotions=false'),
  emotions: nullable(EmotionMap('0 to 10, 5 is neutral'), 'Null with include_emotions=false'),
  description: Type.String({
    description: 'The track in words, made of what was measured; search reads this',
  }),
  indexed: Type.Boolean({ description: 'Whether it is in your library now' }),
  track_id: nullable(Type.String({ format: 'uuid' }), 'In your library; null when it was not indexed'),
})

const EXAMPLE_TRACK = '0198c0de-0000-7000-8000-000000000003'

export const SearchFilters = Type.Object(
  {
    min_bpm: Type.Optional(Type.Number({ minimum: 0 })),
    max_bpm: Type.Optional(Type.Number({ minimum: 0 })),
    min_duration: Type.Optional(Type.Number({ minimum: 0, description: 'Seconds' })),
    max_duration: Type.Optional(Type.Number({ minimum: 0, description: 'Seconds' })),
    artist: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: 'Part of the name, in any case' }),
    ),
    key: Type.Optional(Type.String({ minLength: 1, maxLength: 20, description: 'Such as C minor, or 5A' })),
  },
  { additionalProperties: false, description: 'Only tracks that meet all of these' },
)

export const SearchRequest = Type.Object(
  {
    query: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2000,
        description: 'A feeling in plain words; negations and degrees count',
      }),
    ),
    like_track_id: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'A track of your library to find others like, instead of a query',
      }),
    ),
    top_k: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'How many tracks at most' }),
    ),
    filters: Type.Optional(SearchFilters),
  },
  {
    additionalProperties: false,
    description: 'Either `query` or `like_track_id`',
    examples: [
      { query: 'dark and driving, but not aggressive', top_k: 5 },
      { query: 'something warm for a rainy morning', top_k: 10, filters: { max_bpm: 100 } },
      { like_track_id: EXAMPLE_TRACK },
    ],
  },
)

const Hit = Type.Object({
  track_id: Type.String({ format: 'uuid' }),
  title: Type.String(),
  artist: nullable(Type.String(), 'Null when nobody said'),
  score: Type.Number({ description: 'Higher is nearer; comparable within one answer only' }),
  emotions: EmotionMap('0 to 10'),
  why: Type.String({ description: 'What of the query this track meets, from what was measured' }),
  description: Type.String({ description: 'The track in words' }),
  duration: Type.Number({ description: 'Seconds' }),
  tempo: Type.Number({ description: 'Beats per minute; 0 when no beat was found' }),
  key: nullable(Type.String(), 'Such as C minor'),
  key_confidence: nullable(Type.Number(), '0 to 1; below 0.2 the key is a guess'),
  camelot: nullable(Type.String(), 'Such as 5A'),
})

export const SearchAnswer = Type.Object(
  {
    query: nullable(Type.String(), 'As received; null for a search by example'),
    results: Type.Array(Hit, { description: 'Best first' }),
    understood: Type.Array(Type.String(), {
      description: 'What of the query was understood as a wish; the rest only counts by its general meaning',
    }),
  },
  { description: 'Tracks of your library' },
)

export const TextRequest = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: 20_000, description: 'In English' }) },
  {
    additionalProperties: false,
    description: 'A text of any kind',
    examples: [{ text: 'A warm, slightly melancholic evening; nothing aggressive, please.' }],
  },
)

export const TextAnswer = Type.Object(
  {
    text: Type.String({ description: 'As received' }),
    analysis: Type.Object({
      sentiment: Type.Object({
        label: Type.String({ description: 'positive, negative or neutral' }),
        score: Type.Number({ minimum: -1, maximum: 1 }),
      }),
      keywords: Type.Array(
        Type.Object({
          word: Type.String(),
          weight: Type.Number({ description: 'Strength; negative where the text asks for the opposite' }),
          negated: Type.Boolean(),
          meanings: Type.Array(Type.String()),
        }),
      ),
      emotions: EmotionMap('0 to 10, 5 is neutral'),
    }),
  },
  { description: 'The feeling of the text' },
)

export const StatsAnswer = Type.Object(
  {
    tracks: Type.Integer({ description: 'In your library' }),
    artists: Type.Integer(),
    total_duration: Type.Number({ description: 'Seconds' }),
    mean_tempo: nullable(Type.Number(), 'Null without a beat'),
    dominant_emotions: Type.Record(Type.String(), Type.Integer(), {
      description: 'Tracks by dominant emotion',
    }),
    keys: Type.Record(Type.String(), Type.Integer(), { description: 'Tracks by key in Camelot notation' }),
    stale: Type.Integer({
      description: 'Indexed by an older version and not found until renewed: `assay-audio semantic renew`',
    }),
    updated_at: nullable(Type.String({ format: 'date-time' }), 'Null for an empty library'),
    search_model: Type.String(),
  },
  { description: 'Of your library' },
)

export const TrackParameters = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Track identifier' }),
})
