import type { Sex } from '../inputs.ts'

/** Lines kcal/day = slope·kg + base by sex and lower age bound in years. */
export type AgeBands = Readonly<
  Record<Sex, readonly (readonly [fromYears: number, slope: number, base: number])[]>
>

/** Resting energy in kcal/day from the line of the age band that holds the age. */
export function byAgeBand(bands: AgeBands, sex: Sex, ageYears: number, weightKg: number): number {
  const [, slope, base] = bands[sex].findLast(([from]) => ageYears >= from) ?? bands[sex][0]!
  return slope * weightKg + base
}
