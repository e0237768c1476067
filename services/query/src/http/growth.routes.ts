import type { App } from '@assay/kit/server'
import { presentCurves } from '../wire/growth.present.ts'
import { CurvesAnswer, CurvesQuery } from '../wire/growth.schema.ts'

/** Registers `GET /growth/curves`. */
export function growthRoutes(app: App): void {
  app.get(
    '/growth/curves',
    {
      schema: {
        tags: ['growth'],
        operationId: 'growthCurves',
        summary: 'Get the reference curves of a growth chart',
        description: 'The range is cut to that of the reference.',
        querystring: CurvesQuery,
        response: { 200: CurvesAnswer },
      },
    },
    async ({ query }) => presentCurves(query),
  )
}
