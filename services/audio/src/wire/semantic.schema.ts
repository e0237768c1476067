import Type from 'typebox'
import { KEY_RELATIONS } from '../domain/tonality/camelot.ts'
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

const amount = (description: string) => Type.Optional(Type.Number({ minimum: -1, maximum: 1, description }))

const SearchAdjustment = Type.Object(
  {
    darkness: amount('Less dark (-1) to darker (1)'),
    tempo: amount('Slower (-1) to faster (1)'),
    drums: amount('Fewer drums (-1) to more drums (1)'),
  },
  {
    title: 'SearchAdjustment',
    additionalProperties: false,
    description:
      'How hits differ from the example; 0 leaves it as it is. Every hit differs in all the directions given',
  },
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
    adjust: Type.Optional(SearchAdjustment),
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
      { like_track_id: EXAMPLE_TRACK, adjust: { darkness: 0.5 } },
    ],
  },
)

const tempoConfidence = Type.Number({
  description:
    'Probability that the beats are right. Treat a tempo below 0.2 as a guess; 1 when a person corrected it',
})

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
    tempo_confidence: tempoConfidence,
    key: nullable(Type.String(), 'Key, such as C minor; null when none was found'),
    key_confidence: nullable(
      Type.Number(),
      'Probability that the key is right; null without a key. Treat a key below 0.59 as a guess; 1 when a person corrected it',
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
      description:
        'What was asked for and cannot be heard, such as lyrics, a year, or the tempo of an example without a certain beat',
    }),
  },
  { title: 'SearchAnswer', description: 'Tracks of your library that match, best first' },
)

const MOST_STEPS = 20

export const PathRequest = Type.Object(
  {
    from: Type.String({ format: 'uuid', description: 'Track of your library with which the path starts' }),
    to: Type.String({ format: 'uuid', description: 'Track of your library with which the path ends' }),
    steps: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_STEPS,
        description:
          'Number of steps from track to track; fewer when your library has too few tracks in between. Without it, as many as make the smoothest path, up to 10',
      }),
    ),
  },
  {
    title: 'PathRequest',
    additionalProperties: false,
    description: 'Two different tracks of your library, and how many steps to take between them',
    examples: [{ from: EXAMPLE_TRACK, to: '0198c0de-0000-7000-8000-000000000004', steps: 4 }],
  },
)

const PathKey = Type.Object(
  {
    relation: Type.Enum([...KEY_RELATIONS], {
      description: 'Position of the second key on the Camelot wheel, seen from the first',
    }),
    compatible: Type.Boolean({ description: 'Whether the keys are the same, relative, or a fifth apart' }),
    certain: Type.Boolean({
      description: 'Whether both keys are certain; otherwise treat the relation as a guess',
    }),
  },
  { title: 'PathKey', description: 'Relation of two keys' },
)

const PathTempo = Type.Object(
  {
    multiple: Type.Number({ description: 'Time of the second track: 1 the same, 0.5 half, 2 double' }),
    change: Type.Number({
      description: 'Change of tempo after the multiple, as a share: 0.02 is 2 % faster',
    }),
    compatible: Type.Boolean({ description: 'Whether the change is at most one semitone (5.9 %)' }),
  },
  { title: 'PathTempo', description: 'Change of tempo between two tracks' },
)

const PathStep = Type.Object(
  {
    key: nullable(PathKey, 'Relation of the keys; null when one of them is missing'),
    tempo: nullable(PathTempo, 'Change of tempo; null when one of them is not certain'),
    distance: Type.Number({ description: 'How different the two tracks sound; 0 is the same' }),
    why: Type.String({ description: 'Key relation and change of tempo in words' }),
  },
  { title: 'PathStep', description: 'How a track follows the one before it' },
)

const PathTrack = Type.Object(
  {
    track_id: Type.String({ format: 'uuid', description: 'Identifier in your library' }),
    title: Type.String({ description: 'Title of the track' }),
    artist: nullable(Type.String(), 'Artist; null when unknown'),
    description: Type.String({ description: 'Description written from the measurements' }),
    duration: Type.Number({ description: 'Length, seconds' }),
    tempo: Type.Number({ description: 'Tempo, beats per minute; 0 when no beat was found' }),
    tempo_confidence: tempoConfidence,
    key: nullable(Type.String(), 'Key, such as C minor; null when none was found'),
    key_confidence: nullable(
      Type.Number(),
      'Probability that the key is right; null without a key. Treat a key below 0.59 as a guess; 1 when a person corrected it',
    ),
    camelot: nullable(Type.String(), 'Key in Camelot notation, such as 5A; null without a key'),
    step: nullable(PathStep, 'How it follows the track before; null for the first track'),
  },
  { title: 'PathTrack', description: 'Track that a path plays, and how it follows the one before it' },
)

export const PathAnswer = Type.Object(
  {
    tracks: Type.Array(PathTrack, { description: 'Tracks from the first to the last, both included' }),
    compatible: Type.Boolean({
      description: 'Whether every step has compatible, certain keys and a compatible tempo',
    }),
  },
  { title: 'PathAnswer', description: 'Tracks that lead from one track to another' },
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
