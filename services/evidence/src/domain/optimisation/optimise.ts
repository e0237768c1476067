import {
  OBJECTIVES,
  type Objective,
  type ObjectiveWeights,
  objectiveScore,
} from '../assessment/objectives.ts'
import { distinctItems, type EvidenceItem } from '../evidence/evidence-item.ts'
import type { FuzzyConfig } from '../fuzzy/fuzzy-config.ts'
import { MEMBERSHIP_FUNCTION_NAMES, type MembershipFunctionName } from '../fuzzy/linguistic-variables.ts'
import { GRANULARITIES, type Granularity } from '../fuzzy/term-sets.ts'
import { ageDays } from '../inference/decay.ts'
import type { ItemEvidence } from '../inference/item-evidence.ts'
import type { LearnedModel } from '../inference/learned-model.ts'
import { posterior } from '../inference/posterior.ts'
import type { RivalClaim } from '../inference/rivals.ts'
import type { PairStatistics } from '../network/pair-statistics.ts'
import { relationships } from '../network/relationships.ts'
import { coherenceScore, conflictScore, consistencyScore } from '../network/scores.ts'
import { mulberry32 } from '../numerics/random.ts'
import { invalid } from '../refusal.ts'
import {
  type DiscreteProblem,
  type Expired,
  enumerateProblem,
  type Individual,
  nsga2,
  paretoFront,
} from './pareto.ts'

/** Methods of an optimisation. */
export const OPTIMISATION_METHODS = ['pareto_frontier', 'weighted_sum'] as const
type OptimisationMethod = (typeof OPTIMISATION_METHODS)[number]

/** Constraints of an optimisation. */
export interface OptimisationConstraints {
  readonly minEvidenceCount?: number
  /** Maximum width of the bounds, in [0, 1]. */
  readonly maxUncertainty?: number
  readonly temporalWindowDays?: number
}

/** Objectives and constraints of an optimisation. */
export interface OptimisationRequest {
  readonly objectives: ObjectiveWeights
  readonly constraints: OptimisationConstraints
  readonly method: OptimisationMethod
  readonly typeWeights?: Readonly<Record<string, number>>
}

/** Evidence types, membership function and number of terms to use. */
export interface EvidenceConfiguration {
  readonly activeTypes: readonly string[]
  readonly membershipFunction: MembershipFunctionName
  readonly granularity: Granularity
}

/** Configuration with its scores. */
export interface Solution {
  readonly totalScore: number
  readonly objectiveScores: Readonly<Partial<Record<Objective, number>>>
  readonly configuration: EvidenceConfiguration
}

/** Evidence and model of the molecule to optimise. */
export interface OptimisationContext {
  readonly config: FuzzyConfig
  readonly learned: LearnedModel
  readonly pairs?: PairStatistics
  /** Other candidates of the observation. */
  readonly rivals?: RivalClaim
  readonly nowMs: number
  readonly seed: number
}

/** What configurations of one function and granularity share: a search needs the same few thousands of times. */
interface SharedReading {
  /** λ of each item. */
  readonly known: Map<EvidenceItem, ItemEvidence>
  /** Width of the bounds with all types. */
  fullWidth?: number
}

/** Cache by function and granularity. */
export type EvidenceMemo = Map<string, SharedReading>

/** Maximum number of configurations that are enumerated: 2¹² type sets × 4 functions × 3 granularities. */
export const MOST_ENUMERATED = 49_152
/** Maximum size of a network whose coherence is exact. A search evaluates it thousands of times. */
const EXACT_COHERENCE_NODES = 10

/** Result of a search, with the objectives of every evaluated configuration, best total first. */
export interface Optimisation {
  readonly optimalScore: number
  /** Non-dominated solutions (for weighted_sum only the best one), best total first. */
  readonly solutions: readonly Solution[]
  /** Whether every configuration was evaluated: false for a genetic search, or when the time limit was reached. */
  readonly exact: boolean
  readonly evaluated: readonly Solution[]
}

