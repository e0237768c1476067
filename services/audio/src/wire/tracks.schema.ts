import Type from 'typebox'
import { EMOTIONS } from '../domain/emotion/emotion-model.ts'
import { PEAK_ZOOMS } from '../domain/peaks/peaks.ts'
import { STEM_NAMES } from '../domain/stems/stem.ts'
import { TRACK_ORDERS } from '../domain/track-order.ts'
import { AnalysisBody, BeatsBody, KeyBody, Phrase } from './analysis.schema.ts'
import { CorrectionsBody } from './corrections.schema.ts'
import { EmotionScores, FeatureContribution } from './emotions.schema.ts'
import { nullable } from './nullable.ts'

const EXAMPLE_TRACK_ID = '0198c0de-0000-7000-8000-000000000003'
const EXAMPLE_KEY = { name: 'A minor', camelot: '8A', open_key: '1m', confidence: 0.61 }
const EXAMPLE_ROW = {
  id: EXAMPLE_TRACK_ID,
  title: 'Night Drive',
  artist: 'Ann',
  filename: 'night-drive.flac',
  duration: 312.4,
  tempo: 128.01,
  tempo_confidence: 0.94,
  key: EXAMPLE_KEY,
  energy: 7,
  mood: { name: 'groove', value: 7.2 },
  music: true,
  corrected: false,
  added_at: '2026-01-01T00:00:00.000Z',
}

const TrackKey = Type.Object(
  {
    name: Type.String({ description: 'Key, such as C minor' }),
    camelot: Type.String({ description: 'Key in Camelot notation, such as 5A' }),
    open_key: Type.String({ description: 'Key in open key notation, such as 10m' }),
    confidence: Type.Number({
      description:
        'Probability that the key is right; treat a key below 0.59 as a guess. 1 when a person corrected it',
    }),
  },
  { title: 'TrackKey', description: 'Key of a track in all notations', examples: [EXAMPLE_KEY] },
)

const TrackMood = Type.Object(
  {
    name: Type.String({ description: 'Dimension furthest above neutral, or `neutral`' }),
    value: Type.Number({ description: 'Its value, 0 to 10, where 5 is neutral' }),
  },
  {
    title: 'TrackMood',
    description: 'Strongest emotional dimension of a track; not validated with listeners',
  },
)

const rowFields = {
  id: Type.String({ format: 'uuid', description: 'Identifier in your library' }),
  title: Type.String({ description: 'Title as given, from the tags, or from the file name' }),
  artist: nullable(Type.String(), 'Artist; null when unknown'),
  filename: nullable(Type.String(), 'Name of the file as uploaded; null when unknown'),
  duration: Type.Number({ description: 'Length, seconds' }),
  tempo: Type.Number({ description: 'Tempo, beats per minute; 0 when no beat was found' }),
  tempo_confidence: Type.Number({
    description: 'Probability that the beats are right; 1 when a person corrected them',
  }),
  key: nullable(TrackKey, 'Key; null when none was found'),
  energy: nullable(Type.Integer(), 'Energy, 1 (still) to 10 (full power); null when unknown'),
  mood: TrackMood,
  music: Type.Boolean({ description: 'False when no music was heard; no search returns such a track' }),
  corrected: Type.Boolean({ description: 'Whether a person corrected grid, key or sections' }),
  added_at: Type.String({ format: 'date-time', description: 'Time at which the track was added' }),
}

export const TrackRow = Type.Object(rowFields, {
  title: 'TrackRow',
  description: 'Track as a list shows it, with corrections applied',
  examples: [EXAMPLE_ROW],
})

export const TrackListAnswer = Type.Object(
  {
    tracks: Type.Array(TrackRow, { description: 'Tracks from `offset` on' }),
    total: Type.Integer({ description: 'Number of all tracks that meet the conditions' }),
  },
  {
    title: 'TrackList',
    description: 'Part of your library',
    examples: [{ tracks: [EXAMPLE_ROW], total: 1 }],
  },
)

