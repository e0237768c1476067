import { calibrateWithoutLabels, LEAST_CANDIDATES } from '../domain/calibration/calibrate-without-labels.ts'
import type { LabelledObservation } from '../domain/calibration/labelled-observation.ts'
import { distinctItems } from '../domain/evidence/evidence-item.ts'
import { observationText, runScope } from '../domain/evidence/observed-evidence.ts'
import { isCalibrated } from '../domain/inference/calibrated.ts'
import { poolCandidates } from '../domain/inference/candidates.ts'
import { type LearnedModel, untrainedModel } from '../domain/inference/learned-model.ts'
import { invalid, Refusal } from '../domain/refusal.ts'
import { itemOf } from './assess-state.ts'
import { claimsByObservation, claimsOf } from './claims.ts'
import type { Actor, HeavyComputation, HeavyTask, LabelStore, ScoredCandidates, ScoreStore } from './ports.ts'
import { unknownRun } from './runs.ts'

/** What to calibrate from, as received. */
export interface WithoutLabelsRequest {
  readonly runId: string | undefined
  /** Whether to replace a model that was fitted to labels. */
  readonly replaceLabels: boolean
}

/** Result of a calibration without labels. */
export interface FittedWithoutLabels {
  readonly modelVersion: number
  readonly by: 'decoys' | 'mixture'
  readonly candidates: number
  readonly decoys: number
  readonly observations: number
  readonly observationsTotal: number
}

/** Returns the candidates of the drawn observations, and molecules without observations, without labels. */
function candidatesOf({ observations, claims, bare }: ScoredCandidates): LabelledObservation[] {
  const claiming = claimsByObservation(claimsOf(claims))
  return [
    ...observations.flatMap((key) => {
      const observationId = observationText(key)
      return poolCandidates(claiming(observationId), observationId).map(({ items }) => ({
        items,
        observationId,
      }))
    }),
    ...bare.map(({ evidence }) => ({ items: distinctItems(evidence.map(itemOf)) })),
  ]
}

/** Fits a model to scores alone. */
export const fitWithoutLabelsTask: HeavyTask<readonly LabelledObservation[], LearnedModel> = {
  name: 'fit-without-labels',
  // The store assigns the version.
  compute: (observations) => calibrateWithoutLabels(observations, untrainedModel.version),
}

/** Approximate number of times that the fit reads each item. */
const PASSES = 100

/**
 * Fits a model to kept scores without labels: decoys show how wrong candidates score, a mixture explains the rest.
 * Stores it as a new version, which is used from then on. Stores nothing if there is too little to learn from.
 */
export function fitWithoutLabels(deps: {
  scores: ScoreStore
  labels: LabelStore
  compute: HeavyComputation
}) {
  return async (
    actor: Actor,
    { runId, replaceLabels }: WithoutLabelsRequest,
    signal?: AbortSignal,
  ): Promise<FittedWithoutLabels> => {
    const { organizationId } = actor
    const drawn = await deps.scores.draw(actor, runId === undefined ? undefined : runScope(runId))
    if (!drawn) throw unknownRun(runId!)
    if (drawn.model.calibration.by === 'labels' && !replaceLabels)
      throw new Refusal(
        'CONFLICT',
        'The model in use was fitted to labels, which say more than scores alone. Send replace_labels: true to replace it.',
        {
          field: 'replace_labels',
          issue: 'must be true to replace a model that was fitted to labels',
          provided: false,
        },
      )
    const observations = candidatesOf(drawn)
    const decoys = observations.filter(({ items }) => items.some((item) => item.decoy === true)).length
    const candidates = observations.length - decoys
    const size = PASSES * observations.reduce((sum, { items }) => sum + items.length, 0)
    const model = await deps.compute.run(fitWithoutLabelsTask, observations, { organizationId, size, signal })
    if (!isCalibrated(model.calibration))
      throw invalid(
        'run_id',
        `has ${candidates} scored candidates besides decoys; a calibration without labels needs at least ${LEAST_CANDIDATES}`,
        runId,
      )
    return {
      modelVersion: await deps.labels.addModel(actor, model, 0),
      by: model.calibration.by === 'decoys' ? 'decoys' : 'mixture',
      candidates,
      decoys,
      observations: drawn.observations.length,
      observationsTotal: drawn.observationsTotal,
    }
  }
}
