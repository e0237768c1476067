import { type BatchClassification, classifyBatch } from '../domain/assessment/classify.ts'
import { distinctItems } from '../domain/evidence/evidence-item.ts'
import { checkEvidenceType } from '../domain/evidence/evidence-type.ts'
import { moleculeKey } from '../domain/evidence/identifiers.ts'
import type { FuzzyConfig } from '../domain/fuzzy/fuzzy-config.ts'
import { parseFuzzyConfig } from '../domain/fuzzy/fuzzy-config-parse.ts'
import type { LearnedModel } from '../domain/inference/learned-model.ts'
import { Refusal } from '../domain/refusal.ts'
import { itemOf, pairsOf, sizeOf } from './assess-state.ts'
import type {
  Actor,
  AssessmentStore,
  EvidenceState,
  HeavyComputation,
  HeavyTask,
  Rival,
  StoredEvidence,
} from './ports.ts'

/** Batch of molecules to classify. */
export interface AnalyseRequest {
  readonly moleculeIds: readonly string[]
  readonly confidenceThreshold: number
  readonly evidenceTypes: readonly string[] | undefined
  readonly fuzzyConfig: unknown
}

/** Classified batch, the evidence types in use and the model. */
export interface Analysed {
  readonly batch: BatchClassification
  readonly types: ReadonlySet<string>
  readonly model: LearnedModel
}

/** Input of `classifyTask`. */
export interface ClassifyInput {
  readonly states: readonly EvidenceState[]
  /** Evidence types to use; undefined for all. */
  readonly types: readonly string[] | undefined
  readonly config: FuzzyConfig
  readonly confidenceThreshold: number
}

const WHOLE = { wholeCandidate: true } as const

/** Classified batch and the evidence types in use. */
export type Classified = Pick<Analysed, 'batch' | 'types'>

/** Classifies a batch of molecules, each with the evidence of all ids of the candidate. */
export const classifyTask: HeavyTask<ClassifyInput, Classified> = {
  name: 'classify',
  compute: ({ states, types, config, confidenceThreshold }) => {
    const wanted = (item: StoredEvidence) => types === undefined || types.includes(itemOf(item).type)
    const narrowed = <Claim extends Rival>(claim: Claim): Claim => ({
      ...claim,
      evidence: claim.evidence.filter(wanted),
      aside: claim.aside?.filter(wanted) ?? [],
    })
    const inUse = new Set<string>()
    const candidates = states.map((state) => {
      // The types that are left out are those of the candidate, under all its ids; its rivals keep theirs.
      const ids = new Set(pairsOf(state, config, WHOLE).flatMap(({ otherIds }) => otherIds))
      const rivals = state.rivals.map((rival) => (ids.has(rival.moleculeId) ? narrowed(rival) : rival))
      const [best] = pairsOf({ ...narrowed(state), rivals }, config, WHOLE)
      const evidence = [state, ...rivals.filter(({ moleculeId }) => ids.has(moleculeId))].flatMap((one) =>
        one.evidence.filter(wanted),
      )
      const items = distinctItems(evidence.map(itemOf))
      for (const { type } of items) inUse.add(type)
      return {
        moleculeId: state.moleculeId,
        probability: best.probability,
        bounds: best.bounds,
        evidenceCount: items.length,
      }
    })
    return { batch: classifyBatch(candidates, confidenceThreshold), types: inUse }
  },
}

/**
 * Accepts or rejects a batch of molecules by their kept evidence, with q-values and the expected false discovery
 * rate.
 */
export function analyseMolecules(deps: { assessments: AssessmentStore; compute: HeavyComputation }) {
  return async (actor: Actor, request: AnalyseRequest, signal?: AbortSignal): Promise<Analysed> => {
    const keys = request.moleculeIds.map((id, i) => moleculeKey(id, `molecule_ids.${i}`))
    const types = request.evidenceTypes?.map((type, i) => checkEvidenceType(type, `evidence_types.${i}`))
    const config = parseFuzzyConfig(request.fuzzyConfig)
    const wanted = [...new Set(keys)]
    const { organizationId } = actor
    const found = new Map(
      (await deps.assessments.readMany(organizationId, wanted)).map((state) => [state.moleculeId, state]),
    )
    const missing = keys.findIndex((key) => !found.has(key))
    if (missing >= 0) {
      throw new Refusal('NOT_FOUND', `Your organization has no molecule ${keys[missing]}.`, {
        field: `molecule_ids.${missing}`,
        issue: 'does not exist',
        provided: request.moleculeIds[missing],
      })
    }
    const states = wanted.map((key) => found.get(key)!)
    const { confidenceThreshold } = request
    const size = states.reduce((sum, state) => sum + sizeOf(state), 0)
    const input = { states, types, config, confidenceThreshold }
    const classified = await deps.compute.run(classifyTask, input, { organizationId, size, signal })
    return { ...classified, model: states[0]!.model }
  }
}
