import { type CombinationParameters, DEFAULT_COMBINATION } from './combine.ts'
import type { LikelihoodCounts } from './likelihood-table.ts'
import { identityRecalibration, type Recalibration } from './recalibration.ts'

/** Weights of rivals for the same observation, on the log-odds scale (see `rivals.ts`). */
export interface RivalParameters {
  /** κ: weight of log(number of candidates), ≥ 0. */
  readonly countWeight: number
  /** γ: weight of softplus(log-odds of the best rival), ≥ 0. */
  readonly bestWeight: number
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
  readonly rivals: RivalParameters
  /** Last step: monotone map of ℓ. */
  readonly recalibration: Recalibration
}

/**
 * Model without labels: even odds, default tables and exclusive rivals. With softplus of the rival's log-odds the
 * probability is exactly p = o/(1 + o + o_rival), where the 1 stands for "none of these".
 */
export const untrainedModel: LearnedModel = {
  version: 0,
  priorLogOdds: 0,
  tables: {},
  qualityTables: {},
  combination: {},
  rivals: { countWeight: 0, bestWeight: 1 },
  recalibration: identityRecalibration,
}

/** Returns the combination parameters of a type: learned, or the defaults. */
export function combinationOf(model: LearnedModel, type: string): CombinationParameters {
  return model.combination[type] ?? DEFAULT_COMBINATION
}
