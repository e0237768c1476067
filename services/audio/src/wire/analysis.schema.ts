import Type, { type TProperties } from 'typebox'
import { EmotionsBody, emotionsFields } from './emotions.schema.ts'
import { EXAMPLE_FEATURES, FeaturesBody, LoudnessBody } from './features.schema.ts'
import { nullable } from './nullable.ts'
import { SemanticBody } from './semantic.schema.ts'
import { StemsBody } from './stems.schema.ts'
import { MusicBody, TagsBody } from './tags.schema.ts'

const time = (description: string) => Type.Number({ description: `${description}, seconds` })
const span = { start_time: time('Start'), end_time: time('End') }
const strings = (description: string) => Type.Array(Type.String(), { description })

const TempoCandidate = Type.Object(
  {
    bpm: Type.Number({ description: 'Beats per minute' }),
    weight: Type.Number({ description: 'Plausibility relative to all candidates, 0 to 1' }),
  },
  { title: 'TempoCandidate', description: 'Tempo that the track may have' },
)

const TempoRegion = Type.Object(
  { ...span, bpm: Type.Number({ description: 'Beats per minute' }) },
  { title: 'TempoRegion', description: 'Part of the track with a steady tempo' },
)

const MUSIC = nullable(MusicBody, 'Decision whether the file is music; null when tagging is off')

export const BeatsBody = Type.Object(
  {
    tempo: Type.Number({
      description: 'Tempo that lasts longest, beats per minute; 0 when no beat was found',
    }),
    tempo_candidates: Type.Array(TempoCandidate, { description: 'Plausible tempos, best first' }),
    tempo_regions: Type.Array(TempoRegion, {
      description: 'Parts of the track with a steady tempo, in order of time',
    }),
    beats: Type.Array(Type.Number(), { description: 'Times of the beats, seconds' }),
    downbeats: Type.Array(Type.Number(), { description: 'Times of the first beats of bars, seconds' }),
    beats_per_bar: Type.Integer({ description: 'Beats in a bar; 0 when the bars are unknown' }),
    confidence: Type.Number({
      description:
        'Probability that the beats are right (F-measure of at least 0.9), calibrated on pieces of which they are known; 0 when there is no rhythm',
    }),
    downbeat_confidence: Type.Number({
      description:
        'Probability that the downbeats are right, calibrated on pieces of which they are known; 0 when there is no rhythm',
    }),
  },
  { title: 'Beats', description: 'Tempo, beats and downbeats of a track' },
)

const DrumHit = Type.Object(
  {
    timestamp: time('Time of the hit'),
    instrument: Type.String({ description: 'kick, snare, hat, tom or cymbal' }),
    velocity: Type.Number({
      description: 'Strength relative to the hardest hit of that instrument in the track, 0 to 1',
    }),
    confidence: Type.Number({ description: 'Confidence in the hit, 0 to 1' }),
  },
  { title: 'DrumHit', description: 'One stroke of one drum or cymbal' },
)

const DrumPattern = Type.Object(
  {
    rows: Type.Record(Type.String(), Type.String(), {
      description: 'Instrument → one character per sixteenth: x is a hit, . is none',
    }),
    bars: Type.Integer({ description: 'Number of bars with this pattern' }),
    share: Type.Number({ description: 'Share of all bars with drums, 0 to 1' }),
    first_bar_time: time('Start of the first such bar'),
  },
  { title: 'DrumPattern', description: 'Drum pattern of one bar that the track repeats' },
)

const Microtiming = Type.Object(
  {
    mean_offset_ms: Type.Number({
      description: 'Mean offset of hits from the sixteenth grid, milliseconds; negative is early',
    }),
    spread_ms: Type.Number({ description: 'Standard deviation of the offset, milliseconds' }),
  },
  { title: 'Microtiming', description: 'Timing of the hits relative to the sixteenth grid' },
)

export const DrumsBody = Type.Object(
  {
    num_hits: Type.Integer({ description: 'Length of `hits`' }),
    hits: Type.Array(DrumHit, { description: 'Hits in order of time' }),
    patterns: Type.Array(DrumPattern, { description: 'Most frequent bars' }),
    swing: nullable(
      Type.Number(),
      'Position of the off-beat eighth within the beat: 0.5 is straight, 0.67 is a triplet; null with too few hits',
    ),
    microtiming: Microtiming,
  },
  { title: 'Drums', description: 'Drum hits, bar patterns, swing and timing of a track' },
)

