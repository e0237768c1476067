import Type from 'typebox'
import { nullable } from './nullable.ts'

const signature = {
  author: Type.String({ description: 'Client that made the correction' }),
  time: Type.String({ format: 'date-time', description: 'Time of the correction' }),
}

const gridFields = {
  shift_ms: Type.Optional(
    Type.Number({
      minimum: -10_000,
      maximum: 10_000,
      description: 'Milliseconds by which every beat moves; negative is earlier. 0 when absent',
    }),
  ),
  factor: Type.Optional(
    Type.Number({
      enum: [0.25, 0.5, 1, 2, 4],
      description:
        'Factor of the tempo: 0.5 removes every second beat, 2 adds one between every two. 1 when absent',
    }),
  ),
  downbeat_shift: Type.Optional(
    Type.Integer({
      minimum: -16,
      maximum: 16,
      description: 'Beats by which the first beat of every bar moves. 0 when absent',
    }),
  ),
  tempo: Type.Optional(
    nullable(
      Type.Number({ minimum: 20, maximum: 400 }),
      'Steady tempo that replaces the measured beats, beats per minute; null keeps them',
    ),
  ),
}

const GridChange = Type.Object(gridFields, {
  title: 'GridChange',
  additionalProperties: false,
  description:
    'Correction of the beats. All fields together replace the correction before, and are relative to the measured grid that the first correction was made for',
})

const SectionChange = Type.Object(
  {
    start: Type.Number({ minimum: 0, maximum: 1_000_000, description: 'Start, seconds' }),
    end: Type.Number({ minimum: 0, maximum: 1_000_000, description: 'End, seconds; after the start' }),
    label: Type.String({
      minLength: 1,
      maxLength: 60,
      description: 'Name, such as drop 2. Its first word may be intro, build, drop, break, main or outro',
    }),
  },
  { title: 'SectionChange', additionalProperties: false, description: 'Section as a person drew it' },
)

export const CorrectionsRequest = Type.Object(
  {
    grid: Type.Optional(nullable(GridChange, 'Beats; null removes the correction')),
    key: Type.Optional(
      nullable(
        Type.String({ minLength: 1, maxLength: 20 }),
        'Key as a name (`A minor`), in Camelot (`8A`) or open key (`1m`) notation; null removes the correction',
      ),
    ),
    sections: Type.Optional(
      nullable(
        Type.Array(SectionChange, { maxItems: 500 }),
        'All sections in order of time, without overlap; null removes the correction',
      ),
    ),
  },
  {
    title: 'CorrectionsRequest',
    additionalProperties: false,
    description: 'Corrections of a track. A part that is absent stays as it is',
    examples: [
      { grid: { shift_ms: -12, factor: 0.5 } },
      { key: '8A', sections: [{ start: 0, end: 30.5, label: 'intro' }] },
      { grid: null },
    ],
  },
)

const GridCorrection = Type.Object(
  {
    shift_ms: Type.Number({ description: 'Milliseconds by which every beat moved' }),
    factor: Type.Number({ description: 'Factor of the tempo' }),
    downbeat_shift: Type.Integer({ description: 'Beats by which the first beat of every bar moved' }),
    tempo: nullable(Type.Number(), 'Steady tempo, beats per minute; null when the measured beats are kept'),
    ...signature,
  },
  { title: 'GridCorrection', description: 'How a person changed the beats' },
)

const KeyCorrection = Type.Object(
  { key: Type.String({ description: 'Key, such as A minor' }), ...signature },
  { title: 'KeyCorrection', description: 'Key that a person stated for the whole track' },
)

const SectionsCorrection = Type.Object(
  {
    sections: Type.Array(SectionChange, { description: 'Sections in order of time' }),
    ...signature,
  },
  { title: 'SectionsCorrection', description: 'Sections as a person drew them' },
)

export const CorrectionsBody = Type.Object(
  {
    grid: nullable(GridCorrection, 'Correction of the beats; null without one'),
    key: nullable(KeyCorrection, 'Correction of the key; null without one'),
    sections: nullable(SectionsCorrection, 'Correction of the sections; null without one'),
  },
  { title: 'Corrections', description: 'What a person corrected. An analysis never changes it' },
)
