import Type from 'typebox'
import { Citation, names } from './answer.schema.ts'

const MetricLimit = Type.Object(
  {
    parameter: Type.String(),
    min: Type.Optional(Type.Number()),
    max: Type.Optional(Type.Number()),
    outside: Type.String({ description: 'refuse: no value; warn: a value with a note' }),
    reason: Type.String(),
  },
  { title: 'MetricLimit', description: 'Published limit of an equation, in the unit of the parameter' },
)

const ClassScheme = Type.Object(
  {
    system: Type.String(),
    sex: Type.Optional(Type.String({ description: 'Classes of this sex only' })),
    populations: Type.Optional(names('Classes of these populations only')),
    bands: Type.Array(
      Type.Object(
        { from: Type.Union([Type.Number(), Type.Null()]), label: Type.String() },
        { title: 'ClassBand', description: 'Class and its lower limit; null is the open end' },
      ),
      { description: 'A value belongs to the last band whose `from` it reaches' },
    ),
    citation: Citation,
  },
  { title: 'ClassScheme', description: 'Published classification of a metric' },
)

const MetricPreference = Type.Object(
  {
    place: Type.Integer({ description: 'Place in the order of its quantity; 1 leads' }),
    purposes: Type.Optional(names('Purposes of the order: dose, ventilation, contrast, dialysis, obesity')),
    when: Type.Optional(Type.String({ description: 'child, athlete or measured_fat' })),
    reason: Type.String({ description: 'Why the leading equation leads, after its name' }),
    citation: Citation,
  },
  { title: 'MetricPreference', description: 'Published order in which equations for a quantity lead' },
)

export const CatalogueMetric = Type.Object(
  {
    id: Type.String({ description: 'Name in `data` of /metrics' }),
    name: Type.String(),
    category: Type.String(),
    quantity: Type.String({ description: 'Metrics of one quantity can be compared with one another' }),
    unit: Type.String(),
    decimals: Type.Integer({ description: 'Digits after the point when formatted' }),
    required: names('Required parameters'),
    optional: names('Optional parameters'),
    equation: Type.String(),
    citation: Citation,
    error_note: Type.String({
      description: 'What the published error was found against, or "no published error"',
    }),
    applies_to: Type.String({ description: 'adult, child or any' }),
    limits: Type.Array(MetricLimit),
    classes: Type.Array(ClassScheme),
    preferences: Type.Array(MetricPreference),
  },
  { title: 'CatalogueMetric', description: 'Metric with its equation, inputs, limits and classes' },
)

export const CatalogueParameter = Type.Object(
  {
    name: Type.String({ examples: ['height_cm'] }),
    label: Type.String(),
    kind: Type.String({ description: 'number, choice, flag or date' }),
    unit: Type.Optional(Type.String()),
    min: Type.Optional(Type.Number()),
    max: Type.Optional(Type.Number()),
    choices: Type.Optional(Type.Array(Type.String())),
  },
  { title: 'CatalogueParameter', description: 'Measurement or fact that metrics use' },
)

export const CatalogueAnswer = Type.Object(
  {
    metrics: Type.Array(CatalogueMetric),
    parameters: Type.Array(CatalogueParameter, { description: 'Every parameter that any metric can use' }),
  },
  { title: 'Catalogue', description: 'Every metric of the service and every parameter' },
)
