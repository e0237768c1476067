import { distinctItems } from '../domain/evidence-item.ts'
import { defaultFuzzyConfig } from '../domain/fuzzy-config.ts'
import { moleculeKey } from '../domain/identifiers.ts'
import { OBJECTIVES, parseObjectiveWeights } from '../domain/objectives.ts'
import {
  OPTIMISATION_METHODS,
  type Optimisation,
  type OptimisationConstraints,
  type OptimisationRequest,
} from '../domain/optimise.ts'
import { posterior } from '../domain/posterior.ts'
import { seedOf } from '../domain/random.ts'
import { type Recommendation, recommendEvidence } from '../domain/recommend.ts'
import { invalid } from '../domain/refusal.ts'
import type { Sensitivity } from '../domain/sensitivity.ts'
import { itemOf, rivalClaim } from './assess-state.ts'
import { unknownMolecule } from './molecules.ts'
import type { Actor, AssessmentStore, HeavyComputation } from './ports.ts'

export interface OptimiseRequest {
  readonly objectives: Readonly<Record<string, unknown>> | undefined
  readonly constraints: OptimisationConstraints
  readonly method: string | undefined
  readonly typeWeights: Readonly<Record<string, number>> | undefined
}

export interface Optimised {
  readonly moleculeId: string
  readonly optimisation: Omit<Optimisation, 'evaluated'>
  readonly sensitivity: Sensitivity
  readonly recommendations: readonly Recommendation[]
}

/** Evidence types of the contract; one that a molecule lacks may be worth collecting. */
const CONTRACT_TYPES = ['spectral_match', 'sequence_similarity', 'pathway_membership', 'protein_interaction']

function readMethod(method: string | undefined): OptimisationRequest['method'] {
  const known = OPTIMISATION_METHODS.find((name) => name === (method ?? 'pareto_frontier'))
  if (known) return known
  const field = 'optimization_config.optimization_method'
  throw invalid(field, `must be one of ${OPTIMISATION_METHODS.join(', ')}`, method)
}

/** Searches the configurations of what is kept of a molecule for the best, and says what to collect next. */
export function optimiseEvidence(deps: { assessments: AssessmentStore; compute: HeavyComputation }) {
  return async (actor: Actor, id: string, request: OptimiseRequest): Promise<Optimised> => {
    const moleculeId = moleculeKey(id)
    const objectives = parseObjectiveWeights(request.objectives, 'optimization_config.objectives', OBJECTIVES)
    const wanted: OptimisationRequest = {
      objectives,
      constraints: request.constraints,
      method: readMethod(request.method),
      ...(request.typeWeights ? { typeWeights: request.typeWeights } : {}),
    }
    const state = await deps.assessments.read(actor.organizationId, moleculeId)
    if (!state) throw unknownMolecule(moleculeId)
    const items = distinctItems(state.evidence.map(itemOf))
    if (items.length === 0) throw invalid('molecule_id', 'has no evidence to optimise', moleculeId)
    const nowMs = state.moment.getTime()
    const context = {
      config: defaultFuzzyConfig,
      learned: state.model,
      pairs: state.network.pairs,
      nowMs,
      seed: seedOf(moleculeId),
    }
    const { optimisation, sensitivity } = await deps.compute.optimise(items, wanted, context)
    const rivals = rivalClaim(state.rivals, defaultFuzzyConfig, state.model, nowMs)
    const present = posterior(items, defaultFuzzyConfig, state.model, {
      nowMs,
      ...(rivals ? { rivals } : {}),
    })
    const seen = Object.keys(state.network.patterns).flatMap((key) => key.split('\u0000'))
    const types = [...CONTRACT_TYPES, ...seen, ...items.map(({ type }) => type)]
    return {
      moleculeId,
      optimisation,
      sensitivity,
      recommendations: recommendEvidence(present, types, defaultFuzzyConfig, state.model),
    }
  }
}
