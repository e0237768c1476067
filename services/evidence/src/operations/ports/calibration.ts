import type { ObservationKey } from '../../domain/evidence/observed-evidence.ts'
import type { LearnedModel } from '../../domain/inference/learned-model.ts'
import type { Actor } from './accounts.ts'
import type { Rival } from './assessments.ts'

/** Scores from which a model is fitted without labels, and the model in use. */
export interface ScoredCandidates {
  /** Observations that were drawn, and how many there are. */
  readonly observations: readonly ObservationKey[]
  readonly observationsTotal: number
  /** Every molecule that claims one of the observations, sorted by molecule. */
  readonly claims: readonly Rival[]
  /** Molecules without observations. */
  readonly bare: readonly Rival[]
  readonly model: LearnedModel
}

/** Kept scores, for a calibration without labels. */
export interface ScoreStore {
  /**
   * Draws observations of a run, or of all runs and molecules without observations. The draw is the same every time.
   * Returns undefined if the organization does not have the run. Refuses an actor who may not store the model.
   */
  draw(actor: Actor, runId: string | undefined): Promise<ScoredCandidates | undefined>
}
