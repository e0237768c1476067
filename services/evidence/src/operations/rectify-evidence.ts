import { type Rectification, rectify } from '../domain/assessment/rectify.ts'
import { distinctItems, type EvidenceItem } from '../domain/evidence/evidence-item.ts'
import { moleculeKey } from '../domain/evidence/identifiers.ts'
import { checkEvidence, contentForm, type RawEvidence } from '../domain/evidence/observed-evidence.ts'
import type { FuzzyConfig } from '../domain/fuzzy/fuzzy-config.ts'
import { parseFuzzyConfig } from '../domain/fuzzy/fuzzy-config-parse.ts'
import type { LearnedModel } from '../domain/inference/learned-model.ts'
import { bearsOn, type Pair } from '../domain/inference/pairs.ts'
import { posterior } from '../domain/inference/posterior.ts'
import { conflictScore } from '../domain/network/scores.ts'
import { invalid, Refusal } from '../domain/refusal.ts'
import { itemOf } from './assess-state.ts'
import { chosenPair, type WantedObservation } from './chosen-pair.ts'
import { unknownMolecule } from './molecules.ts'
import type {
  Actor,
  AssessmentStore,
  ContentId,
  EvidenceState,
  HeavyComputation,
  HeavyTask,
  KeepItem,
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
  const result = posterior(items, config, model, { nowMs, ...(rivals ? { rivals } : {}) })
  return {
    overallScore: result.score,
    bounds: result.bounds,
    conflictScore: conflictScore(result.items),
  }
}

/** Input of `rectifyTask`. */
export interface RectifyInput {
  readonly evidence: readonly EvidenceItem[]
  /** Pair whose contradictions are resolved: items about other observations contradict nothing. */
  readonly pair: Pick<Pair, 'observation' | 'rivals'>
  readonly config: FuzzyConfig
  readonly model: LearnedModel
  readonly nowMs: number
  readonly threshold: number | undefined
}

type Sides = Omit<Rectified, 'moleculeId' | 'applied'>

function rectified(input: RectifyInput): Sides {
  const { evidence, pair, config, model, nowMs, threshold } = input
  const items = distinctItems(evidence)
  const own = items.filter(bearsOn(pair.observation))
  const found = rectify(posterior(own, config, model, { nowMs }).items, model, 'set_aside', threshold)
  const decided = new Map(found.items.map((item) => [item.itemId, item]))
  const aside = new Set(found.items.filter(({ weight }) => weight === 0).map(({ itemId }) => itemId))
  const before = sideOf(own, input)
  const rest = own.filter(({ id }) => !aside.has(id))
  const after = sideOf(rest, input)
  return {
    before: { ...before, evidenceCount: items.length },
    after: { ...after, bounds: hull(before.bounds, after.bounds), evidenceCount: items.length - aside.size },
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

/** Returns the smallest interval around both: setting evidence aside does not undo the conflict that it showed. */
const hull = (a: readonly [number, number], b: readonly [number, number]): readonly [number, number] => [
  Math.min(a[0], b[0]),
  Math.max(a[1], b[1]),
]

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
    const sides = (state: EvidenceState) => {
      const { observation, rivals } = chosenPair(state, config, request.observation)
      const input = {
        evidence: state.evidence.map(itemOf),
        pair: { observation, rivals },
        config,
        model: state.model,
        nowMs: state.moment.getTime(),
        threshold,
      }
      return deps.compute.run(rectifyTask, input, { organizationId, size: state.evidence.length, signal })
    }
    if (request.evidence !== undefined) {
      const items = request.evidence.map((raw, i): KeepItem => {
        const item = checkEvidence(raw, `evidence_list.${i}`)
        return { id: deps.contentId(contentForm(item)), item }
      })
      const wanted = { moleculeId: UNNAMED, items, includeKept: false }
      const state = await deps.assessments.replay(organizationId, wanted, deps.now())
      const answer = await sides(state)
      return { moleculeId: null, applied: false, ...answer }
    }
    if (request.moleculeId === undefined)
      throw invalid('molecule_id', 'is required unless evidence_list is given', undefined)
    const moleculeId = moleculeKey(request.moleculeId)
    if (request.dryRun) {
      const state = await deps.assessments.read(organizationId, moleculeId)
      if (!state) throw unknownMolecule(moleculeId)
      const answer = await sides(state)
      return { moleculeId, applied: false, ...answer }
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
    const answer = await deps.assessments.setAside(actor, moleculeId, async (state) => {
      const found = await sides(state)
      const ids = found.items.filter(({ weight }) => weight === 0).map(({ itemId }) => itemId)
      return { result: { moleculeId, applied: ids.length > 0, ...found }, ids }
    })
    if (!answer) throw unknownMolecule(moleculeId)
    return answer
  }
}
