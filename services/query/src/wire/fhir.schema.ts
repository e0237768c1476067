import Type from 'typebox'

export const FhirBody = Type.Object(
  { resourceType: Type.Literal('Bundle'), entry: Type.Array(Type.Unknown(), { maxItems: 1000 }) },
  {
    title: 'FhirBundle',
    additionalProperties: true,
    description:
      'FHIR R4 Bundle with one Patient (gender, birthDate) and Observations (LOINC code, UCUM quantity)',
    examples: [
      {
        resourceType: 'Bundle',
        type: 'collection',
        entry: [
          { resource: { resourceType: 'Patient', id: 'p1', gender: 'female', birthDate: '1994-05-01' } },
          {
            resource: {
              resourceType: 'Observation',
              id: 'w1',
              status: 'final',
              code: { coding: [{ system: 'http://loinc.org', code: '29463-7' }] },
              valueQuantity: { value: 62, system: 'http://unitsofmeasure.org', code: 'kg' },
            },
          },
        ],
      },
    ],
  },
)

export const FhirAnswer = Type.Object(
  {},
  {
    title: 'FhirObservations',
    additionalProperties: true,
    description: 'FHIR R4 Bundle of Observations, one per metric',
  },
)
