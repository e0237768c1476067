import Type from 'typebox'
import { EmotionScores, EmotionSummary } from './emotions.schema.ts'
import { nullable } from './nullable.ts'

/** Form fields of `POST /semantic/analyze`. */
export const semanticFields = {
  include_emotions: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'Whether to return the nine dimensions; the text true or false, in any case',
    }),
  ),
  index_for_search: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether to add the track to your library; the text true or false, in any case',
    }),
  ),
  title: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'Replaces the title from the tags or the file name',
    }),
  ),
  artist: Type.Optional(
    Type.String({ minLength: 1, maxLength: 500, description: 'Replaces the artist from the tags' }),
  ),
}

export const SemanticBody = Type.Object(
  {
    summary: nullable(EmotionSummary, 'Summary of the emotions; null with include_emotions=false'),
    emotions: nullable(EmotionScores, 'Emotional dimensions; null with include_emotions=false'),
    description: Type.String({
      description: 'Description of the track, written from the measurements; the search uses it',
    }),
    indexed: Type.Boolean({
      description:
        'Whether the track is in your library now; one without music is listed, and no search returns it',
    }),
    track_id: nullable(
      Type.String({ format: 'uuid' }),
      'Identifier of the track in your library; null when it was not indexed',
    ),
  },
  {
    title: 'SemanticAnalysis',
    description: 'Emotions and description of a track, and its place in your library',
  },
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
        description: 'Track of your library; the search returns similar tracks. Replaces `query`',
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
    description: 'Search of your library. Send either `query` or `like_track_id`',
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
    score: Type.Number({
      description: 'Similarity; higher is closer. Scores of different answers cannot be compared',
    }),
    emotions: EmotionScores,
    why: Type.String({ description: 'Parts of the query that this track meets, with the measurements' }),
    description: Type.String({ description: 'Description written from the measurements' }),
    duration: Type.Number({ description: 'Length, seconds' }),
    tempo: Type.Number({ description: 'Tempo, beats per minute; 0 when no beat was found' }),
    key: nullable(Type.String(), 'Key, such as C minor; null when none was found'),
    key_confidence: nullable(
      Type.Number(),
      'Confidence in the key, 0 to 1; null without a key. Treat a key below 0.2 as a guess',
    ),
    camelot: nullable(Type.String(), 'Key in Camelot notation, such as 5A; null without a key'),
  },
  { title: 'SearchHit', description: 'Track that matches a search, with reasons' },
)

export const SearchAnswer = Type.Object(
  {
    query: nullable(Type.String(), 'Query as received; null for a search by example'),
    results: Type.Array(SearchHit, { description: 'Hits, best first' }),
    understood: Type.Array(Type.String(), {
      description: 'Wishes that were understood in the query; the other words count by their general meaning',
    }),
    filtered: Type.Array(Type.String(), {
      description: 'Tempo, length and key that the query states; they exclude tracks, as `filters` do',
    }),
    not_heard: Type.Array(Type.String(), {
      description: 'What the query asks about and the search cannot hear, such as lyrics or a year',
    }),
  },
  { title: 'SearchAnswer', description: 'Tracks of your library that match, best first' },
)

export const TextRequest = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: 20_000, description: 'Text in English' }) },
  {
    title: 'TextRequest',
    additionalProperties: false,
    description: 'Text to analyse',
    examples: [{ text: 'A warm, slightly melancholic evening; nothing aggressive, please.' }],
  },
)

const Sentiment = Type.Object(
  {
    label: Type.String({ description: 'positive, negative or neutral' }),
    score: Type.Number({ minimum: -1, maximum: 1, description: 'Sentiment, -1 (negative) to 1 (positive)' }),
  },
  { title: 'Sentiment', description: 'Whether a text is positive or negative' },
)

const Keyword = Type.Object(
  {
    word: Type.String({ description: 'Word or phrase of the text' }),
    weight: Type.Number({ description: 'Strength; negative when the text asks for the opposite' }),
    negated: Type.Boolean({ description: 'Whether a negation applies to it' }),
    meanings: Type.Array(Type.String(), { description: 'Meanings in the lexicon' }),
  },
  { title: 'Keyword', description: 'Word with a meaning for feeling, tempo or sound' },
)

const TextAnalysis = Type.Object(
  {
    sentiment: Sentiment,
    keywords: Type.Array(Keyword, { description: 'Words that were understood' }),
    emotions: EmotionScores,
  },
  { title: 'TextAnalysis', description: 'Sentiment, keywords and emotional dimensions of a text' },
)

export const TextAnswer = Type.Object(
  { text: Type.String({ description: 'Text as received' }), analysis: TextAnalysis },
  { title: 'TextAnswer', description: 'Text with its sentiment, keywords and emotions' },
)

export const StatsAnswer = Type.Object(
  {
    tracks: Type.Integer({ description: 'Number of tracks in your library' }),
    artists: Type.Integer({ description: 'Number of different artists' }),
    total_duration: Type.Number({ description: 'Total length of all tracks, seconds' }),
    mean_tempo: nullable(Type.Number(), 'Mean tempo, beats per minute; null when no track has a beat'),
    dominant_emotions: Type.Record(Type.String(), Type.Integer(), {
      description: 'Dominant emotion → number of tracks',
    }),
    keys: Type.Record(Type.String(), Type.Integer(), {
      description: 'Key in Camelot notation → number of tracks',
    }),
    stale: Type.Integer({
      description:
        'Number of tracks indexed by an older version. Run `assay-audio semantic renew` to make them searchable again',
    }),
    without_music: Type.Integer({
      description: 'Number of tracks in which no music was heard; no search returns them',
    }),
    updated_at: nullable(
      Type.String({ format: 'date-time' }),
      'Time of the last change; null for an empty library',
    ),
    search_model: Type.String({ description: 'Version of the search' }),
  },
  { title: 'LibraryStatistics', description: 'Number, length, tempo and keys of the tracks in your library' },
)

export const TrackParameters = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Track identifier' }),
})
