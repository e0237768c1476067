import { jsonBody } from '@assay/kit/json-body'
import type { App } from '@assay/kit/server'
import Type from 'typebox'
import type { calculateFhirMetrics } from '../operations/calculate-fhir-metrics.ts'
import { ErrorBody } from './errors.ts'

const Bundle = Type.Object(
  { resourceType: Type.Literal('Bundle'), entry: Type.Array(Type.Unknown(), { maxItems: 1000 }) },
  {
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

/** Registers `POST /fhir/metrics`: Observations in, Observations out. */
export function fhirRoutes(
  app: App,
  deps: { calculateFhir: ReturnType<typeof calculateFhirMetrics>; maxBundleBytes: number },
): void {
  app.addContentTypeParser(
    'application/fhir+json',
    { parseAs: 'buffer', bodyLimit: deps.maxBundleBytes },
    jsonBody,
  )
  app.post(
    '/fhir/metrics',
    {
      bodyLimit: deps.maxBundleBytes,
      schema: {
        tags: ['metrics'],
        operationId: 'calculateFhirMetrics',
        summary: 'Compute metrics of a FHIR R4 Bundle as Observations',
        description:
          'Returns one Observation per metric, with its LOINC and UCUM codes where they exist, the equation as `method`, the classes as `interpretation`, and the Observations it is `derivedFrom`.',
        consumes: ['application/fhir+json', 'application/json'],
        body: Bundle,
        response: {
          200: {
            description: 'FHIR R4 Bundle of Observations',
            content: { 'application/fhir+json': { schema: Type.Object({}, { additionalProperties: true }) } },
          },
          400: ErrorBody,
          401: ErrorBody,
          403: ErrorBody,
          413: ErrorBody,
          422: ErrorBody,
          429: ErrorBody,
        },
      },
    },
    async (request, reply) => {
      reply.type('application/fhir+json; charset=utf-8')
      return deps.calculateFhir(request.body)
    },
  )
}
