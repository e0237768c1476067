import { type CombinationParameters, DEFAULT_COMBINATION } from './combine.ts'
import type { LikelihoodCounts } from './likelihood-table.ts'
import { identityRecalibration, type Recalibration } from './recalibration.ts'

/** What rivals for the same observation take away, on the log-odds scale (see `rivals.ts`). */
export interface RivalParameters {
  /** κ: weight of log(number of candidates), ≥ 0. */
  readonly countWeight: number
  /** γ: weight of softplus(log-odds of the best rival), ≥ 0. */
  readonly bestWeight: number
}

/** Everything labels have taught. Plain data: it is stored as JSON and versioned. */
export interface LearnedModel {
  readonly version: number
  /** ℓ₀, the log-odds before any evidence. */
  readonly priorLogOdds: number
  /** Observed Dirichlet counts per evidence type (the default prior is added when a table is made). */
  readonly tables: Readonly<Record<string, LikelihoodCounts>>
  /** The same for measurement quality. */
  readonly qualityTables: Readonly<Record<string, LikelihoodCounts>>
  readonly combination: Readonly<Record<string, CombinationParameters>>
  readonly rivals: RivalParameters
  /** Last step: a monotone map of ℓ. */
  readonly recalibration: Recalibration
}

/**
 * Before any label: even odds, default tables, and exclusive rivals, for which softplus of a rival's log-odds is
 * exactly what makes p = o/(1 + o + o_rival), "none of these" keeping the 1.
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

/** The combination parameters of a type: learned, or the documented defaults. */
export function combinationOf(model: LearnedModel, type: string): CombinationParameters {
  return model.combination[type] ?? DEFAULT_COMBINATION
}
