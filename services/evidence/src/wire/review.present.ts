import type { Static } from 'typebox'
import { type ObservationKey, runName } from '../domain/evidence/observed-evidence.ts'
import type { RefitPreview, ReviewCase, reviewCases } from '../operations/review.ts'
import { presentReport } from './calibration.present.ts'
import { presentCalibrated } from './integrate.present.ts'
import type { RefitAnswer, ReviewAnswer } from './review.schema.ts'

const presentPair = (
  key: ObservationKey,
  { moleculeIds, key: candidate, name }: ReviewCase['candidate'],
) => ({
  run_id: runName(key.runId),
  observation_id: key.observationId,
  molecule_id: moleculeIds[0],
  candidate_key: candidate,
  name,
})

/** Presents the pairs to label next. */
export const presentReview = ({
  cases,
  model,
}: Awaited<ReturnType<ReturnType<typeof reviewCases>>>): Static<typeof ReviewAnswer> => ({
  cases: cases.map((one) => ({
    ...presentPair(one.key, one.candidate),
    probability: one.probability,
    bounds: [...one.bounds],
    none: one.none,
    candidates: one.candidates,
    information_bits: one.bits,
  })),
  calibration: presentCalibrated([], model),
  model_version: model.version,
})

/** Presents what a fit would change. */
export const presentRefit = (preview: RefitPreview, threshold: number): Static<typeof RefitAnswer> => ({
  labels: preview.labels,
  positives: preview.positives,
  enough: preview.enough,
  model_version: preview.inUse.version,
  unseen: presentReport(preview.unseen),
  cross_validated: presentReport(preview.crossValidated),
  base_log_odds: { before: preview.inUse.priorLogOdds, after: preview.refitted.priorLogOdds },
  none_log_odds: { before: preview.inUse.noneLogOdds, after: preview.refitted.noneLogOdds },
  types: preview.types.map(({ type, levels, supportCorrelation, oppositionCorrelation }) => ({
    type,
    levels: levels.map((level) => ({ ...level })),
    support_correlation: { ...supportCorrelation },
    opposition_correlation: { ...oppositionCorrelation },
  })),
  confidence_threshold: threshold,
  observations: preview.observations,
  accepted: { before: preview.acceptedBefore, after: preview.acceptedAfter },
  newly_accepted: preview.newlyAccepted,
  no_longer_accepted: preview.noLongerAccepted,
  mean_change: preview.meanChange,
  largest_changes: preview.largest.map(({ key, candidate, before, after }) => ({
    ...presentPair(key, candidate),
    before,
    after,
  })),
})
