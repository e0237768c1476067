import { ALGORITHM_VERSION } from '../domain/assessment/assess.ts'
import { moleculeKey } from '../domain/evidence/identifiers.ts'
import { type ObservationKey, observationKey, observationText } from '../domain/evidence/observed-evidence.ts'
import { type Explanation, explainCandidate } from '../domain/explanation/explain.ts'
import { defaultFuzzyConfig, type FuzzyConfig } from '../domain/fuzzy/fuzzy-config.ts'
import { parseFuzzyConfig } from '../domain/fuzzy/fuzzy-config-parse.ts'
import { type PooledCandidate, poolCandidates } from '../domain/inference/candidates.ts'
import type { LearnedModel } from '../domain/inference/learned-model.ts'
import { assessObservation } from '../domain/inference/observation.ts'
import { invalid, Refusal } from '../domain/refusal.ts'
import { claimsOf } from './claims.ts'
import type {
  Actor,
  DescribedState,
  HeavyComputation,
  HeavyTask,
  MoleculeStore,
  Moment,
  ObservationState,
  RunStore,
  StoredEvidence,
} from './ports.ts'
import { noEvidence, unknownObservation } from './runs.ts'

/** Candidate to explain, as received. */
export interface ExplainRequest {
  readonly observationId: string
  readonly runId: string | undefined
  /** Candidate key or molecule; the most probable candidate by default. */
  readonly candidate: string | undefined
  readonly threshold: number
  readonly recommend: boolean
  readonly fuzzyConfig: unknown
  readonly asOf: Date | undefined
}

/** Explanation of a candidate with what only the store knows. */
export interface Explained {
  readonly key: ObservationKey
  readonly explanation: Explanation
  readonly candidatesTotal: number
  /** Kept items of the candidate by id. */
  readonly kept: ReadonlyMap<string, StoredEvidence>
  readonly name: string | null
  readonly smiles: string | null
  readonly moment: Date
  readonly model: LearnedModel
  readonly algorithmVersion: string
  readonly threshold: number
}

/** Input of `explainTask`. */
export interface ExplainInput {
  readonly key: ObservationKey
  readonly state: DescribedState
  readonly config: FuzzyConfig
  readonly candidate: string | undefined
  readonly threshold: number
  readonly recommend: boolean
}

/** Evidence types of the contract, recommended if a candidate lacks them. */
const CONTRACT_TYPES = ['spectral_match', 'retention_index', 'pathway_membership']

/** Returns the index of the candidate with this key or molecule, −1 if there is none; without a name the best one. */
function candidateAt(
  pool: readonly PooledCandidate[],
  name: string | undefined,
  input: Pick<ExplainInput, 'config'> & { readonly state: ObservationState },
): number {
  if (name !== undefined)
    return pool.findIndex(({ key, moleculeIds }) => key === name || moleculeIds.includes(name))
  const { config, state } = input
  const { candidates } = assessObservation(pool, config, state.model, { nowMs: state.moment.getTime() })
  return candidates.reduce(
    (best, { probability }, i) => (probability > candidates[best]!.probability ? i : best),
    0,
  )
}

/** Explains one candidate; undefined if the observation has no such candidate. */
export const explainTask: HeavyTask<
  ExplainInput,
  { readonly explanation: Explanation; readonly candidates: number } | undefined
> = {
  name: 'explain',
  compute: ({ key, state, config, candidate, threshold, recommend }) => {
    const pool = poolCandidates(claimsOf(state.claims), observationText(key))
    const at = candidateAt(pool, candidate, { config, state })
    if (at < 0) return undefined
    const standards = state.claims.flatMap(({ evidence }) =>
      evidence.filter(({ metadata }) => metadata.reference_standard === true).map(({ id }) => id),
    )
    const explanation = explainCandidate(pool, at, config, state.model, {
      nowMs: state.moment.getTime(),
      threshold,
      types: recommend ? [...CONTRACT_TYPES, ...state.types] : undefined,
      standards: new Set(standards),
    })
    return { explanation, candidates: pool.length }
  },
}

/** Most ids of a candidate whose descriptions are read. */
const MOST_IDS = 5

/** Number of posteriors behind the recommendation of one type: one for each of nine terms. */
const TERMS_PER_TYPE = 9

const unknownCandidate = (candidate: string, { observationId }: ObservationKey) =>
  new Refusal('NOT_FOUND', `Observation ${observationId} has no candidate ${candidate}.`, {
    field: 'candidate',
    issue: 'is not a candidate of the observation',
    provided: candidate,
  })

/** Returns the SMILES that the evidence of a candidate carries. */
function smilesOf(evidence: Iterable<StoredEvidence>): string | null {
  for (const { metadata } of evidence) if (typeof metadata.smiles === 'string') return metadata.smiles
  return null
}

interface ExplainDeps {
  readonly runs: RunStore
  readonly molecules: MoleculeStore
  readonly compute: HeavyComputation
}

function keyOf({ observationId, runId }: Pick<ExplainRequest, 'observationId' | 'runId'>): ObservationKey {
  const key = observationKey({ observation_id: observationId, run_id: runId })
  if (key === undefined) throw invalid('observation_id', 'must not be empty', observationId)
  return key
}

