import type { Static } from 'typebox'
import type { CalibrationReport } from '../domain/calibration/report.ts'
import { wilsonBounds } from '../domain/calibration/wilson.ts'
import type { FittedWithoutLabels } from '../operations/calibrate-without-labels.ts'
import type { Report, WithoutLabelsAnswer } from './calibration.schema.ts'

/** Presents a calibration report. */
export const presentReport = (report: CalibrationReport): Static<typeof Report> => ({
  labels: report.count,
  positives: report.positives,
  auroc: report.auroc ?? null,
  brier: report.brier,
  log_loss: report.logLoss,
  ece: report.expectedCalibrationError,
  ece_equal_mass: report.equalMassCalibrationError,
  reliability: report.reliability.map((bin) => ({
    from: bin.from,
    to: bin.to,
    count: bin.count,
    mean_probability: bin.meanProbability,
    observed_frequency: bin.observedFrequency,
    frequency_bounds: wilsonBounds(Math.round(bin.observedFrequency * bin.count), bin.count),
  })),
})

/** Presents the result of a calibration without labels. */
export const presentWithoutLabels = (fitted: FittedWithoutLabels): Static<typeof WithoutLabelsAnswer> => ({
  model_version: fitted.modelVersion,
  calibrated_by: fitted.by,
  candidates: fitted.candidates,
  decoys: fitted.decoys,
  observations: fitted.observations,
  observations_total: fitted.observationsTotal,
})
