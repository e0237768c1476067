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

/** Classifies a batch of molecules. */
export const classifyTask: HeavyTask<ClassifyInput, BatchClassification> = {
  name: 'classify',
  compute: ({ states, types, config, confidenceThreshold }) => {
    const candidates = states.map((state) => {
      const wanted = (item: StoredEvidence) => types === undefined || types.includes(itemOf(item).type)
      const evidence = state.evidence.filter(wanted)
      const aside = state.aside?.filter(wanted) ?? []
      const [best] = pairsOf({ ...state, evidence, aside }, config)
      const evidenceCount = distinctItems(evidence.map(itemOf)).length
      return {
        moleculeId: state.moleculeId,
        probability: best.probability,
        bounds: best.bounds,
        evidenceCount,
      }
    })
    return classifyBatch(candidates, confidenceThreshold)
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
    const batch = await deps.compute.run(
      classifyTask,
      { states, types, config, confidenceThreshold },
      { organizationId, size, signal },
    )
    const inUse = states.flatMap(({ evidence }) => evidence.map((item) => itemOf(item).type))
    return {
      batch,
      types: new Set(inUse.filter((type) => types === undefined || types.includes(type))),
      model: states[0]!.model,
    }
  }
}
