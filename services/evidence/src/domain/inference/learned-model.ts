import { type CombinationParameters, DEFAULT_COMBINATION } from './combine.ts'
import type { LikelihoodCounts } from './likelihood-table.ts'
import { identityRecalibration, type Recalibration } from './recalibration.ts'

/** What the parameters of a model were fitted to. */
export interface CalibrationSource {
  readonly by: 'nothing' | 'labels' | 'decoys' | 'mixture'
  /** Number of labels (or of decoys and targets) behind the fit. */
  readonly labels: number
}

/** Model learned from labels. Plain data, stored as JSON with a version. */
export interface LearnedModel {
  readonly version: number
  /** ℓ₀, the log-odds without evidence. */
  readonly priorLogOdds: number
  /** Observed Dirichlet counts per evidence type. The default prior is added when a table is created. */
  readonly tables: Readonly<Record<string, LikelihoodCounts>>
  /** The same for measurement quality. */
  readonly qualityTables: Readonly<Record<string, LikelihoodCounts>>
  readonly combination: Readonly<Record<string, CombinationParameters>>
  /** ν: log-odds of "none of these" in an observation with rivals; 0 until labels are learned. */
  readonly noneLogOdds: number
  /** Change of ν per unit of ln(number of candidates). */
  readonly noneByLogCount: number
  readonly calibration: CalibrationSource
  /** Last step: monotone map of ℓ. */
  readonly recalibration: Recalibration
}

/**
 * Model without labels: even odds, default tables and exclusive candidates, p = o/(1 + o + Σ o_rival), where the 1
 * stands for "none of these".
 */
export const untrainedModel: LearnedModel = {
  version: 0,
  priorLogOdds: 0,
  tables: {},
  qualityTables: {},
  combination: {},
  noneLogOdds: 0,
  noneByLogCount: 0,
  calibration: { by: 'nothing', labels: 0 },
  recalibration: identityRecalibration,
}

/** Returns the combination parameters of a type: learned, or the defaults. */
export function combinationOf(model: LearnedModel, type: string): CombinationParameters {
  return model.combination[type] ?? DEFAULT_COMBINATION
}

/**
 * Reads a stored model. Models stored before candidates were exclusive lack the share of "none of these", which is
 * then the default; the weights of rivals that they had instead are left out.
 */
export function readStoredModel(stored: Partial<LearnedModel> & { readonly version: number }): LearnedModel {
  const calibration: CalibrationSource = { by: stored.version > 0 ? 'labels' : 'nothing', labels: 0 }
  return { ...untrainedModel, calibration, ...stored }
}
