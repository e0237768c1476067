import { type InputName, inputSpec } from '../metrics/inputs.ts'

/** Two observers' largest allowed difference D at 95 % means a standard deviation of D / (1.96·√2) for each. */
const fromAllowedDifference = (difference: number): number => difference / (1.96 * Math.SQRT2)

/**
 * Standard deviation of one careful measurement: from the allowed differences between observers of the WHO growth
 * study (de Onis et al. 2004, Food Nutr Bull 25 Suppl 1:S27–S36): 7 mm length or height, 100 g, 5 mm circumferences,
 * 2 mm skinfolds.
 */
const ABSOLUTE: Readonly<Partial<Record<InputName, number>>> = {
  heightCm: fromAllowedDifference(0.7),
  sittingHeightCm: fromAllowedDifference(0.7),
  weightKg: fromAllowedDifference(0.1),
  headCm: fromAllowedDifference(0.5),
  muacCm: fromAllowedDifference(0.5),
  tricepsMm: fromAllowedDifference(2),
  subscapularMm: fromAllowedDifference(2),
}
/** Relative technical error accepted of a trained anthropometrist (ISAK; Gore et al. 2000): 5 % folds, 1 % the rest. */
const FOLD_SHARE = 0.05
const GIRTH_SHARE = 0.01
/** Our choice: one percentage point for body fat that was measured, the usual repeatability of a DXA scanner. */
const BODY_FAT_POINTS = 1

/**
 * Returns the usual standard deviation of one measurement of an input, in its own unit; 0 for values that are counted,
 * not measured.
 */
export function measurementSd(input: InputName, value: number): number {
  const absolute = ABSOLUTE[input]
  if (absolute !== undefined) return absolute
  const spec = inputSpec(input)
  if (input === 'bodyFatPercent') return BODY_FAT_POINTS
  if (spec.kind !== 'number') return 0
  if (spec.unit === 'mm') return FOLD_SHARE * value
  return spec.unit === 'cm' ? GIRTH_SHARE * value : 0
}
