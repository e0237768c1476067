import type { LearnedModel } from './learned-model.ts'
import { typePreset } from './type-kinds.ts'

/** What a score rests on. */
export interface Calibrated {
  /** Whether the model was fitted to labels, decoys or a mixture. */
  readonly calibrated: boolean
  readonly calibratedBy: LearnedModel['calibration']['by']
  /** Types in use that have neither a preset nor labels, sorted; they say little. */
  readonly uncalibratedTypes: readonly string[]
}

/** Returns whether a model was fitted to anything. Only then may a false discovery rate be stated. */
export const isFitted = (model: LearnedModel): boolean => model.calibration.by !== 'nothing'

/** Returns what scores of these evidence types rest on. */
export function calibratedOf(types: Iterable<string>, model: LearnedModel): Calibrated {
  const uncalibrated = [...new Set(types)].filter(
    (type) => typePreset(type).kind === 'unknown' && !Object.hasOwn(model.types, type),
  )
  return {
    calibrated: isFitted(model),
    calibratedBy: model.calibration.by,
    uncalibratedTypes: uncalibrated.sort(),
  }
}