const TrackMetadata = Type.Object(
  {
    title: Type.String({ description: 'Title from the tags, else the file name without its extension' }),
    artist: nullable(Type.String(), 'Artist from the tags; null without the tag'),
    duration: time('Decoded length'),
    container: Type.String({ description: 'Container, detected from the content' }),
    codec: Type.String({ description: 'Codec, as ffmpeg names it' }),
    sample_rate: Type.Integer({ description: 'Sample rate, Hz' }),
    channels: Type.Integer({ description: 'Number of channels' }),
  },
  { title: 'TrackMetadata', description: 'Title, artist and format of the file' },
)

const EmotionalSegment = Type.Object(
  {
    ...span,
    primary_emotion: Type.String({ description: 'Dominant emotional dimension of the segment' }),
    tension_level: Type.Number({ description: 'Tension, 0 to 10' }),
    descriptors: strings('Words that describe the segment'),
  },
  { title: 'EmotionalSegment', description: 'Section of the track and its dominant emotion' },
)

const PeakMoment = Type.Object(
  {
    time: time('Time of the peak'),
    intensity: Type.Number({ description: 'Intensity, 0 to 1' }),
    description: Type.String({ description: 'Sentence about the peak' }),
    key_elements: strings('Measured properties that stand out at the peak'),
  },
  { title: 'PeakMoment', description: 'Moment of high intensity' },
)

const EmotionalProfile = Type.Object(
  {
    overall_mood: strings('Words that describe the whole track'),
    intensity_curve: Type.Array(Type.Number(), { description: 'Intensity, one value per second, 0 to 1' }),
    emotional_segments: Type.Array(EmotionalSegment, { description: 'Sections in order of time' }),
    peak_moments: Type.Array(PeakMoment, { description: 'Most intense moments' }),
  },
  { title: 'EmotionalProfile', description: 'Mood and intensity of a track over time' },
)

const Segment = Type.Object(
  {
    segment_id: Type.String({ description: 'Identifier within the track' }),
    ...span,
    type: Type.String({ description: 'intro, build, drop, break, main or outro' }),
    energy_level: Type.Number({ description: 'Energy, 0 to 1' }),
    key_elements: strings('Measured properties that stand out in the section'),
    description: Type.String({ description: 'Sentence about the section' }),
  },
  { title: 'Segment', description: 'Section of the track, such as a build or a drop' },
)

export const Phrase = Type.Object(
  {
    ...span,
    type: Type.String({ description: 'intro, build, drop, break, main or outro' }),
    label: Type.String({
      description:
        'Name that no other phrase has: intro, outro, numbered builds, drops and breaks (drop 2), and for main a letter for its sound with a number (A 1, B 1, A 2)',
    }),
  },
  { title: 'Phrase', description: 'Section of the track with a name of its own' },
)

const TechnicalFeature = Type.Object(
  {
    time: time('Time of the feature'),
    feature_type: Type.String({ description: 'bass, drums, atmosphere or transition' }),
    description: Type.String({ description: 'Sentence about the feature' }),
    characteristics: Type.Record(Type.String(), Type.Number(), { description: 'Name → measured value' }),
  },
  {
    title: 'TechnicalFeature',
    description: 'Feature of the production at one point in time, with measured values',
  },
)

const KeyRegion = Type.Object(
  {
    ...span,
    name: Type.String({ description: 'Key, such as C minor' }),
    camelot: Type.String({ description: 'Key in Camelot notation, such as 5A' }),
    confidence: Type.Number({
      description: 'Probability that the key of this region is right, from this region alone',
    }),
  },
  { title: 'KeyRegion', description: 'Part of the track in one key' },
)

const KeyChange = Type.Object(
  {
    time: time('Time of the change'),
    from: Type.String({ description: 'Key before, such as C minor' }),
    to: Type.String({ description: 'Key after' }),
    camelot: Type.String({ description: 'Key after, in Camelot notation' }),
  },
  { title: 'KeyChange', description: 'Change from one key to another' },
)

