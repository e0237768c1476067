import type { LearnedModel } from '../inference/learned-model.ts'
import type { CalibrationReport } from './report.ts'

/** Returns the log loss of always stating the share of right labels, the least that a fit has to beat. */
function logLossOfShare({ count, positives }: CalibrationReport): number {
  const share = positives / count
  return share === 0 || share === 1 ? 0 : -share * Math.log(share) - (1 - share) * Math.log(1 - share)
}

/**
 * Marks a model of labels as unproven unless it predicted labels that it had not seen better than their share of right
 * ones does. A calibrated probability does so on average; a fit to few or arbitrary labels does not, and the false
 * discovery rate that it would state is chance. It still ranks candidates.
 */
export function judgeFit(model: LearnedModel, crossValidated: CalibrationReport): LearnedModel {
  const { calibration } = model
  if (calibration.by !== 'labels' || crossValidated.logLoss < logLossOfShare(crossValidated)) return model
  return { ...model, calibration: { ...calibration, unproven: true } }
}
