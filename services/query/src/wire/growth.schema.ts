import Type from 'typebox'
import { CURVE_INDICES, CURVE_LINES, CURVE_REFERENCES } from '../domain/growth/curves.ts'
import { SEXES } from '../domain/person.ts'
import { Citation } from './answer.schema.ts'

export const CurvesQuery = Type.Object({
  index: Type.Enum([...CURVE_INDICES], { description: 'What the chart compares with what' }),
  sex: Type.Enum([...SEXES], { description: 'Sex of the children of the reference' }),
  reference: Type.Enum([...CURVE_REFERENCES], {
    default: 'who',
    description: 'WHO 2006 and 2007, or CDC 2000',
  }),
  lines: Type.Enum([...CURVE_LINES], {
    default: 'sd',
    description: 'Lines at -3 to +3 standard deviations, or at the 3rd to the 97th centile',
  }),
  from: Type.Optional(Type.Number({ minimum: 0, description: 'First age in months, or length in cm' })),
  to: Type.Optional(Type.Number({ minimum: 0, description: 'Last age in months, or length in cm' })),
})

export const CurvesAnswer = Type.Object(
  {
    x_unit: Type.String({ description: 'Unit of `x`: months of age, or cm of length', examples: ['months'] }),
    unit: Type.String({ description: 'Unit of the values of the lines', examples: ['kg'] }),
    x: Type.Array(Type.Number(), { description: 'Points at which every line has a value' }),
    lines: Type.Array(
      Type.Object(
        {
          label: Type.String({ examples: ['+2 SD', 'P97'] }),
          z: Type.Number({ description: 'z-score of the line' }),
          values: Type.Array(Type.Union([Type.Number(), Type.Null()]), {
            description: 'Measurement at each point of `x`; null where the reference has none',
          }),
        },
        { title: 'GrowthLine', description: 'Line of a growth chart' },
      ),
    ),
    citation: Citation,
  },
  { title: 'GrowthCurves', description: 'Reference curves of one growth chart' },
)