const EnergyBody = Type.Object(
  {
    level: Type.Integer({ minimum: 1, maximum: 10, description: 'Energy, 1 (still) to 10 (full power)' }),
    contributions: Type.Record(Type.String(), Type.Number(), {
      description: 'Feature → contribution to the sum before the logistic function',
    }),
  },
  {
    title: 'Energy',
    description:
      'Energy of the whole track, from features that do not depend on the playback level: onsets, drums, tempo, clarity of the beat and brightness. Not validated with listeners',
  },
)

export const KeyBody = Type.Object(
  {
    name: Type.String({ description: 'Key, such as C minor' }),
    camelot: Type.String({ description: 'Key in Camelot notation, such as 5A' }),
    confidence: Type.Number({
      description:
        'Probability that the key is right, calibrated on pieces of which it is known. Wrong keys are mostly the relative key or one a fifth away. Treat a key below 0.59 as a guess',
    }),
    regions: Type.Array(KeyRegion, { description: 'Keys in order of time' }),
    changes: Type.Array(KeyChange, {
      description: 'Changes of key that are certain on both sides, in order of time',
    }),
  },
  { title: 'Key', description: 'Musical key of a track' },
)

export const AnalysisBody = Type.Object(
  {
    metadata: TrackMetadata,
    emotional_profile: EmotionalProfile,
    segments: Type.Array(Segment, { description: 'Sections in order of time' }),
    technical_features: Type.Array(TechnicalFeature, { description: 'Features in order of time' }),
    summary: Type.String({ description: 'Summary for people, plain text' }),
    beats: BeatsBody,
    key: nullable(KeyBody, 'Musical key; null when none could be found'),
    phrases: Type.Array(Phrase, { description: 'The segments with names that tell them apart' }),
    energy: nullable(EnergyBody, 'Energy of the track; null in silence'),
    tuning_cents: Type.Number({ description: 'Tuning relative to A = 440 Hz, cents' }),
    loudness: nullable(LoudnessBody, 'Loudness after EBU R128; null when it could not be measured'),
    drum_analysis: DrumsBody,
    emotions: EmotionsBody,
    music: MUSIC,
    tags: nullable(TagsBody, 'What tagging networks heard; null without music or when tagging is off'),
  },
  { title: 'Analysis', description: 'Everything that was measured of a track' },
)

/** Returns the schema of an analysis answer: `{status, <result>, processing_time}`. */
const completed = <Fields extends TProperties>(
  title: string,
  description: string,
  fields: Fields,
  examples?: readonly object[],
) =>
  Type.Object(
    {
      status: Type.String({ description: 'Always `completed`; errors have another shape' }),
      ...fields,
      processing_time: Type.Number({ description: 'Duration of the request, seconds' }),
    },
    { title, description, ...(examples ? { examples } : {}) },
  )

export const AnalyzeAnswer = completed('AnalyzeAnswer', 'Result of a full analysis', {
  results: AnalysisBody,
})
export const FeaturesAnswer = completed(
  'FeaturesAnswer',
  'Duration, format and loudness of a file',
  { features: FeaturesBody },
  [{ status: 'completed', features: EXAMPLE_FEATURES, processing_time: 0.31 }],
)
export const BeatsAnswer = completed('BeatsAnswer', 'Tempo and beats of a file', {
  beats: BeatsBody,
  music: MUSIC,
})
export const DrumsAnswer = completed('DrumsAnswer', 'Drum hits and patterns of a file', {
  drum_analysis: DrumsBody,
  music: MUSIC,
})
export const EmotionsAnswer = completed(
  'EmotionsAnswer',
  'Nine emotional dimensions of a file, with reasons',
  emotionsFields,
)
export const SemanticAnswer = completed(
  'SemanticAnswer',
  'Emotions, description and full analysis of a file',
  {
    semantic_analysis: SemanticBody,
    full_analysis: AnalysisBody,
  },
)
export const StemsAnswer = completed('StemsAnswer', 'Download addresses of the separated stems', {
  stems: StemsBody,
})
