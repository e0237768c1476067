import { invalid } from '../refusal.ts'

/** Objectives of an integration request. */
export const INTEGRATION_OBJECTIVES = [
  'maximize_confidence',
  'minimize_uncertainty',
  'maximize_consistency',
  'minimize_conflicts',
] as const

/** Objectives of an optimisation request: one more. */
export const OBJECTIVES = [...INTEGRATION_OBJECTIVES, 'maximize_network_coherence'] as const
export type Objective = (typeof OBJECTIVES)[number]

/** Weight per objective, not negative, summing to 1. */
export type ObjectiveWeights = Readonly<Partial<Record<Objective, number>>>

/** What an assessment offers the objectives; every figure in [0, 1]. */
export interface ObjectiveInputs {
  readonly score: number
  readonly bounds: readonly [number, number]
  readonly consistency: number
  readonly conflict: number
  readonly coherence: number
}

/** The value of one objective, in [0, 1], higher being better. */
export function objectiveScore(objective: Objective, inputs: ObjectiveInputs): number {
  switch (objective) {
    case 'maximize_confidence':
      return inputs.score
    case 'minimize_uncertainty':
      return 1 - (inputs.bounds[1] - inputs.bounds[0])
    case 'maximize_consistency':
      return inputs.consistency
    case 'minimize_conflicts':
      return 1 - inputs.conflict
    case 'maximize_network_coherence':
      return inputs.coherence
  }
}

/** Equal weights for the four objectives of an integration that names none. */
export const equalWeights: ObjectiveWeights = Object.fromEntries(
  INTEGRATION_OBJECTIVES.map((name) => [name, 1 / INTEGRATION_OBJECTIVES.length]),
)

/**
 * Weights checked and scaled to sum 1 (the contract fixes no total). An unknown objective, a negative weight, or
 * weights that are all 0 are refused; none at all means equal weights.
 */
export function parseObjectiveWeights(
  raw: Readonly<Record<string, unknown>> | undefined,
  field: string,
  allowed: readonly Objective[],
): ObjectiveWeights {
  const entries = Object.entries(raw ?? {})
  if (entries.length === 0) return equalWeights
  let sum = 0
  for (const [name, weight] of entries) {
    if (!allowed.includes(name as Objective)) {
      throw invalid(`${field}.${name}`, `unknown objective; known: ${allowed.join(', ')}`, weight)
    }
    if (typeof weight !== 'number' || !Number.isFinite(weight) || weight < 0) {
      throw invalid(`${field}.${name}`, 'a weight must be a number, 0 or more', weight)
    }
    sum += weight
  }
  if (sum === 0) throw invalid(field, 'at least one weight must be above 0', raw)
  return Object.fromEntries(entries.map(([name, weight]) => [name, (weight as number) / sum]))
}

/** Σ weight·component over the weighted objectives, in [0, 1], with the components. */
export function totalScore(
  weights: ObjectiveWeights,
  inputs: ObjectiveInputs,
): { readonly total: number; readonly components: Readonly<Partial<Record<Objective, number>>> } {
  const components: Partial<Record<Objective, number>> = {}
  let total = 0
  for (const name of OBJECTIVES) {
    const weight = weights[name]
    if (weight === undefined) continue
    components[name] = objectiveScore(name, inputs)
    total += weight * components[name]
  }
  return { total, components }
}