const ORDERS = TRACK_ORDERS.flatMap((order) => [order, `-${order}`] as const)

const bound = (minimum: number, maximum: number, description: string) =>
  Type.Optional(Type.Number({ minimum, maximum, description }))

const MAX_OFFSET = 10_000_000

export const TrackListQuery = Type.Object(
  {
    text: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Part of the title or the artist; case does not matter',
      }),
    ),
    tempo_min: bound(0, 1000, 'Lowest tempo, beats per minute'),
    tempo_max: bound(0, 1000, 'Highest tempo, beats per minute'),
    key: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 20,
        description: 'Key as a name (`A minor`, `Am`), in Camelot (`8A`) or open key (`1m`) notation',
        examples: ['8A'],
      }),
    ),
    energy_min: Type.Optional(Type.Integer({ minimum: 1, maximum: 10, description: 'Lowest energy' })),
    energy_max: Type.Optional(Type.Integer({ minimum: 1, maximum: 10, description: 'Highest energy' })),
    mood: Type.Optional(
      Type.Enum([...EMOTIONS, 'neutral'], { description: 'Strongest emotional dimension' }),
    ),
    duration_min: bound(0, 1_000_000, 'Shortest length, seconds'),
    duration_max: bound(0, 1_000_000, 'Greatest length, seconds'),
    sort: Type.Optional(
      Type.Enum(ORDERS, {
        default: '-added',
        description:
          'Order of the list; `-` reverses it. Missing artists and keys come last, and first in reverse',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 500, default: 100, description: 'Maximum number of tracks' }),
    ),
    offset: Type.Optional(
      Type.Integer({ minimum: 0, maximum: MAX_OFFSET, default: 0, description: 'Number of tracks to skip' }),
    ),
  },
  { additionalProperties: false },
)

/** Emotions of one section, as stored and sent. */
export const EmotionSpan = Type.Object(
  {
    start_time: Type.Number({ description: 'Start, seconds' }),
    end_time: Type.Number({ description: 'End, seconds' }),
    dominant_emotion: Type.String({ description: 'Dimension furthest above neutral, or `neutral`' }),
    emotions: EmotionScores,
    contributions: Type.Record(Type.String(), Type.Array(FeatureContribution), {
      description: 'Emotional dimension → the three features that contribute most',
    }),
  },
  { title: 'EmotionSpan', description: 'Emotional dimensions of one section, with reasons' },
)

const PeakZoom = Type.Object(
  {
    samples_per_peak: Type.Integer({ description: `Samples that one peak covers: ${PEAK_ZOOMS.join(', ')}` }),
    count: Type.Integer({ description: 'Number of peaks' }),
    sample_rate: Type.Integer({ description: 'Samples per second that the peaks were made from' }),
    address: Type.String({ description: 'Address of the bytes; it changes with their content' }),
  },
  { title: 'PeakZoom', description: 'Peaks of the waveform at one zoom' },
)

const Address = Type.String({ description: 'Signed address; works without credentials until it expires' })

const TrackAudio = Type.Object(
  {
    address: Address,
    expires_at: Type.String({ format: 'date-time', description: 'Time at which the address expires' }),
    media_type: Type.String({ description: 'Media type of the original, such as audio/flac' }),
    size: Type.Integer({ description: 'Size of the original, bytes' }),
  },
  { title: 'TrackAudio', description: 'Where to play the original of a track' },
)

const TrackStem = Type.Object(
  {
    name: Type.Enum([...STEM_NAMES], { description: 'Stem' }),
    quality: Type.String({ description: 'Measured quality: useful, rough, not usable or not measured' }),
    address: Address,
  },
  { title: 'TrackStem', description: 'One separated stem' },
)

