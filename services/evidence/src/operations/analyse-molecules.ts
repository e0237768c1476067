import { type BatchClassification, classifyBatch } from '../domain/classify.ts'
import { distinctItems } from '../domain/evidence-item.ts'
import { defaultFuzzyConfig } from '../domain/fuzzy-config.ts'
import { moleculeKey } from '../domain/identifiers.ts'
import { checkEvidenceType } from '../domain/observed-evidence.ts'
import { posterior } from '../domain/posterior.ts'
import { Refusal } from '../domain/refusal.ts'
import { itemOf, rivalClaim } from './assess-state.ts'
import type { Actor, AssessmentStore } from './ports.ts'

export interface AnalyseRequest {
  readonly moleculeIds: readonly string[]
  readonly confidenceThreshold: number
  readonly evidenceTypes: readonly string[] | undefined
}

/** Accepts or rejects a batch of molecules from what is kept of them, with q-values and the expected false discovery rate. */
export function analyseMolecules(deps: { assessments: AssessmentStore }) {
  return async (actor: Actor, request: AnalyseRequest): Promise<BatchClassification> => {
    const keys = request.moleculeIds.map((id, i) => moleculeKey(id, `molecule_ids.${i}`))
    const types = request.evidenceTypes?.map((type, i) => checkEvidenceType(type, `evidence_types.${i}`))
    const wanted = [...new Set(keys)]
    const states = await deps.assessments.readMany(actor.organizationId, wanted)
    const found = new Map(states.map((state) => [state.moleculeId, state]))
    const missing = keys.findIndex((key) => !found.has(key))
    if (missing >= 0) {
      throw new Refusal('NOT_FOUND', `Your organization has no molecule ${keys[missing]}.`, {
        field: `molecule_ids.${missing}`,
        issue: 'is unknown',
        provided: request.moleculeIds[missing],
      })
    }
    const candidates = wanted.map((key) => {
      const state = found.get(key)!
      const nowMs = state.moment.getTime()
      const items = distinctItems(
        state.evidence.filter(({ type }) => types === undefined || types.includes(type)).map(itemOf),
      )
      const rivals = rivalClaim(state.rivals, defaultFuzzyConfig, state.model, nowMs)
      const { score, bounds } = posterior(items, defaultFuzzyConfig, state.model, {
        nowMs,
        ...(rivals ? { rivals } : {}),
      })
      return { moleculeId: key, probability: score, bounds, evidenceCount: items.length }
    })
    return classifyBatch(candidates, request.confidenceThreshold)
  }
}