/** Accepts any spelling of a molecule; a candidate key stays as it is. */
const candidateName = (candidate: string | undefined): string | undefined =>
  candidate === undefined ? undefined : moleculeKey(candidate, 'candidate')

/** Explains the probability of a candidate of an observation, now or at a past time. */
export function explain(deps: ExplainDeps) {
  return async (actor: Actor, request: ExplainRequest, signal?: AbortSignal): Promise<Explained> => {
    const config = parseFuzzyConfig(request.fuzzyConfig)
    const { organizationId } = actor
    const key = keyOf(request)
    const state = await deps.runs.read(organizationId, [key], request.asOf)
    if (state.claims.length === 0) throw await noEvidence(deps.runs, organizationId, key, request.asOf)
    const items = state.claims.reduce((sum, { evidence }) => sum + evidence.length, 0)
    const { threshold, recommend } = request
    const input = { key, state, config, threshold, recommend, candidate: candidateName(request.candidate) }
    const size = recommend ? items * TERMS_PER_TYPE * (state.types.length + CONTRACT_TYPES.length) : items
    const found = await deps.compute.run(explainTask, input, { organizationId, size, signal })
    if (!found) throw unknownCandidate(request.candidate!, key)
    const { candidate } = found.explanation
    const evidence = state.claims
      .filter(({ moleculeId }) => candidate.moleculeIds.includes(moleculeId))
      .flatMap((claim) => claim.evidence)
    const known = await Promise.all(
      candidate.moleculeIds.slice(0, MOST_IDS).map((id) => deps.molecules.find(organizationId, id)),
    )
    const structure = known.find((molecule) => molecule?.structure)?.structure
    return {
      key,
      explanation: found.explanation,
      candidatesTotal: found.candidates,
      kept: new Map(evidence.map((item) => [item.id, item])),
      name: known.find((molecule) => molecule?.name)?.name ?? candidate.name,
      smiles: structure?.canonicalSmiles ?? smilesOf(evidence),
      moment: state.moment,
      model: state.model,
      algorithmVersion: ALGORITHM_VERSION,
      threshold,
    }
  }
}

/** Probability of a candidate after one change. */
export interface PastProbability extends Moment {
  /** Undefined if the candidate had no evidence then. */
  readonly past:
    | { readonly probability: number; readonly bounds: readonly [number, number]; readonly none: number }
    | undefined
  readonly modelVersion: number
}

/** Changes of one kind that are closer than this are one step, such as the lines of one import. */
const SAME_STEP_MS = 60_000
/** Most changes that are read, and most steps that are computed. */
const MOST_CHANGES = 2000
const MOST_STEPS = 40

/** Joins changes of one kind that follow each other closely; newest first, each at the moment of its last change. */
function stepsOf(moments: readonly Moment[]): Moment[] {
  const steps: { at: Date; kind: Moment['kind']; count: number; first: Date }[] = []
  for (const { at, kind, count } of moments) {
    const last = steps.at(-1)
    if (last?.kind === kind && kind !== 'fit' && last.first.getTime() - at.getTime() < SAME_STEP_MS) {
      last.count += count
      last.first = at
    } else if (steps.length === MOST_STEPS) break
    else steps.push({ at, kind, count, first: at })
  }
  return steps.map(({ at, kind, count }) => ({ at, kind, count }))
}

/** Lists how the probability of a candidate changed with evidence, rectifications and fits, oldest first. */
export function candidateHistory(deps: ExplainDeps) {
  return async (
    { organizationId }: Actor,
    request: Pick<ExplainRequest, 'observationId' | 'runId' | 'candidate'>,
  ): Promise<{ readonly key: ObservationKey; readonly steps: readonly PastProbability[] }> => {
    const key = keyOf(request)
    const moments = await deps.runs.moments(organizationId, key, MOST_CHANGES)
    if (moments.length === 0) throw unknownObservation(key)
    const name = candidateName(request.candidate)
    const steps: PastProbability[] = []
    for (const moment of stepsOf(moments).reverse()) {
      const state = await deps.runs.read(organizationId, [key], moment.at)
      const pool = poolCandidates(claimsOf(state.claims), observationText(key))
      const at = pool.length === 0 ? -1 : candidateAt(pool, name, { config: defaultFuzzyConfig, state })
      const nowMs = state.moment.getTime()
      const shares = at < 0 ? undefined : assessObservation(pool, defaultFuzzyConfig, state.model, { nowMs })
      const own = shares?.candidates[at]
      steps.push({
        ...moment,
        modelVersion: state.model.version,
        past: own && { probability: own.probability, bounds: own.bounds, none: shares!.none },
      })
    }
    // Every candidate was there after one of the steps; older ones may be cut off.
    if (
      name !== undefined &&
      !steps.some(({ past }) => past) &&
      !(await isCandidate(deps, organizationId, key, name))
    )
      throw unknownCandidate(request.candidate!, key)
    return { key, steps }
  }
}

/** Returns whether the observation has a candidate with this key or molecule now. */
async function isCandidate(
  { runs }: Pick<ExplainDeps, 'runs'>,
  organizationId: string,
  key: ObservationKey,
  name: string,
): Promise<boolean> {
  const { claims } = await runs.read(organizationId, [key])
  return poolCandidates(claimsOf(claims), observationText(key)).some(
    (one) => one.key === name || one.moleculeIds.includes(name),
  )
}
