import type { Assessment } from '../domain/assess.ts'
import { defaultFuzzyConfig } from '../domain/fuzzy-config.ts'
import { moleculeKey } from '../domain/identifiers.ts'
import { type Prediction, predictEvidence } from '../domain/predict-evidence.ts'
import { assessState } from './assess-state.ts'
import { unknownMolecule } from './molecules.ts'
import type { Actor, AssessmentStore, EvidenceState } from './ports.ts'

const MS_PER_DAY = 86_400_000

export interface NetworkStats {
  readonly moleculeId: string
  readonly assessment: Assessment
  readonly state: EvidenceState
  /** For the types that the molecule lacks; undefined unless asked for. */
  readonly predictions: readonly Prediction[] | undefined
}

/** The evidence types that the organization's molecules have shown. */
const knownTypes = (state: EvidenceState): string[] => [
  ...new Set(Object.keys(state.network.patterns).flatMap((key) => key.split('\u0000'))),
]

/** Statistics of everything kept of a molecule, now or at a past time. */
export function networkStats(deps: { assessments: AssessmentStore }) {
  return async (
    actor: Actor,
    id: string,
    request: { includePredictions: boolean; temporalWindowDays: number | undefined; asOf: Date | undefined },
  ): Promise<NetworkStats> => {
    const moleculeId = moleculeKey(id)
    const found = await deps.assessments.read(actor.organizationId, moleculeId, request.asOf)
    if (!found) throw unknownMolecule(moleculeId)
    const from =
      request.temporalWindowDays === undefined
        ? Number.NEGATIVE_INFINITY
        : found.moment.getTime() - request.temporalWindowDays * MS_PER_DAY
    const evidence = found.evidence.filter(({ observedAt }) => observedAt.getTime() >= from)
    const state = { ...found, evidence }
    const present = new Set(evidence.map(({ type }) => type))
    const predictions = request.includePredictions
      ? predictEvidence(
          state.network.patterns,
          evidence,
          knownTypes(state).filter((type) => !present.has(type)),
        )
      : undefined
    return { moleculeId, assessment: assessState(state, defaultFuzzyConfig), state, predictions }
  }
}
