import type { App } from '@assay/kit/server'
import { untilGone } from '@assay/kit/waiting-client'
import type { listObservations, listRuns, observe } from '../operations/runs.ts'
import { readAsOf } from '../wire/as-of.ts'
import { readFuzzyConfigText } from '../wire/fuzzy-config.ts'
import {
  presentObservation,
  presentRuns,
  presentTable,
  readRunCursor,
  readTableCursor,
} from '../wire/runs.present.ts'
import {
  ObservationAnswer,
  ObservationList,
  ObservationPath,
  ObservationQuery,
  ObservationsQuery,
  RunList,
  RunPath,
  RunsQuery,
} from '../wire/runs.schema.ts'
import { actorOf } from './access.ts'

/** Operations that the routes call. */
export interface RunDeps {
  readonly listRuns: ReturnType<typeof listRuns>
  readonly listObservations: ReturnType<typeof listObservations>
  readonly observe: ReturnType<typeof observe>
  readonly now: () => Date
}

const described = { tags: ['runs'] }

/** Registers the routes for runs and their observations under `/v1`. */
export function runRoutes(app: App, deps: RunDeps): void {
  app.get(
    '/runs',
    {
      config: { access: 'read' },
      schema: {
        ...described,
        operationId: 'listRuns',
        summary: 'List runs',
        description: 'Lists runs, newest first, in pages by `cursor`.',
        querystring: RunsQuery,
        response: { 200: RunList },
      },
    },
    async (request) => {
      const { cursor, limit } = request.query
      return presentRuns(await deps.listRuns(actorOf(request), { after: readRunCursor(cursor), limit }))
    },
  )
  app.get(
    '/runs/:run_id/observations',
    {
      config: { access: 'read' },
      schema: {
        ...described,
        operationId: 'listObservations',
        summary: 'List the observations of a run with their best candidates',
        description:
          'Lists observations in pages by `cursor`, with the default configuration. Use a cursor with the filters and the order of the page that it came from.',
        params: RunPath,
        querystring: ObservationsQuery,
        response: { 200: ObservationList },
      },
    },
    async (request) => {
      const { cursor, limit, sort, min_probability, candidate } = request.query
      const table = await deps.listObservations(actorOf(request), request.params.run_id, {
        sort,
        limit,
        candidate,
        minProbability: min_probability,
        after: readTableCursor(cursor),
      })
      return presentTable(table)
    },
  )
  app.get(
    '/observations/:observation_id',
    {
      config: { access: 'read' },
      schema: {
        ...described,
        operationId: 'getObservation',
        summary: 'Read the candidates of an observation',
        description:
          'Candidates of one observation are exclusive: their probabilities and that of none of them sum to 1. Candidates with the same first block of the InChIKey are one, and a candidate that has only a name joins the one with the same name.',
        params: ObservationPath,
        querystring: ObservationQuery,
        response: { 200: ObservationAnswer },
      },
    },
    async (request, reply) => {
      const { run_id, candidates, fuzzy_config, as_of } = request.query
      const observed = await deps.observe(
        actorOf(request),
        {
          observationId: request.params.observation_id,
          runId: run_id,
          most: candidates,
          fuzzyConfig: readFuzzyConfigText(fuzzy_config),
          asOf: readAsOf(as_of, deps.now()),
        },
        untilGone(reply),
      )
      return presentObservation(observed)
    },
  )
}
