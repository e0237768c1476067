import { type NoValue, noValue } from './card.ts'
import type { Inputs } from './inputs.ts'

/**
 * Computes a value from the fat-free mass in kg: as measured, or from weight and body fat. No value when neither is given
 * or the measured mass is not below the weight.
 */
export function fromFatFreeMass(
  { fatFreeMassKg, weightKg, bodyFatPercent }: Pick<Inputs, 'fatFreeMassKg' | 'weightKg' | 'bodyFatPercent'>,
  compute: (kg: number) => number,
): number | NoValue {
  if (fatFreeMassKg !== undefined)
    return weightKg !== undefined && fatFreeMassKg >= weightKg
      ? noValue('the fat-free mass must be below the body weight')
      : compute(fatFreeMassKg)
  if (weightKg === undefined) return noValue('needs weight_kg and body_fat_percent', 'weightKg')
  if (bodyFatPercent === undefined)
    return noValue('needs body_fat_percent or fat_free_mass_kg', 'bodyFatPercent')
  return compute(weightKg * (1 - bodyFatPercent / 100))
}
