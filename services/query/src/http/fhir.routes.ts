import { jsonBody } from '@assay/kit/json-body'
import type { App } from '@assay/kit/server'
import type { calculateFhirMetrics } from '../operations/calculate-fhir-metrics.ts'
import { FhirAnswer, FhirBody } from '../wire/fhir.schema.ts'
import { presentVisits, presentVisitsBundle } from '../wire/visits.present.ts'
import { VisitsAnswer, VisitsBody, VisitsBundle } from '../wire/visits.schema.ts'

const FHIR_JSON = 'application/fhir+json; charset=utf-8'

/** Registers the routes that read or write FHIR: `POST /fhir/metrics`, `POST /fhir/visits` and `POST /fhir/bundle`. */
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
        body: FhirBody,
        response: {
          200: {
            description: 'FHIR R4 Bundle of Observations',
            content: { 'application/fhir+json': { schema: FhirAnswer } },
          },
        },
      },
    },
    async (request, reply) => {
      reply.type(FHIR_JSON)
      return deps.calculateFhir(request.body)
    },
  )
  app.post(
    '/fhir/visits',
    {
      bodyLimit: deps.maxBundleBytes,
      schema: {
        tags: ['growth'],
        operationId: 'readFhirVisits',
        summary: 'Read weight, length and head circumference by day from a FHIR R4 Bundle',
        description:
          'A quantity that was observed twice on a day has its latest value. Observations of other quantities and those without a day are listed in `ignored`.',
        consumes: ['application/fhir+json', 'application/json'],
        body: FhirBody,
        response: { 200: VisitsAnswer },
      },
    },
    async (request) => presentVisits(request.body),
  )
  app.post(
    '/fhir/bundle',
    {
      schema: {
        tags: ['growth'],
        operationId: 'writeFhirVisits',
        summary: 'Convert weight, length and head circumference by day to a FHIR R4 Bundle',
        description:
          'Returns one Patient and one Observation per measurement, with LOINC and UCUM codes. `POST /fhir/visits` reads it back.',
        body: VisitsBody,
        response: {
          200: {
            description: 'FHIR R4 Bundle of a Patient and Observations',
            content: { 'application/fhir+json': { schema: VisitsBundle } },
          },
        },
      },
    },
    async (request, reply) => {
      reply.type(FHIR_JSON)
      return presentVisitsBundle(request.body)
    },
  )
}
