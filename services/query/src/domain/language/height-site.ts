import { UNITS } from '../units.ts'
import type { Reading } from './draft.ts'
import type { NumericInput } from './structured-query.ts'

/** Above this a length without a name can only be a height with a slip; the limits will say so. */
const TALLEST_CM = 280

/** Returns the site of an unlabelled length: height where only a height can be that long, otherwise unknown. */
export function siteOf(
  reading: Reading,
  child: boolean,
  ageYears: number | undefined,
): NumericInput | 'unknown' {
  const { quantity } = reading
  if (reading.site === 'unknown') return 'unknown'
  if (quantity.issue !== undefined || quantity.value === 0 || quantity.value > TALLEST_CM) return 'heightCm'
  if (quantity.units.some((unit) => unit === UNITS.foot)) return 'heightCm'
  if (quantity.units.some((unit) => unit === UNITS.m) && quantity.value >= 100) return 'heightCm'
  if (quantity.value >= 120) return 'heightCm'
  if (!child) return 'unknown'
  if (ageYears === undefined) return quantity.value >= 40 && quantity.value <= 120 ? 'heightCm' : 'unknown'
  const median = medianHeightCm(ageYears)
  return quantity.value > median * 0.75 && quantity.value < median * 1.35 ? 'heightCm' : 'unknown'
}

/** Rough median height of a child in cm, from the WHO standards at 0, 1, 2, 5, 10 and 18 years; only to tell a height from a girth. */
export function medianHeightCm(ageYears: number): number {
  const knots: readonly (readonly [number, number])[] = [
    [0, 50],
    [1, 75],
    [2, 87],
    [5, 110],
    [10, 138],
    [18, 170],
  ]
  for (let i = 1; i < knots.length; i++) {
    const [[a, low], [b, high]] = [knots[i - 1]!, knots[i]!]
    if (ageYears <= b) return low + ((ageYears - a) / (b - a)) * (high - low)
  }
  return 170
}
