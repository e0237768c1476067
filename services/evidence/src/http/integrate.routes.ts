import type { App } from '@assay/kit/server'
import type { integrateEvidence } from '../operations/integrate-evidence.ts'
import type { Stopwatch } from '../operations/ports.ts'
import { readAsOf } from '../wire/as-of.ts'
import { presentIntegrated } from '../wire/integrate.present.ts'
import { IntegrateAnswer, IntegrateBody, IntegrateQuery } from '../wire/integrate.schema.ts'
import { actorOf } from './access.ts'
import { ErrorBody } from './errors.ts'

/** Operations that the routes call. */
export interface IntegrateDeps {
  readonly integrate: ReturnType<typeof integrateEvidence>
  readonly elapsed: Stopwatch
  readonly now: () => Date
}

/** Registers the route that assesses new evidence under `/v1`. */
export function integrateRoutes(app: App, deps: IntegrateDeps): void {
  app.post(
    '/fuzzy-evidence/integrate',
    {
      config: { access: 'write' },
      schema: {
        tags: ['fuzzy-evidence'],
        operationId: 'integrateEvidence',
        summary: 'Assess evidence about one molecule and keep it',
        description:
          'Assesses the items of `evidence_list` only, unless `include_kept` is set. An item that is sent again is kept once. With `as_of` the answer is that of the past time, and nothing is kept. An assessment of another version of the algorithm is refused (409) with the package version that can replay it.',
        querystring: IntegrateQuery,
        body: IntegrateBody,
        response: { 200: IntegrateAnswer, 409: ErrorBody },
      },
    },
    async (request) => {
      const started = deps.elapsed()
      const { molecule_id, evidence_list, fuzzy_config, objective_weights } = request.body
      const integrated = await deps.integrate(actorOf(request), {
        moleculeId: molecule_id,
        evidence: evidence_list,
        fuzzyConfig: fuzzy_config,
        objectiveWeights: objective_weights,
        includeKept: request.query.include_kept,
        asOf: readAsOf(request.query.as_of, deps.now()),
      })
      return presentIntegrated(integrated, deps.elapsed() - started)
    },
  )
}