/** Returns Σ weight·score over the weighted objectives. */
export function weightedTotal(weights: ObjectiveWeights, scores: Solution['objectiveScores']): number {
  let total = 0
  for (const name of OBJECTIVES) total += (weights[name] ?? 0) * (scores[name] ?? 0)
  return total
}

/** Evaluates one configuration. Returns undefined if it violates a constraint, and adds that constraint to `failed`. */
export function evaluateConfiguration(
  items: readonly EvidenceItem[],
  configuration: EvidenceConfiguration,
  request: OptimisationRequest,
  context: OptimisationContext,
  failed?: Set<keyof OptimisationConstraints>,
  memo?: EvidenceMemo,
): Solution | undefined {
  const { constraints } = request
  const active = items.filter((item) => configuration.activeTypes.includes(item.type))
  if (active.length < Math.max(1, constraints.minEvidenceCount ?? 1)) {
    failed?.add('minEvidenceCount')
    return undefined
  }
  const shared = memoFor(memo ?? new Map(), configuration)
  const assessed = (list: readonly EvidenceItem[]) =>
    posterior(list, { ...context.config, ...readingBy(configuration, list, context) }, context.learned, {
      nowMs: context.nowMs,
      granularity: configuration.granularity,
      known: shared.known,
      ...(context.rivals === undefined ? {} : { rivals: context.rivals }),
      ...(request.typeWeights === undefined ? {} : { typeWeights: request.typeWeights }),
    })
  const result = assessed(active)
  const widthOf = ({ bounds }: typeof result): number => bounds[1] - bounds[0]
  shared.fullWidth ??= widthOf(active.length === items.length ? result : assessed(items))
  // Leaving evidence out never makes anything more certain: it only hides what speaks against.
  const width = Math.max(widthOf(result), shared.fullWidth)
  if (width > (constraints.maxUncertainty ?? 1)) {
    failed?.add('maxUncertainty')
    return undefined
  }
  const wantsCoherence = request.objectives.maximize_network_coherence !== undefined
  const inputs = {
    score: result.score,
    bounds: [0, width] as const,
    consistency: consistencyScore(result.groups),
    conflict: conflictScore(result.items),
    coherence: wantsCoherence
      ? coherenceScore(
          result.items,
          relationships(result.items, context.pairs),
          mulberry32(context.seed),
          EXACT_COHERENCE_NODES,
        )
      : 1,
  }
  const objectiveScores: Partial<Record<Objective, number>> = {}
  for (const name of OBJECTIVES) {
    if (request.objectives[name] !== undefined) objectiveScores[name] = objectiveScore(name, inputs)
  }
  return { totalScore: weightedTotal(request.objectives, objectiveScores), objectiveScores, configuration }
}

/** Returns the readings of all types present, with the function of the configuration. */
const readingBy = (
  { membershipFunction: family }: EvidenceConfiguration,
  items: readonly EvidenceItem[],
  { config }: OptimisationContext,
) => ({
  readings: Object.fromEntries(
    [...new Set(items.map(({ type }) => type))].map((type) => [type, { ...config.readings[type], family }]),
  ),
})

function memoFor(memo: EvidenceMemo, { membershipFunction, granularity }: EvidenceConfiguration) {
  const key = `${membershipFunction} ${granularity}`
  const held: SharedReading = memo.get(key) ?? { known: new Map() }
  memo.set(key, held)
  return held
}

/** Returns the items within the temporal window. */
function windowed(
  items: readonly EvidenceItem[],
  request: OptimisationRequest,
  nowMs: number,
): EvidenceItem[] {
  const days = request.constraints.temporalWindowDays
  const distinct = distinctItems(items)
  return days === undefined ? distinct : distinct.filter((item) => ageDays(item.observedAtMs, nowMs) <= days)
}

/**
 * Finds the best configurations of a molecule's evidence: which types to use, which family of functions, how many
 * terms. Enumerates up to 49 152 configurations exactly and uses seeded NSGA-II above. Refuses constraints that no
 * configuration meets, and names the one that fails. When `expired` returns true, the search ends with the best
 * result so far; it always evaluates all types together.
 */
