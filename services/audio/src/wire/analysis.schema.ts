import Type from 'typebox'
import { EMOTIONS } from '../domain/emotion/emotion-model.ts'

const time = (description: string) => Type.Number({ description: `${description}, seconds` })
const span = { start_time: time('Begin'), end_time: time('End') }
const strings = (description: string) => Type.Array(Type.String(), { description })
const nullable = <T extends Type.TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })

export const BeatsBody = Type.Object({
  tempo: Type.Number({
    description: 'Beats per minute of the tempo that holds longest; 0 when no beat was found',
  }),
  tempo_candidates: Type.Array(Type.Object({ bpm: Type.Number(), weight: Type.Number() }), {
    description: 'What the tempo could be, with its share of plausibility',
  }),
  tempo_regions: Type.Array(Type.Object({ ...span, bpm: Type.Number() }), {
    description: 'Stretches of steady tempo',
  }),
  beats: Type.Array(Type.Number(), { description: 'Seconds' }),
  downbeats: Type.Array(Type.Number(), { description: 'Seconds; first beats of bars' }),
  beats_per_bar: Type.Integer({ description: '0 when bars could not be told' }),
  confidence: Type.Number({ description: '0 to 1: how clearly the onsets single out these beats' }),
  downbeat_confidence: Type.Number({ description: '0 to 1' }),
})

export const DrumsBody = Type.Object({
  num_hits: Type.Integer({ description: 'Length of `hits`' }),
  hits: Type.Array(
    Type.Object({
      timestamp: time('Of the hit'),
      instrument: Type.String({ description: 'kick, snare, hat, tom or cymbal' }),
      velocity: Type.Number({ description: '0 to 1, against the hardest of its kind in the track' }),
      confidence: Type.Number({ description: '0 to 1' }),
    }),
    { description: 'By time' },
  ),
  patterns: Type.Array(
    Type.Object({
      rows: Type.Record(Type.String(), Type.String(), {
        description: 'Instrument → x a hit, . none, four steps a beat',
      }),
      bars: Type.Integer({ description: 'How many bars are like this' }),
      share: Type.Number({ description: 'Of all bars with drums' }),
      first_bar_time: time('Of the first such bar'),
    }),
    { description: 'The commonest bars' },
  ),
  swing: nullable(
    Type.Number(),
    'Where the off-beat eighth falls: 0.5 straight, 0.67 triplets; null with too few',
  ),
  microtiming: Type.Object({
    mean_offset_ms: Type.Number({ description: 'Of hits from the sixteenth grid; negative is early' }),
    spread_ms: Type.Number({ description: 'Standard deviation of that' }),
  }),
})

const Contribution = Type.Object({
  feature: Type.String(),
  value: Type.Number(),
  contribution: Type.Number(),
})

export const EmotionsFields = {
  summary: Type.Object({
    dominant_emotion: Type.String({ description: 'Furthest above neutral, or neutral' }),
  }),
  emotions: Type.Record(Type.String(), Type.Number(), {
    description: `0 to 10, 5 is neutral: ${EMOTIONS.join(', ')}`,
  }),
  contributions: Type.Record(Type.String(), Type.Array(Contribution), {
    description: 'What each measured feature added to each dimension, before the logistic',
  }),
  model: Type.Object({ version: Type.String(), statement: Type.String() }),
}

const LoudnessBody = Type.Object({
  integrated_lufs: nullable(Type.Number(), 'Programme loudness'),
  range_lu: Type.Number(),
  momentary_max_lufs: nullable(Type.Number(), 'Loudest 400 ms'),
  short_term_max_lufs: nullable(Type.Number(), 'Loudest 3 s'),
  true_peak_dbtp: nullable(Type.Number(), '4× oversampled'),
  sample_peak_dbfs: nullable(Type.Number(), 'Largest sample'),
})

export const ResultsBody = Type.Object({
  metadata: Type.Object({
    title: Type.String({ description: 'From the tags, else the name of the file without its ending' }),
    artist: nullable(Type.String(), 'From the tags'),
    duration: time('Decoded length'),
    container: Type.String(),
    codec: Type.String(),
    sample_rate: Type.Integer(),
    channels: Type.Integer(),
  }),
  emotional_profile: Type.Object({
    overall_mood: strings('Words for the whole'),
    intensity_curve: Type.Array(Type.Number(), { description: 'One value a second, 0 to 1' }),
    emotional_segments: Type.Array(
      Type.Object({
        ...span,
        primary_emotion: Type.String(),
        tension_level: Type.Number({ description: '0 to 10' }),
        descriptors: strings('Words for the stretch'),
      }),
    ),
    peak_moments: Type.Array(
      Type.Object({
        time: time('Of the peak'),
        intensity: Type.Number(),
        description: Type.String(),
        key_elements: strings('What was measured there'),
      }),
    ),
  }),
  segments: Type.Array(
    Type.Object({
      segment_id: Type.String(),
      ...span,
      type: Type.String({ description: 'intro, build, drop, break, main or outro' }),
      energy_level: Type.Number({ description: '0 to 1' }),
      key_elements: strings('What was measured there'),
      description: Type.String(),
    }),
  ),
  technical_features: Type.Array(
    Type.Object({
      time: time('Where it is'),
      feature_type: Type.String({ description: 'bass, drums, atmosphere or transition' }),
      description: Type.String(),
      characteristics: Type.Record(Type.String(), Type.Number()),
    }),
  ),
  summary: Type.String({ description: 'For people, plain text' }),
  beats: BeatsBody,
  key: nullable(
    Type.Object({
      name: Type.String({ description: 'Such as C minor' }),
      camelot: Type.String({ description: 'Such as 5A' }),
      confidence: Type.Number({
        description:
          '0 to 1: how much better this key fits than any other, no probability. Of 120 pieces the key was right in 57 of 61 from 0.5 on, in 26 of 37 from 0.2 to 0.5, in 7 of 22 below; below 0.2 take it for a guess',
      }),
      regions: Type.Array(
        Type.Object({
          ...span,
          name: Type.String(),
          confidence: Type.Number({ description: '0 to 1, from this stretch alone' }),
        }),
        { description: 'The key as it changes' },
      ),
    }),
    'Null when no key is stated',
  ),
  tuning_cents: Type.Number({ description: 'Against A = 440 Hz' }),
  loudness: nullable(LoudnessBody, 'EBU R128'),
  drum_analysis: DrumsBody,
  emotions: Type.Object(EmotionsFields),
})

/** `{status, <what was asked for>, processing_time}`, as every analysis answers. */
export const completed = (description: string, fields: Record<string, Type.TSchema>) =>
  Type.Object(
    {
      status: Type.String({ description: 'Always completed' }),
      ...fields,
      processing_time: Type.Number({ description: 'Seconds' }),
    },
    { description },
  )
