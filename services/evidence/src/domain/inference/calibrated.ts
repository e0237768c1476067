import type { LearnedModel } from './learned-model.ts'
import { typePreset } from './type-kinds.ts'

/** What a score rests on. */
export interface Calibrated {
  /** Whether the model was fitted to labels, decoys or a mixture, and held on labels that it had not seen. */
  readonly calibrated: boolean
  readonly calibratedBy: LearnedModel['calibration']['by']
  /** Types in use that have neither a preset nor labels, sorted; they say little. */
  readonly uncalibratedTypes: readonly string[]
}

/**
 * Returns whether a model was fitted to anything, and if to labels, whether the fit held on labels that it had not seen.
 * Only then may a false discovery rate be stated.
 */
export const isCalibrated = ({ by, unproven }: LearnedModel['calibration']): boolean =>
  by !== 'nothing' && unproven !== true

/** Returns what scores of these evidence types rest on. */
export function calibratedOf(types: Iterable<string>, model: LearnedModel): Calibrated {
  const uncalibrated = [...new Set(types)].filter(
    (type) => typePreset(type).kind === 'unknown' && !Object.hasOwn(model.types, type),
  )
  return {
    calibrated: isCalibrated(model.calibration),
    calibratedBy: model.calibration.by,
    uncalibratedTypes: uncalibrated.sort(),
  }
}
