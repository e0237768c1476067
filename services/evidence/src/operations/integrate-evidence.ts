import { ALGORITHM_VERSION } from '../domain/assessment/assess.ts'
import { INTEGRATION_OBJECTIVES, parseObjectiveWeights } from '../domain/assessment/objectives.ts'
import { moleculeKey } from '../domain/evidence/identifiers.ts'
import { checkEvidence, contentForm, type RawEvidence } from '../domain/evidence/observed-evidence.ts'
import { parseFuzzyConfig } from '../domain/fuzzy/fuzzy-config-parse.ts'
import type { LearnedModel } from '../domain/inference/learned-model.ts'
import { Refusal } from '../domain/refusal.ts'
import { type AssessedState, assessTask, sizeOf } from './assess-state.ts'
import { findMolecule } from './molecules.ts'
import type {
  Actor,
  AssessmentStore,
  ContentId,
  EvidenceState,
  HeavyComputation,
  KeepItem,
  MoleculeStore,
  NewId,
  ResultHash,
  StoredAssessment,
} from './ports.ts'

/** Evidence to assess. */
export interface IntegrateRequest {
  readonly moleculeId: string
  readonly evidence: readonly RawEvidence[]
  readonly fuzzyConfig: unknown
  readonly objectiveWeights: Readonly<Record<string, unknown>> | undefined
  /** Whether to assess the kept evidence of the molecule as well. */
  readonly includeKept: boolean
  /** Past time to replay; nothing is written. */
  readonly asOf: Date | undefined
}

/** Assessment and what was stored. */
export interface Integrated extends AssessedState {
  readonly moleculeId: string
  readonly moment: Date
  readonly model: LearnedModel
  readonly algorithmVersion: string
  /** Hash of the whole assessment, which contains no time. Equal exactly when the assessments are equal. */
  readonly resultHash: string
  /** Number of items that were not kept before. */
  readonly added: number
}

/** Refuses to replay an assessment of another version of the algorithm, and says what can. */
function refuseOtherVersion(stored: StoredAssessment | undefined): void {
  if (!stored || stored.algorithmVersion === ALGORITHM_VERSION) return
  const at = stored.moment.toISOString()
  throw new Refusal(
    'CONFLICT',
    `The assessment of ${at} was made by algorithm ${stored.algorithmVersion}; this service has ${ALGORITHM_VERSION}. Install @assay/evidence ${stored.packageVersion} to replay it. Its score, bounds and hash as they were stored are in GET /v1/molecules/{molecule_id}/assessments.`,
    {
      field: 'as_of',
      issue: `needs algorithm ${stored.algorithmVersion}, package version ${stored.packageVersion}`,
      provided: at,
    },
  )
}

/** Lists the assessments of a molecule as they were stored, newest first. */
export function listAssessments(deps: { assessments: AssessmentStore; molecules: MoleculeStore }) {
  return async (
    actor: Actor,
    id: string,
    { before, limit }: { before: Date | undefined; limit: number },
  ): Promise<{ moleculeId: string; items: readonly StoredAssessment[]; next: Date | undefined }> => {
    const { id: moleculeId } = await findMolecule(deps)(actor, id)
    const found = await deps.assessments.stored(actor.organizationId, moleculeId, {
      before,
      limit: limit + 1,
    })
    const items = found.slice(0, limit)
    return { moleculeId, items, next: found.length > limit ? items.at(-1)?.moment : undefined }
  }
}

/** Returns the hash of an assessment with its pairs. */
export const resultHashOf = ({ assessment, pairs }: AssessedState, hash: ResultHash): string =>
  hash(JSON.stringify([assessment, pairs]))

/**
 * Keeps evidence about a molecule and assesses it. Sending the same items again changes nothing. Concurrent
 * requests have the same effect as one after the other.
 */
export function integrateEvidence(deps: {
  assessments: AssessmentStore
  compute: HeavyComputation
  contentId: ContentId
  resultHash: ResultHash
  newId: NewId
  /** Version of this package, stored with each assessment. */
  packageVersion: string
}) {
  return async (actor: Actor, request: IntegrateRequest): Promise<Integrated> => {
    const moleculeId = moleculeKey(request.moleculeId)
    const config = parseFuzzyConfig(request.fuzzyConfig)
    const weights = parseObjectiveWeights(
      request.objectiveWeights,
      'objective_weights',
      INTEGRATION_OBJECTIVES,
    )
    const items: KeepItem[] = request.evidence.map((raw, i) => {
      const item = checkEvidence(raw, `evidence_list.${i}`)
      return { id: deps.contentId(contentForm(item)), item }
    })
    const concluded = async (state: EvidenceState): Promise<Omit<Integrated, 'added'>> => {
      const input = { state, config, objectiveWeights: weights }
      const { organizationId } = actor
      const assessed = await deps.compute.run(assessTask, input, { organizationId, size: sizeOf(state) })
      return {
        moleculeId,
        ...assessed,
        moment: state.moment,
        model: state.model,
        algorithmVersion: ALGORITHM_VERSION,
        resultHash: resultHashOf(assessed, deps.resultHash),
      }
    }
    const wanted = { moleculeId, items, includeKept: request.includeKept }
    if (request.asOf) {
      refuseOtherVersion(await deps.assessments.storedAt(actor.organizationId, moleculeId, request.asOf))
      return {
        ...(await concluded(await deps.assessments.replay(actor.organizationId, wanted, request.asOf))),
        added: 0,
      }
    }
    const { result, added } = await deps.assessments.keep(actor, wanted, async (state) => {
      const concludedNow = await concluded(state)
      return {
        result: concludedNow,
        record: {
          id: deps.newId(),
          request: {
            evidence_ids: items.map(({ id }) => id),
            include_kept: request.includeKept,
            fuzzy_config: request.fuzzyConfig ?? null,
            objective_weights: request.objectiveWeights ?? null,
          },
          algorithmVersion: ALGORITHM_VERSION,
          packageVersion: deps.packageVersion,
          overallScore: concludedNow.assessment.fuzzyConfidence.overallScore,
          bounds: concludedNow.assessment.fuzzyConfidence.uncertaintyBounds,
          resultHash: concludedNow.resultHash,
        },
      }
    })
    return { ...result, added }
  }
}
