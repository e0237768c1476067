import { OBJECTIVES, type Objective, type ObjectiveWeights } from '../assessment/objectives.ts'
import type { EvidenceItem } from '../evidence/evidence-item.ts'
import { MEMBERSHIP_FUNCTION_NAMES } from '../fuzzy/linguistic-variables.ts'
import {
  evaluateConfiguration,
  type Optimisation,
  type OptimisationContext,
  type OptimisationRequest,
  weightedTotal,
} from './optimise.ts'

/** Sensitivity of the optimum to weights and parameters. */
export interface Sensitivity {
  /** Largest change of the optimal score when one weight changes by ±10 % (all rescaled to sum 1). */
  readonly objectiveSensitivity: Readonly<Partial<Record<Objective, number>>>
  readonly parameterSensitivity: {
    /** Largest change of the optimal score at half and at twice the half-life. */
    readonly temporalDecay: number
    /** Difference of the best and the worst function family, each with its best configuration. */
    readonly membershipFunctionType: number
  }
}

function bestTotal(weights: ObjectiveWeights, optimisation: Optimisation): number {
  return optimisation.evaluated.reduce(
    (top, s) => Math.max(top, weightedTotal(weights, s.objectiveScores)),
    0,
  )
}

function reweighted(weights: ObjectiveWeights, name: Objective, factor: number): ObjectiveWeights {
  const raw = Object.fromEntries(
    Object.entries(weights).map(([key, w]) => [key, key === name ? w * factor : w]),
  ) as Record<Objective, number>
  const sum = Object.values(raw).reduce((a, b) => a + b, 0)
  return Object.fromEntries(Object.entries(raw).map(([key, w]) => [key, w / sum]))
}

/**
 * Computes how much the optimum depends on its weights and parameters, by optimising again over all evaluated
 * configurations.
 */
export function sensitivity(
  evidence: readonly EvidenceItem[],
  optimisation: Optimisation,
  request: OptimisationRequest,
  context: OptimisationContext,
): Sensitivity {
  const objectiveSensitivity: Partial<Record<Objective, number>> = {}
  for (const name of OBJECTIVES) {
    if (request.objectives[name] === undefined) continue
    const changes = [0.9, 1.1].map((factor) =>
      Math.abs(
        bestTotal(reweighted(request.objectives, name, factor), optimisation) - optimisation.optimalScore,
      ),
    )
    objectiveSensitivity[name] = Math.max(...changes)
  }
  const best = optimisation.solutions[0]!
  const decayed = [0.5, 2].map((factor) => {
    const config = { ...context.config, halfLifeDays: context.config.halfLifeDays * factor }
    const unconstrained = { ...request, constraints: {} }
    const solution = evaluateConfiguration(evidence, best.configuration, unconstrained, {
      ...context,
      config,
    })
    return Math.abs((solution?.totalScore ?? best.totalScore) - best.totalScore)
  })
  const perFamily = MEMBERSHIP_FUNCTION_NAMES.flatMap((family) => {
    const totals = optimisation.evaluated
      .filter((s) => s.configuration.membershipFunction === family)
      .map((s) => s.totalScore)
    return totals.length === 0 ? [] : [totals.reduce((a, b) => Math.max(a, b))]
  })
  return {
    objectiveSensitivity,
    parameterSensitivity: {
      temporalDecay: Math.max(...decayed),
      membershipFunctionType: Math.max(...perFamily) - Math.min(...perFamily),
    },
  }
}
