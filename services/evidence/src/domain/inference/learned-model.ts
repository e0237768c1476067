import { type CombinationParameters, DEFAULT_COMBINATION } from './combine.ts'
import { presetLevels } from './type-kinds.ts'

/** What the parameters of a model were fitted to. */
interface CalibrationSource {
  readonly by: 'nothing' | 'labels' | 'decoys' | 'mixture'
  /** Number of labels (or of decoys and targets) behind the fit. */
  readonly labels: number
  /** Set if the fit predicted labels that it had not seen no better than their share of right ones does. */
  readonly unproven?: true
}

/** Fitted parameters of one evidence type. */
export interface TypeParameters extends CombinationParameters {
  /** λ at the centres of the nine internal terms (for probabilities: added to their definition). */
  readonly levels: readonly number[]
  /** Added to λ by the measurement quality of an item, at the same centres; empty if no label had one. */
  readonly qualityLevels: readonly number[]
  /** τ: standard deviation of the error that a source of this type brings of its own, in log-odds. */
  readonly sourceSpread: number
}

/** Uncertainty of fitted parameters: the covariance of their posterior. */
interface ParameterCovariance {
  /** Types in the order of their parameters, which follow those of prior, ν and its slope. */
  readonly types: readonly string[]
  /** Lower triangle, row by row. */
  readonly values: readonly number[]
}

/** Model learned from labels. Plain data, stored as JSON with a version. */
export interface LearnedModel {
  readonly version: number
  /** ℓ₀, the log-odds without evidence. */
  readonly priorLogOdds: number
  /** ν: log-odds of "none of these" in an observation with rivals; 0 until labels are learned. */
  readonly noneLogOdds: number
  /** Change of ν per unit of ln(number of candidates). */
  readonly noneByLogCount: number
  readonly types: Readonly<Record<string, TypeParameters>>
  /** Absent until something was fitted: bounds then come from the presets. */
  readonly covariance?: ParameterCovariance
  /** Last factor of the half-width of the bounds, learned on held-out labels. */
  readonly widthFactor: number
  readonly calibration: CalibrationSource
}

/** Number of parameters before those of the types: ℓ₀, ν and the slope of ν. */
export const COMMON_PARAMETERS = 3

/** τ of a type before labels. */
export const DEFAULT_SOURCE_SPREAD = 0.35

/**
 * Model without labels: even odds, preset tables and exclusive candidates, p = o/(1 + o + Σ o_rival), where the 1
 * stands for "none of these".
 */
export const untrainedModel: LearnedModel = {
  version: 0,
  priorLogOdds: 0,
  noneLogOdds: 0,
  noneByLogCount: 0,
  types: {},
  widthFactor: 1,
  calibration: { by: 'nothing', labels: 0 },
}

const presets = new Map<string, TypeParameters>()

/** Returns the parameters of a type: fitted, or its preset. */
export function typeParameters(model: LearnedModel, type: string): TypeParameters {
  if (Object.hasOwn(model.types, type)) return model.types[type]!
  let preset = presets.get(type)
  if (preset === undefined) {
    preset = {
      ...DEFAULT_COMBINATION,
      levels: presetLevels(type),
      qualityLevels: [],
      sourceSpread: DEFAULT_SOURCE_SPREAD,
    }
    if (presets.size < 1000) presets.set(type, preset)
  }
  return preset
}

/** Returns the combination parameters of a type: learned, or the defaults. */
export function combinationOf(model: LearnedModel, type: string): CombinationParameters {
  return typeParameters(model, type)
}
