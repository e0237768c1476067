import Type from 'typebox'
import { SEXES } from '../domain/person.ts'
import { assumed, names } from './answer.schema.ts'

const day = (description: string) =>
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description, examples: ['2024-05-01'] })

const Visit = Type.Object(
  {
    date: day('Day of the measurements'),
    weight_kg: Type.Optional(Type.Number()),
    height_cm: Type.Optional(Type.Number({ description: 'Length or height' })),
    head_cm: Type.Optional(Type.Number({ description: 'Head circumference' })),
  },
  { title: 'Visit', description: 'Measurements of one day', additionalProperties: false },
)

/** No record of a childhood has more days. */
const MAX_VISITS = 1000

const person = {
  sex: Type.Optional(Type.Enum([...SEXES])),
  birth_date: Type.Optional(day('Day of birth; ages are counted from it')),
  visits: Type.Array(Visit, { maxItems: MAX_VISITS, description: 'By date' }),
}

export const VisitsBody = Type.Object(person, {
  title: 'Visits',
  description: 'One person measured on several days',
  additionalProperties: false,
  examples: [
    {
      sex: 'female',
      birth_date: '2023-11-09',
      visits: [{ date: '2024-03-10', weight_kg: 6.1, height_cm: 62.4, head_cm: 41.2 }],
    },
  ],
})

export const VisitsAnswer = Type.Object(
  { ...person, ignored: names('Paths of the entries that were not read'), assumed },
  { title: 'VisitsRead', description: 'One person measured on several days, as read from a Bundle' },
)

export const VisitsBundle = Type.Object(
  {},
  {
    title: 'FhirVisits',
    additionalProperties: true,
    description: 'FHIR R4 Bundle of one Patient and an Observation for each measurement',
  },
)