export function optimise(
  evidence: readonly EvidenceItem[],
  request: OptimisationRequest,
  context: OptimisationContext,
  expired: Expired = () => false,
): Optimisation {
  const items = windowed(evidence, request, context.nowMs)
  const types = [...new Set(items.map((item) => item.type))].sort()
  if (types.length === 0) throw impossible('temporalWindowDays', request)
  const names = OBJECTIVES.filter((name) => request.objectives[name] !== undefined)
  const failed = new Set<keyof OptimisationConstraints>()
  const solutions = new Map<string, Solution>()
  const memo: EvidenceMemo = new Map()
  let stopped = false
  const stop = (): boolean => {
    stopped ||= expired()
    return stopped
  }
  const problem: DiscreteProblem = {
    sizes: [...types.map(() => 2), MEMBERSHIP_FUNCTION_NAMES.length, GRANULARITIES.length],
    evaluate: (genes) => {
      const activeTypes = types.filter((_, i) => genes[i] === 1)
      if (activeTypes.length === 0) return undefined
      const configuration = {
        activeTypes,
        membershipFunction: MEMBERSHIP_FUNCTION_NAMES[genes[types.length]!]!,
        granularity: GRANULARITIES[genes[types.length + 1]!]!,
      }
      const solution = evaluateConfiguration(items, configuration, request, context, failed, memo)
      if (solution === undefined) return undefined
      solutions.set(genes.join(), solution)
      return names.map((name) => solution.objectiveScores[name]!)
    },
  }
  const enumerated = configurationCount(types.length) <= MOST_ENUMERATED
  const searched: Individual[] = enumerated
    ? paretoFront(enumerateProblem(problem, stop), (x) => x.scores)
    : nsga2(problem, { random: mulberry32(context.seed), expired: stop })
  const front = searched.length > 0 || !stopped ? searched : everyTypeTogether(problem, types.length)
  if (front.length === 0) {
    throw impossible(failed.has('maxUncertainty') ? 'maxUncertainty' : 'minEvidenceCount', request, stopped)
  }
  const byTotal = (a: Solution, b: Solution): number => b.totalScore - a.totalScore
  const ranked = front.map((x) => solutions.get(x.genes.join())!).sort(byTotal)
  const evaluated = [...solutions.values()].sort(byTotal)
  return {
    optimalScore: ranked[0]!.totalScore,
    solutions: request.method === 'weighted_sum' ? ranked.slice(0, 1) : ranked,
    exact: enumerated && !stopped,
    evaluated,
  }
}

/** Returns the number of configurations for a number of types: every set of types × function × granularity. */
export const configurationCount = (types: number): number =>
  2 ** types * MEMBERSHIP_FUNCTION_NAMES.length * GRANULARITIES.length

/** Returns all types together, with every function and granularity: the fallback of an expired search. */
function everyTypeTogether(problem: DiscreteProblem, types: number): Individual[] {
  const all = problem.sizes.slice(0, types).map(() => 1)
  const individuals = MEMBERSHIP_FUNCTION_NAMES.flatMap((_, family) =>
    GRANULARITIES.map((_, terms) => [...all, family, terms]),
  ).flatMap((genes) => {
    const scores = problem.evaluate(genes)
    return scores === undefined ? [] : [{ genes, scores }]
  })
  return paretoFront(individuals, (x) => x.scores)
}

const WIRE_NAMES: Record<keyof OptimisationConstraints, string> = {
  minEvidenceCount: 'min_evidence_count',
  maxUncertainty: 'max_uncertainty',
  temporalWindowDays: 'temporal_window_days',
}

function impossible(
  constraint: keyof OptimisationConstraints,
  request: OptimisationRequest,
  stopped = false,
): Error {
  return invalid(
    `optimization_config.constraints.${WIRE_NAMES[constraint]}`,
    stopped
      ? 'no configuration that meets this constraint was found within the time limit'
      : 'no configuration of the evidence can meet this constraint',
    request.constraints[constraint],
  )
}
