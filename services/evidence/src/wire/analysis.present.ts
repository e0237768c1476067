import type { Static } from 'typebox'
import { isCalibrated } from '../domain/inference/calibrated.ts'
import type { Analysed } from '../operations/analyse-molecules.ts'
import type { Optimised } from '../operations/optimise-evidence.ts'
import type { Rectified, Side } from '../operations/rectify-evidence.ts'
import {
  type AnalyseAnswer,
  MAX_SOLUTIONS,
  type OptimiseAnswer,
  type RectificationState,
  type RectifyAnswer,
} from './analysis.schema.ts'
import { presentCalibrated } from './integrate.present.ts'

/** Presents what to measure next. */
export const presentRecommendation = (one: Optimised['recommendations'][number]) => ({
  type: one.type,
  description: one.description,
  priority: one.priority,
  expected_improvement: one.expectedImprovement,
  evidence_type: one.evidenceType,
})

/** Presents the result of an optimisation. */
export const presentOptimised = (optimised: Optimised): Static<typeof OptimiseAnswer> => ({
  molecule_id: optimised.moleculeId,
  optimization_results: {
    optimal_score: optimised.optimisation.optimalScore,
    pareto_solutions: optimised.optimisation.solutions.slice(0, MAX_SOLUTIONS).map((solution, i) => ({
      solution_id: i + 1,
      total_score: solution.totalScore,
      objective_scores: solution.objectiveScores as Record<string, number>,
      evidence_configuration: {
        active_evidence_types: [...solution.configuration.activeTypes],
        fuzzy_parameters: {
          membership_function: solution.configuration.membershipFunction,
          linguistic_granularity: solution.configuration.granularity,
        },
      },
    })),
    solutions_total: optimised.optimisation.solutions.length,
    exact: optimised.optimisation.exact,
  },
  sensitivity_analysis: {
    objective_sensitivity: optimised.sensitivity.objectiveSensitivity as Record<string, number>,
    parameter_sensitivity: {
      temporal_decay: optimised.sensitivity.parameterSensitivity.temporalDecay,
      membership_function_type: optimised.sensitivity.parameterSensitivity.membershipFunctionType,
    },
  },
  recommendations: optimised.recommendations.map(presentRecommendation),
})

/** Presents a classified batch. */
export const presentAnalysis = ({ batch, types, model }: Analysed): Static<typeof AnalyseAnswer> => ({
  results: batch.molecules.map((molecule) => ({
    molecule_id: molecule.moleculeId,
    classification: molecule.classification,
    probability: molecule.probability,
    bounds: [...molecule.bounds],
    evidence_count: molecule.evidenceCount,
    q_value: isCalibrated(model.calibration) ? molecule.qValue : null,
  })),
  expected_false_discovery_rate: isCalibrated(model.calibration) ? batch.expectedFalseDiscoveryRate : null,
  ...presentCalibrated(types, model),
})

const presentSide = (side: Side): Static<typeof RectificationState> => ({
  overall_score: side.overallScore,
  uncertainty_bounds: [...side.bounds],
  conflict_score: side.conflictScore,
  evidence_count: side.evidenceCount,
})

/** Presents a rectification. */
export const presentRectified = (rectified: Rectified): Static<typeof RectifyAnswer> => ({
  molecule_id: rectified.moleculeId,
  molecule_ids: [...rectified.moleculeIds],
  before: presentSide(rectified.before),
  after: presentSide(rectified.after),
  items: rectified.items.map((item) => ({
    evidence_id: item.itemId,
    type: item.type,
    action: item.action,
    weight: item.weight,
    reason: item.reason,
  })),
  tie: rectified.tie,
  applied: rectified.applied,
})
