import type { App } from '@assay/kit/server'
import { DEFAULT_UNCERTAINTY } from '../domain/evidence/evidence-item.ts'
import type { integrateEvidence } from '../operations/integrate-evidence.ts'
import type { networkStats } from '../operations/network-stats.ts'
import type { Stopwatch } from '../operations/ports.ts'
import type { predictMissing } from '../operations/predict-missing.ts'
import { actorOf } from './access.ts'
import { readAsOf } from './as-of.ts'
import { disconnected } from './disconnected.ts'
import { ErrorBody } from './errors.ts'
import { IntegrateAnswer, IntegrateBody, IntegrateQuery } from './integrate.schema.ts'
import { MoleculePath } from './molecules.schema.ts'
import {
  NetworkAnswer,
  NetworkStatsAnswer,
  NetworkStatsQuery,
  PredictAnswer,
  PredictBody,
} from './network.schema.ts'
import {
  presentIntegrated,
  presentNetwork,
  presentNetworkStats,
  presentPredicted,
} from './present-assessment.ts'

export interface FuzzyEvidenceDeps {
  readonly integrate: ReturnType<typeof integrateEvidence>
  readonly networkStats: ReturnType<typeof networkStats>
  readonly predict: ReturnType<typeof predictMissing>
  readonly elapsed: Stopwatch
  readonly now: () => Date
}

const described = { tags: ['fuzzy-evidence'], security: [{ bearer: [] }] }
const refusals = { 401: ErrorBody, 403: ErrorBody, 422: ErrorBody, 503: ErrorBody }

/** The contract's fuzzy-Bayesian endpoints but optimisation, under `/v1`. */
export function fuzzyEvidenceRoutes(app: App, deps: FuzzyEvidenceDeps): void {
  app.post(
    '/fuzzy-evidence/integrate',
    {
      config: { access: 'write' },
      schema: {
        ...described,
        operationId: 'integrateEvidence',
        summary: 'Assess evidence about one molecule, and keep it',
        description:
          'Assesses exactly `evidence_list`. The same item sent twice is kept once. With `as_of` nothing is kept and the answer is what it would have been then.',
        querystring: IntegrateQuery,
        body: IntegrateBody,
        response: { 200: IntegrateAnswer, 400: ErrorBody, 413: ErrorBody, ...refusals },
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
  app.get(
    '/fuzzy-evidence/network-stats/:molecule_id',
    {
      config: { access: 'read' },
      schema: {
        ...described,
        operationId: 'networkStats',
        summary: 'Statistics of the evidence network kept for a molecule',
        description: 'Of everything kept, with the default configuration.',
        params: MoleculePath,
        querystring: NetworkStatsQuery,
        response: { 200: NetworkStatsAnswer, ...refusals, 404: ErrorBody },
      },
    },
    async (request, reply) => {
      const { include_predictions, temporal_window_days, as_of } = request.query
      const wanted = {
        includePredictions: include_predictions,
        temporalWindowDays: temporal_window_days,
        asOf: readAsOf(as_of, deps.now()),
      }
      const { molecule_id } = request.params
      return presentNetworkStats(
        await deps.networkStats(actorOf(request), molecule_id, wanted, disconnected(reply)),
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
          'From what is kept of it and what the molecules of your organization taught. With network learning on, the molecule teaches first; that takes a researcher.',
        params: MoleculePath,
        body: PredictBody,
        response: { 200: PredictAnswer, 400: ErrorBody, ...refusals, 404: ErrorBody },
      },
    },
    async (request, reply) => {
      const started = deps.elapsed()
      const { evidence_types_to_predict, prediction_config = {}, context_evidence = [] } = request.body
      const wanted = {
        types: evidence_types_to_predict,
        confidenceThreshold: prediction_config.confidence_threshold ?? 0,
        maxPredictions: prediction_config.max_predictions,
        learning: prediction_config.network_learning_enabled ?? false,
        context: context_evidence.map((known) => ({
          ...known,
          uncertainty: known.uncertainty ?? DEFAULT_UNCERTAINTY,
        })),
      }
      const { molecule_id } = request.params
      const predicted = await deps.predict(actorOf(request), molecule_id, wanted, disconnected(reply))
      const includeUncertainty = prediction_config.include_uncertainty ?? true
      return presentPredicted(predicted, includeUncertainty, deps.elapsed() - started)
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
        summary: 'Nodes and edges of the evidence kept of a molecule',
        description: 'For a picture: items with what they contribute, and what they are to each other.',
        params: MoleculePath,
        querystring: NetworkStatsQuery,
        response: { 200: NetworkAnswer, ...refusals, 404: ErrorBody },
      },
    },
    async (request, reply) => {
      const { temporal_window_days, as_of } = request.query
      const wanted = {
        includePredictions: false,
        temporalWindowDays: temporal_window_days,
        asOf: readAsOf(as_of, deps.now()),
      }
      const { molecule_id } = request.params
      return presentNetwork(
        await deps.networkStats(actorOf(request), molecule_id, wanted, disconnected(reply)),
      )
    },
  )
}
