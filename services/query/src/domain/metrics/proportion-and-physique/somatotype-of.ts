import type { Given, InputName } from '../inputs.ts'
import { ectomorphyOf, endomorphyOf, mesomorphyOf, type Somatotype } from './somatotype.ts'

/** The ten measurements of a complete anthropometric somatotype (Carter & Heath 1990). */
export const SOMATOTYPE_INPUTS = [
  'heightCm',
  'weightKg',
  'tricepsMm',
  'subscapularMm',
  'supraspinaleMm',
  'calfMm',
  'humerusBreadthCm',
  'femurBreadthCm',
  'flexedArmCm',
  'calfCm',
] as const satisfies readonly InputName[]

/** The whole somatotype of the ten measurements. */
export const somatotypeOf = (inputs: Given<(typeof SOMATOTYPE_INPUTS)[number]>): Somatotype => ({
  endomorphy: endomorphyOf(inputs.tricepsMm + inputs.subscapularMm + inputs.supraspinaleMm, inputs.heightCm),
  mesomorphy: mesomorphyOf(inputs),
  ectomorphy: ectomorphyOf(inputs.heightCm, inputs.weightKg),
})
