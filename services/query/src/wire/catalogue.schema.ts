import Type from 'typebox'

const Citation = Type.Object({
  authors: Type.String(),
  year: Type.Integer(),
  journal: Type.String(),
  title: Type.Optional(Type.String()),
  doi: Type.Optional(Type.String()),
})

export const CatalogueAnswer = Type.Object(
  {
    metrics: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Name in `data` of /metrics' }),
        name: Type.String(),
        category: Type.String(),
        quantity: Type.String({ description: 'Metrics of one quantity can be compared with one another' }),
        unit: Type.String(),
        decimals: Type.Integer({ description: 'Digits after the point when formatted' }),
        required: Type.Array(Type.String(), { description: 'Required parameters' }),
        optional: Type.Array(Type.String(), { description: 'Optional parameters' }),
        equation: Type.String(),
        citation: Citation,
        applies_to: Type.String({ description: 'adult, child or any' }),
        limits: Type.Array(
          Type.Object({
            parameter: Type.String(),
            min: Type.Optional(Type.Number()),
            max: Type.Optional(Type.Number()),
            outside: Type.String({ description: 'refuse: no value; warn: a value with a note' }),
            reason: Type.String(),
          }),
        ),
        classes: Type.Array(
          Type.Object({
            system: Type.String(),
            bands: Type.Array(
              Type.Object({ from: Type.Union([Type.Number(), Type.Null()]), label: Type.String() }),
              {
                description: 'A value belongs to the last band whose `from` it reaches; null is the open end',
              },
            ),
            citation: Citation,
          }),
        ),
      }),
    ),
    parameters: Type.Array(
      Type.Object({
        name: Type.String({ examples: ['height_cm'] }),
        label: Type.String(),
        kind: Type.String({ description: 'number, choice, flag or date' }),
        unit: Type.Optional(Type.String()),
        min: Type.Optional(Type.Number()),
        max: Type.Optional(Type.Number()),
        choices: Type.Optional(Type.Array(Type.String())),
      }),
      { description: 'Every parameter that any metric can use' },
    ),
  },
  { description: 'Every metric of the service and every parameter' },
)
