import type { Sex } from '../person.ts'

/**
 * Returns the years from peak height velocity, negative before it, for 8–16 years; SEE 0.59 boys, 0.57 girls (Mirwald
 * et al. 2002).
 */
export function mirwaldOffsetYears(child: {
  readonly sex: Sex
  readonly ageYears: number
  readonly heightCm: number
  readonly sittingHeightCm: number
  readonly weightKg: number
}): number {
  const { ageYears, sittingHeightCm, weightKg } = child
  const legCm = child.heightCm - sittingHeightCm
  const weightByHeight = (100 * weightKg) / child.heightCm
  return child.sex === 'male'
    ? -9.236 +
        0.0002708 * legCm * sittingHeightCm -
        0.001663 * ageYears * legCm +
        0.007216 * ageYears * sittingHeightCm +
        0.02292 * weightByHeight
    : -9.376 +
        0.0001882 * legCm * sittingHeightCm +
        0.0022 * ageYears * legCm +
        0.005841 * ageYears * sittingHeightCm -
        0.002658 * ageYears * weightKg +
        0.07693 * weightByHeight
}
