import { type Rectification, rectify } from '../domain/assessment/rectify.ts'
import { distinctItems, type EvidenceItem, isCopy } from '../domain/evidence/evidence-item.ts'
import { moleculeKey } from '../domain/evidence/identifiers.ts'
import { checkEvidence, contentForm, type RawEvidence } from '../domain/evidence/observed-evidence.ts'
import type { FuzzyConfig } from '../domain/fuzzy/fuzzy-config.ts'
import { parseFuzzyConfig } from '../domain/fuzzy/fuzzy-config-parse.ts'
import type { LearnedModel } from '../domain/inference/learned-model.ts'
import type { Pair } from '../domain/inference/pairs.ts'
import { posterior } from '../domain/inference/posterior.ts'
import { conflictScore } from '../domain/network/scores.ts'
import { invalid, Refusal } from '../domain/refusal.ts'
import { itemOf } from './assess-state.ts'
import { type CandidateState, candidateState, wantedObservation } from './candidate-state.ts'
import type { WantedObservation } from './chosen-pair.ts'
import { unknownMolecule } from './molecules.ts'
import type {
  Actor,
  AssessmentStore,
  ContentId,
  EvidenceState,
  HeavyComputation,
  HeavyTask,
  KeepItem,
  Rival,
} from './ports.ts'

/** Evidence to rectify. */
export interface RectifyRequest {
  readonly moleculeId: string | undefined
  /** Evidence to rectify instead of the kept evidence; nothing is written. */
  readonly evidence: readonly RawEvidence[] | undefined
  readonly contradictionThreshold: number | undefined
  readonly dryRun: boolean
  readonly fuzzyConfig: unknown
  /** Pair whose contradictions are resolved; the most probable one by default. */
  readonly observation?: WantedObservation
}

/** Scores before or after a rectification. */
export interface Side {
  readonly overallScore: number
  readonly bounds: readonly [number, number]
  readonly conflictScore: number
  readonly evidenceCount: number
}

/** Result of a rectification. */
export interface Rectified {
  readonly moleculeId: string | null
  /** Every id of the candidate whose evidence was examined, the requested one first. */
  readonly moleculeIds: readonly string[]
  readonly before: Side
  readonly after: Side
  readonly items: readonly (Rectification['items'][number] & { readonly type: string })[]
  /** Whether two sides of about equal weight contradict each other; nothing is set aside then. */
  readonly tie: boolean
  /** Whether the items are set aside from now on. */
  readonly applied: boolean
}

function sideOf(
  items: readonly EvidenceItem[],
  { config, model, nowMs, pair: { rivals } }: Omit<RectifyInput, 'threshold'>,
): Omit<Side, 'evidenceCount'> {
  const result = posterior(distinctItems(items), config, model, { nowMs, ...(rivals ? { rivals } : {}) })
  return {
    overallScore: result.score,
    bounds: result.bounds,
    conflictScore: conflictScore(result.items),
  }
}

/** Input of `rectifyTask`. */
export interface RectifyInput {
  /** Pair whose contradictions are resolved. */
  readonly pair: Pick<Pair, 'items' | 'aside' | 'rivals'>
  /** Items of the molecule about other observations: they contradict nothing. */
  readonly others: readonly EvidenceItem[]
  readonly config: FuzzyConfig
  readonly model: LearnedModel
  readonly nowMs: number
  readonly threshold: number | undefined
}

type Sides = Omit<Rectified, 'moleculeId' | 'moleculeIds' | 'applied'>

function rectified(input: RectifyInput): Sides {
  const { pair, others, config, model, nowMs, threshold } = input
  const own = pair.items
  const items = distinctItems([...own, ...others])
  const found = rectify(posterior(own, config, model, { nowMs }).items, model, 'set_aside', threshold)
  const decided = new Map(found.items.map((item) => [item.itemId, item]))
  const aside = new Set(found.items.filter(({ weight }) => weight === 0).map(({ itemId }) => itemId))
  // Bounds are those of the candidate now, and as they will be: they keep the conflict of what is set aside.
  const before = sideOf([...own, ...pair.aside], input)
  const later = own.map((item) => (aside.has(item.id) ? { ...item, setAside: true as const } : item))
  const after = sideOf([...later, ...pair.aside], input)
  return {
    before: { ...before, evidenceCount: items.length },
    after: { ...after, evidenceCount: items.length - aside.size },
    items: items.map(({ id, type }) => ({ ...(decided.get(id) ?? elsewhere(id)), type })),
    tie: found.tie,
  }
}

const elsewhere = (itemId: string): Rectification['items'][number] => ({
  itemId,
  action: 'kept',
  weight: 1,
  reason: 'is about another observation',
})

