import { invalid } from '../refusal.ts'

/** Objectives of an integration request. */
export const INTEGRATION_OBJECTIVES = [
  'maximize_confidence',
  'minimize_uncertainty',
  'maximize_consistency',
  'minimize_conflicts',
] as const

/** Objectives of an optimisation request. */
export const OBJECTIVES = [...INTEGRATION_OBJECTIVES, 'maximize_network_coherence'] as const
/** Name of an objective. */
export type Objective = (typeof OBJECTIVES)[number]

/** Weight per objective, not negative, summing to 1. */
export type ObjectiveWeights = Readonly<Partial<Record<Objective, number>>>

/** Results of an assessment that the objectives use, each in [0, 1]. */
export interface ObjectiveInputs {
  readonly score: number
  readonly bounds: readonly [number, number]
  readonly consistency: number
  readonly conflict: number
  readonly coherence: number
}

/** Returns the value of one objective, in [0, 1]; higher is better. */
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

/** Equal weights of the four objectives, for an integration request without weights. */
export const equalWeights: ObjectiveWeights = Object.fromEntries(
  INTEGRATION_OBJECTIVES.map((name) => [name, 1 / INTEGRATION_OBJECTIVES.length]),
)

/**
 * Checks weights and scales them to sum 1, because the contract fixes no total. Refuses an unknown objective, a
 * negative weight and weights that are all 0. Without weights all objectives have the same.
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
      throw invalid(`${field}.${name}`, `is not an objective; use one of ${allowed.join(', ')}`, weight)
    }
    if (typeof weight !== 'number' || !Number.isFinite(weight) || weight < 0) {
      throw invalid(`${field}.${name}`, 'must be a number of at least 0', weight)
    }
    sum += weight
  }
  if (sum === 0) throw invalid(field, 'must contain a weight above 0', raw)
  return Object.fromEntries(entries.map(([name, weight]) => [name, (weight as number) / sum]))
}

/** Returns Σ weight·component over the weighted objectives, in [0, 1], with the components. */
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
