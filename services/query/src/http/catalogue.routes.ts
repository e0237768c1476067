import type { App } from '@assay/kit/server'
import { CatalogueAnswer } from './catalogue.schema.ts'
import { ErrorBody } from './errors.ts'
import { presentCatalogue } from './present-catalogue.ts'

/** Registers `GET /metrics/catalogue`. */
export function catalogueRoutes(app: App): void {
  const catalogue = presentCatalogue()
  app.get(
    '/metrics/catalogue',
    {
      schema: {
        tags: ['metrics'],
        operationId: 'metricsCatalogue',
        summary: 'List every metric: inputs, unit, equation, citation, limits, classes',
        description: 'Also lists every parameter with its unit and limits.',
        response: { 200: CatalogueAnswer, 401: ErrorBody, 403: ErrorBody, 429: ErrorBody },
      },
    },
    async () => catalogue,
  )
}
