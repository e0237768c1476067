import type { App } from '@assay/kit/server'
import { presentCatalogue } from '../wire/catalogue.present.ts'
import { CatalogueAnswer } from '../wire/catalogue.schema.ts'

/** Registers `GET /metrics/catalogue`. */
export function catalogueRoutes(app: App): void {
  // Made for the first who asks: most deployments compute and never list.
  let catalogue: ReturnType<typeof presentCatalogue> | undefined
  app.get(
    '/metrics/catalogue',
    {
      schema: {
        tags: ['metrics'],
        operationId: 'metricsCatalogue',
        summary: 'List every metric: inputs, unit, equation, citation, limits, classes',
        description: 'Also lists every parameter with its unit and limits.',
        response: { 200: CatalogueAnswer },
      },
    },
    async () => {
      catalogue ??= presentCatalogue()
      return catalogue
    },
  )
}
