import type { App } from '@assay/kit/server'
import { untilGone } from '@assay/kit/waiting-client'
import type { networkStats } from '../operations/network-stats.ts'
import type { Stopwatch } from '../operations/ports.ts'
import type { predictMissing } from '../operations/predict-missing.ts'
import { readAsOf } from '../wire/as-of.ts'
import { readFuzzyConfigText } from '../wire/fuzzy-config.ts'
import { MoleculePath } from '../wire/molecules.schema.ts'
import { presentNetwork, presentNetworkStats, presentPredicted } from '../wire/network.present.ts'
import {
  NetworkAnswer,
  NetworkStatsAnswer,
  NetworkStatsQuery,
  PredictAnswer,
  PredictBody,
} from '../wire/network.schema.ts'
import { actorOf } from './access.ts'

/** Operations that the routes call. */
export interface NetworkDeps {
  readonly networkStats: ReturnType<typeof networkStats>
  readonly predict: ReturnType<typeof predictMissing>
  readonly elapsed: Stopwatch
  readonly now: () => Date
}

const described = { tags: ['fuzzy-evidence'] }

/** Registers the routes for the evidence network and predictions under `/v1`. */
export function networkRoutes(app: App, deps: NetworkDeps): void {
  app.get(
    '/fuzzy-evidence/network-stats/:molecule_id',
    {
      config: { access: 'read' },
      schema: {
        ...described,
        operationId: 'networkStats',
        summary: 'Read the network statistics of a molecule',
        description:
          'Uses all kept evidence in use, of every id that names the same candidate in its most probable observation; with `observation_id` that of this observation only. `fuzzy_config` sets decay, base rate and membership functions.',
        params: MoleculePath,
        querystring: NetworkStatsQuery,
        response: { 200: NetworkStatsAnswer },
      },
    },
    async (request, reply) => {
      const { include_predictions, temporal_window_days, as_of, fuzzy_config, observation_id, run_id } =
        request.query
      const wanted = {
        includePredictions: include_predictions,
        temporalWindowDays: temporal_window_days,
        fuzzyConfig: readFuzzyConfigText(fuzzy_config),
        asOf: readAsOf(as_of, deps.now()),
        observation: { observationId: observation_id, runId: run_id },
      }
      const { molecule_id } = request.params
      return presentNetworkStats(
        await deps.networkStats(actorOf(request), molecule_id, wanted, untilGone(reply)),
      )
    },
  )
  app.post(
    '/fuzzy-evidence/predict-evidence/:molecule_id',
    {
      config: { access: 'read' },
      schema: {
        ...described,
        operationId: 'predictEvidence',
        summary: 'Predict the evidence that a molecule lacks',
        description:
          'Uses the kept evidence of the molecule and the statistics learned from the molecules of your organization. With `network_learning_enabled` the statistics first learn from this molecule, which requires the role researcher.',
        params: MoleculePath,
        body: PredictBody,
        response: { 200: PredictAnswer },
      },
    },
    async (request, reply) => {
      const started = deps.elapsed()
      const {
        evidence_types_to_predict,
        prediction_config,
        context_evidence,
        fuzzy_config,
        observation_id,
        run_id,
      } = request.body
      const wanted = {
        types: evidence_types_to_predict,
        confidenceThreshold: prediction_config.confidence_threshold,
        maxPredictions: prediction_config.max_predictions,
        learning: prediction_config.network_learning_enabled,
        context: context_evidence,
        fuzzyConfig: fuzzy_config,
        observation: { observationId: observation_id, runId: run_id },
      }
      const { molecule_id } = request.params
      const predicted = await deps.predict(actorOf(request), molecule_id, wanted, untilGone(reply))
      return presentPredicted(predicted, prediction_config.include_uncertainty, deps.elapsed() - started)
    },
  )
  app.get(
    '/molecules/:molecule_id/network',
    {
      config: { access: 'read' },
      schema: {
        ...described,
        tags: ['molecules'],
        operationId: 'moleculeNetwork',
        summary: 'Read the kept evidence of a molecule as a graph',
        description:
          'Returns items with their contributions as nodes and relationships between them as edges, to draw the network. Molecules with the same first block of the InChIKey are one candidate, and the items of all of them are drawn; with `observation_id` those of this observation only.',
        params: MoleculePath,
        querystring: NetworkStatsQuery,
        response: { 200: NetworkAnswer },
      },
    },
    async (request, reply) => {
      const { temporal_window_days, as_of, fuzzy_config, observation_id, run_id } = request.query
      const wanted = {
        includePredictions: false,
        temporalWindowDays: temporal_window_days,
        fuzzyConfig: readFuzzyConfigText(fuzzy_config),
        asOf: readAsOf(as_of, deps.now()),
        observation: { observationId: observation_id, runId: run_id },
      }
      const { molecule_id } = request.params
      return presentNetwork(await deps.networkStats(actorOf(request), molecule_id, wanted, untilGone(reply)))
    },
  )
}