const TrackStems = Type.Object(
  {
    stems: Type.Array(TrackStem, { description: 'Stems; together they add up to the original' }),
    engine: Type.String({ description: 'Separation engine: dsp, or onnx when a network is configured' }),
    note: Type.String({ description: 'Known weaknesses of this engine, in one or two sentences' }),
    media_type: Type.String({ description: 'Media type of the stems' }),
    removed_at: Type.String({ format: 'date-time', description: 'Time at which the stems are removed' }),
  },
  { title: 'TrackStems', description: 'Stems of a track, for as long as they are kept' },
)

const addressFields = {
  audio: nullable(TrackAudio, 'Original; null when the file is not kept'),
  stems: nullable(TrackStems, 'Stems; null when there are none, or no longer'),
  peaks: Type.Array(PeakZoom, { description: 'Zooms of the waveform, finest first' }),
}

export const TrackAddresses = Type.Object(addressFields, {
  title: 'TrackAddresses',
  description: 'New signed addresses of a track, and those of its waveform',
})

const Measured = Type.Object(
  {
    beats: Type.Optional(BeatsBody),
    key: Type.Optional(nullable(KeyBody, 'Measured key; null when none was found')),
    phrases: Type.Optional(Type.Array(Phrase, { description: 'Measured sections' })),
  },
  { title: 'MeasuredParts', description: 'What was measured of the parts that a person corrected' },
)

export const TrackBody = Type.Object(
  {
    ...rowFields,
    analysis: nullable(
      AnalysisBody,
      'Everything that was measured, with corrections applied; null when the file is not kept',
    ),
    emotions_over_time: Type.Array(EmotionSpan, { description: 'Emotions of the sections in order of time' }),
    measured: Measured,
    corrections: CorrectionsBody,
    exports: Type.Record(Type.String(), Type.String(), {
      description: 'Export → signed address; it contains the corrections',
    }),
    ...addressFields,
  },
  {
    title: 'Track',
    description: 'A track of your library with its analysis, corrections, waveform, original and stems',
  },
)

export const TrackUpload = Type.Object(
  {
    file: Type.String({
      contentMediaType: 'application/octet-stream',
      format: 'binary',
      description: 'Audio file; the format is detected from the content, not from the name',
    }),
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
  },
  { title: 'TrackUpload', description: 'Form with one audio file; text fields may come before or after it' },
)

const EXAMPLE_JOB_ID = '0198c0de-0000-7000-8000-000000000002'

export const TrackAccepted = Type.Object(
  {
    job_id: Type.String({ format: 'uuid', description: 'Job identifier, for GET /api/v1/jobs/{id}' }),
    track_id: Type.String({
      format: 'uuid',
      description: 'Identifier that the track has once the job is completed',
    }),
    status: Type.String({ description: 'Current status of the job' }),
    message: Type.String({ description: 'Message for people' }),
  },
  {
    title: 'TrackAccepted',
    description: 'Accepted job for a track',
    examples: [
      {
        job_id: EXAMPLE_JOB_ID,
        track_id: EXAMPLE_TRACK_ID,
        status: 'pending',
        message: `Accepted. GET /api/v1/jobs/${EXAMPLE_JOB_ID} returns its status.`,
      },
    ],
  },
)

const TrackId = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Track identifier, a UUID',
  examples: [EXAMPLE_TRACK_ID],
})

export const LibraryTrackParameters = Type.Object({ id: TrackId })

export const PeakParameters = Type.Object({
  id: TrackId,
  samples_per_peak: Type.Integer({
    enum: [...PEAK_ZOOMS],
    description: 'Samples that one peak covers',
    examples: [1024],
  }),
})

export const StemParameters = Type.Object({
  id: TrackId,
  stem: Type.Enum([...STEM_NAMES], { description: 'Stem to download' }),
})

/** Version of the content in an address: a file that changes gets another address. */
export const PeakQuery = Type.Object({
  v: Type.Optional(
    Type.String({ maxLength: 64, description: 'Version of the content; copy the address unchanged' }),
  ),
})