/** Molecule of evidence in a request that names none. */
const UNNAMED = 'UNNAMED'

/** Rectifies the evidence of a molecule. */
export const rectifyTask: HeavyTask<RectifyInput, Sides> = { name: 'rectify', compute: rectified }

/**
 * Finds the items to set aside so that the rest does not contradict itself and, unless it is a dry run, sets them
 * aside.
 */
export function rectifyEvidence(deps: {
  assessments: AssessmentStore
  compute: HeavyComputation
  contentId: ContentId
  now: () => Date
}) {
  return async (actor: Actor, request: RectifyRequest, signal?: AbortSignal): Promise<Rectified> => {
    const threshold = request.contradictionThreshold
    const config = parseFuzzyConfig(request.fuzzyConfig)
    const { organizationId } = actor
    const sides = (state: EvidenceState, { pair, claims }: CandidateState) => {
      const bearing = new Set(claims[0]!.evidence.map(({ id }) => id))
      // Whoever names an observation is told about its items only.
      const listed = request.observation?.observationId === undefined ? state.evidence : []
      const input = {
        pair: { items: pair.items, aside: pair.aside, rivals: pair.rivals },
        others: listed.filter(({ id }) => !bearing.has(id)).map(itemOf),
        config,
        model: state.model,
        nowMs: state.moment.getTime(),
        threshold,
      }
      const size = pair.items.length + input.others.length
      return deps.compute.run(rectifyTask, input, { organizationId, size, signal })
    }
    if (request.evidence !== undefined) {
      const items = request.evidence.map((raw, i): KeepItem => {
        const item = checkEvidence(raw, `evidence_list.${i}`)
        return { id: deps.contentId(contentForm(item)), item }
      })
      const wanted = { moleculeId: UNNAMED, items, includeKept: false }
      const state = await deps.assessments.replay(organizationId, wanted, deps.now())
      const answer = await sides(
        state,
        candidateState(state, config, wantedObservation(state, request.observation), false),
      )
      return { moleculeId: null, moleculeIds: [], applied: false, ...answer }
    }
    if (request.moleculeId === undefined)
      throw invalid('molecule_id', 'is required unless evidence_list is given', undefined)
    const moleculeId = moleculeKey(request.moleculeId)
    const read = async () => {
      const state = await deps.assessments.read(organizationId, moleculeId)
      if (!state) throw unknownMolecule(moleculeId)
      return {
        state,
        candidate: candidateState(state, config, wantedObservation(state, request.observation)),
      }
    }
    if (request.dryRun) {
      const { state, candidate } = await read()
      const answer = await sides(state, candidate)
      return { moleculeId, moleculeIds: candidate.moleculeIds, applied: false, ...answer }
    }
    if (actor.role === 'viewer') {
      throw new Refusal(
        'PERMISSION_ERROR',
        'Rectifying is a write, and the role viewer may only read. Send dry_run: true.',
        {
          field: 'dry_run',
          issue: 'must be true for a viewer',
          provided: false,
        },
      )
    }
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const locked = (await read()).candidate.moleculeIds
      const answer = await deps.assessments.setAside(actor, locked, async (state) => {
        const candidate = candidateState(state, config, wantedObservation(state, request.observation))
        const { moleculeIds } = candidate
        // Another id of the candidate came in before the locks: they are taken again.
        if (moleculeIds.some((id) => !locked.includes(id))) return { result: undefined, aside: [] }
        const found = await sides(state, candidate)
        const ids = new Set(found.items.filter(({ weight }) => weight === 0).map(({ itemId }) => itemId))
        const result = { moleculeId, moleculeIds, applied: ids.size > 0, ...found }
        return { result, aside: withCopies(candidate, ids) }
      })
      if (answer) return answer
    }
    throw new Refusal('CONFLICT', 'The candidate changes at this moment. Send the request again.', {
      field: 'molecule_id',
      issue: 'gets new evidence under other ids',
      provided: request.moleculeId,
    })
  }
}

/** How often the ids of a candidate are looked up again when others write at the same time. */
const MOST_ATTEMPTS = 5

/** Returns items and their copies under any id of the candidate: a copy that stays would count in place of the item. */
function withCopies({ pair, claims }: CandidateState, ids: ReadonlySet<string>): Rival[] {
  const aside = pair.items.filter(({ id }) => ids.has(id))
  return claims.flatMap(({ moleculeId, evidence }) => {
    const copies = evidence.filter((item) => aside.some((one) => isCopy(one, itemOf(item))))
    return copies.length === 0 ? [] : [{ moleculeId, evidence: copies }]
  })
}
