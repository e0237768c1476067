import { jsonBody } from '@assay/kit/json-body'
import type { App } from '@assay/kit/server'
import type { calculateFhirMetrics } from '../operations/calculate-fhir-metrics.ts'
import { FhirAnswer, FhirBody } from '../wire/fhir.schema.ts'

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
      reply.type('application/fhir+json; charset=utf-8')
      return deps.calculateFhir(request.body)
    },
  )
}
