import { OBJECTIVES, parseObjectiveWeights } from '../domain/assessment/objectives.ts'
import { byNormalisedType } from '../domain/evidence/evidence-type.ts'
import { moleculeKey } from '../domain/evidence/identifiers.ts'
import type { FuzzyConfig } from '../domain/fuzzy/fuzzy-config.ts'
import { parseFuzzyConfig } from '../domain/fuzzy/fuzzy-config-parse.ts'
import type { Pair } from '../domain/inference/pairs.ts'
import { posterior } from '../domain/inference/posterior.ts'
import { seedOf } from '../domain/numerics/random.ts'
import {
  configurationCount,
  MOST_ENUMERATED,
  OPTIMISATION_METHODS,
  type Optimisation,
  type OptimisationConstraints,
  type OptimisationRequest,
  optimise,
} from '../domain/optimisation/optimise.ts'
import { type Recommendation, recommendEvidence } from '../domain/optimisation/recommend.ts'
import { type Sensitivity, sensitivity } from '../domain/optimisation/sensitivity.ts'
import { invalid } from '../domain/refusal.ts'
import { chosenPair, type WantedObservation } from './chosen-pair.ts'
import { unknownMolecule } from './molecules.ts'
import type { Actor, AssessmentStore, EvidenceState, HeavyComputation, HeavyTask } from './ports.ts'

/** Objectives and constraints, as received. */
export interface OptimiseRequest {
  readonly objectives: Readonly<Record<string, unknown>> | undefined
  readonly constraints: OptimisationConstraints
  readonly method: string | undefined
  readonly typeWeights: Readonly<Record<string, number>> | undefined
  readonly fuzzyConfig: unknown
  /** Pair to optimise; the most probable one by default. */
  readonly observation: WantedObservation
}

/** Best configurations, their sensitivity and recommendations. */
export interface Optimised {
  readonly moleculeId: string
  readonly optimisation: Omit<Optimisation, 'evaluated'>
  readonly sensitivity: Sensitivity
  readonly recommendations: readonly Recommendation[]
}

/** Evidence types of the contract, recommended if a molecule lacks them. */
const CONTRACT_TYPES = ['spectral_match', 'sequence_similarity', 'pathway_membership', 'protein_interaction']

function readMethod(method: string | undefined): OptimisationRequest['method'] {
  const known = OPTIMISATION_METHODS.find((name) => name === (method ?? 'pareto_frontier'))
  if (known) return known
  const field = 'optimization_config.optimization_method'
  throw invalid(field, `must be one of ${OPTIMISATION_METHODS.join(', ')}`, method)
}

/** Time limits of one search: processor time, and total time including the wait for a thread. */
export interface SearchBudget {
  readonly cpuMs: number
  readonly deadlineMs: number
}

/** Input of `optimiseTask`. */
export interface OptimiseInput {
  readonly state: EvidenceState
  /** Pair to optimise. */
  readonly pair: Pair
  readonly request: OptimisationRequest
  readonly config: FuzzyConfig
  readonly seed: number
  readonly cpuMs: number
  /** End of the search, in milliseconds since 1970. */
  readonly endMs: number
}

/** Searches for the best configurations. */
export const optimiseTask: HeavyTask<OptimiseInput, Omit<Optimised, 'moleculeId'>> = {
  name: 'optimise',
  compute: ({ state, pair, request, config, seed, cpuMs, endMs }, clock) => {
    const { items } = pair
    const nowMs = state.moment.getTime()
    const { model, network } = state
    const rivals = pair.rivals ? { rivals: pair.rivals } : {}
    const context = { config, learned: model, pairs: network.pairs, nowMs, seed, ...rivals }
    const expired = () => clock.nowMs() >= endMs || clock.cpuMs() >= cpuMs
    const found = optimise(items, request, context, expired)
    const { evaluated: _, ...optimisation } = found
    const options = { nowMs, ...rivals }
    const present = posterior(items, config, model, options)
    const seen = Object.keys(network.patterns).flatMap((key) => key.split('\u0000'))
    const types = [...CONTRACT_TYPES, ...seen, ...items.map(({ type }) => type)]
    return {
      optimisation,
      sensitivity: sensitivity(items, found, request, context),
      recommendations: recommendEvidence(present, types, config, model, options),
    }
  },
}

/** Time allowed after the search before the task is terminated. */
const AFTER_SEARCH_MS = 20_000

/** Searches the configurations of a molecule's kept evidence for the best and recommends what to collect next. */
export function optimiseEvidence(deps: {
  assessments: AssessmentStore
  compute: HeavyComputation
  now: () => Date
  budget: SearchBudget
}) {
  return async (
    actor: Actor,
    id: string,
    request: OptimiseRequest,
    signal?: AbortSignal,
  ): Promise<Optimised> => {
    const { cpuMs, deadlineMs } = deps.budget
    const endMs = deps.now().getTime() + deadlineMs
    const moleculeId = moleculeKey(id)
    const objectives = parseObjectiveWeights(request.objectives, 'optimization_config.objectives', OBJECTIVES)
    const wanted: OptimisationRequest = {
      objectives,
      constraints: request.constraints,
      method: readMethod(request.method),
      ...(request.typeWeights
        ? { typeWeights: byNormalisedType(request.typeWeights, 'evidence_weights') }
        : {}),
    }
    const config = parseFuzzyConfig(request.fuzzyConfig)
    const { organizationId } = actor
    const state = await deps.assessments.read(organizationId, moleculeId)
    if (!state) throw unknownMolecule(moleculeId)
    const pair = chosenPair(state, config, request.observation)
    const { items } = pair
    if (items.length === 0) throw invalid('molecule_id', 'has no evidence to optimise', moleculeId)
    const types = new Set(items.map(({ type }) => type)).size
    const size = items.length * Math.min(configurationCount(types), MOST_ENUMERATED)
    const found = await deps.compute.run(
      optimiseTask,
      { state, pair, request: wanted, config, seed: seedOf(moleculeId), cpuMs, endMs },
      { organizationId, size, limitMs: deadlineMs + AFTER_SEARCH_MS, signal },
    )
    return { moleculeId, ...found }
  }
}
