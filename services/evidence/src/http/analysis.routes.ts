import type { App } from '@assay/kit/server'
import { untilGone } from '@assay/kit/waiting-client'
import type { analyseMolecules } from '../operations/analyse-molecules.ts'
import type { optimiseEvidence } from '../operations/optimise-evidence.ts'
import type { rectifyEvidence } from '../operations/rectify-evidence.ts'
import { presentAnalysis, presentOptimised, presentRectified } from '../wire/analysis.present.ts'
import {
  AnalyseAnswer,
  AnalyseBody,
  OptimiseAnswer,
  OptimiseBody,
  RectifyAnswer,
  RectifyBody,
} from '../wire/analysis.schema.ts'
import { MoleculePath } from '../wire/molecules.schema.ts'
import { actorOf } from './access.ts'
import { ErrorBody } from './errors.ts'

/** Operations that the routes call. */
export interface AnalysisDeps {
  readonly optimise: ReturnType<typeof optimiseEvidence>
  readonly analyse: ReturnType<typeof analyseMolecules>
  readonly rectify: ReturnType<typeof rectifyEvidence>
}

/** Registers the routes under `/v1` that optimise, classify and rectify kept evidence. */
export function analysisRoutes(app: App, deps: AnalysisDeps): void {
  app.post(
    '/fuzzy-evidence/optimize-objective/:molecule_id',
    {
      config: { access: 'read' },
      schema: {
        tags: ['fuzzy-evidence'],
        operationId: 'optimizeObjective',
        summary: 'Find the best configurations of the kept evidence of a molecule',
        description:
          'Searches which evidence types, membership function and number of terms to use. Examines all of up to 49 152 configurations and uses a seeded genetic search above. A search that reaches its time limit answers with the best result so far and `exact: false`.',
        params: MoleculePath,
        body: OptimiseBody,
        response: { 200: OptimiseAnswer },
      },
    },
    async (request, reply) => {
      const { optimization_config, evidence_weights, fuzzy_config, observation_id, run_id } = request.body
      const { min_evidence_count, max_uncertainty, temporal_window_days } =
        optimization_config.constraints ?? {}
      const wanted = {
        objectives: optimization_config.objectives,
        constraints: {
          ...(min_evidence_count === undefined ? {} : { minEvidenceCount: min_evidence_count }),
          ...(max_uncertainty === undefined ? {} : { maxUncertainty: max_uncertainty }),
          ...(temporal_window_days === undefined ? {} : { temporalWindowDays: temporal_window_days }),
        },
        method: optimization_config.optimization_method,
        typeWeights: evidence_weights,
        fuzzyConfig: fuzzy_config,
        observation: { observationId: observation_id, runId: run_id },
      }
      const { molecule_id } = request.params
      return presentOptimised(await deps.optimise(actorOf(request), molecule_id, wanted, untilGone(reply)))
    },
  )
  app.post(
    '/molecules/analyze',
    {
      config: { access: 'read' },
      schema: {
        tags: ['molecules'],
        operationId: 'analyzeMolecules',
        summary: 'Accept or reject a batch of molecules',
        description:
          'Uses the kept evidence of each molecule. Returns q-values and the expected false discovery rate of the accepted molecules.',
        body: AnalyseBody,
        response: { 200: AnalyseAnswer, 404: ErrorBody },
      },
    },
    async (request, reply) => {
      const { molecule_ids, confidence_threshold, evidence_types, fuzzy_config } = request.body
      const wanted = {
        moleculeIds: molecule_ids,
        confidenceThreshold: confidence_threshold,
        evidenceTypes: evidence_types,
        fuzzyConfig: fuzzy_config,
      }
      return presentAnalysis(await deps.analyse(actorOf(request), wanted, untilGone(reply)))
    },
  )
  app.post(
    '/evidence/rectify',
    {
      config: { access: 'read' },
      schema: {
        tags: ['evidence'],
        operationId: 'rectifyEvidence',
        summary: 'Set aside evidence that contradicts the rest',
        description:
          'Works on the kept evidence of a molecule, or on evidence in the body. Molecules with the same first block of the InChIKey are one candidate of an observation, and the items of all of them are examined together. Items that are set aside stay kept, but assessments no longer use them. Requires the role researcher; a viewer may send a dry run.',
        body: RectifyBody,
        response: { 200: RectifyAnswer, 404: ErrorBody, 409: ErrorBody },
      },
    },
    async (request, reply) => {
      const { molecule_id, evidence_list, confidence_threshold, dry_run, fuzzy_config } = request.body
      const { observation_id, run_id } = request.body
      const wanted = {
        moleculeId: molecule_id,
        evidence: evidence_list,
        contradictionThreshold: confidence_threshold,
        dryRun: dry_run,
        fuzzyConfig: fuzzy_config,
        observation: { observationId: observation_id, runId: run_id },
      }
      return presentRectified(await deps.rectify(actorOf(request), wanted, untilGone(reply)))
    },
  )
}
