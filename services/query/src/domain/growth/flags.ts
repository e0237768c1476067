import type { CdcIndicator } from './cdc.ts'
import { type Lms, modifiedZ } from './lms.ts'
import type { WhoIndex } from './who.ts'

/** Bounds beyond which a z-score is treated as an error of measurement or data entry. */
type Bounds = { readonly low: number; readonly high: number }

/** WHO flags, in SD (WHO Anthro for personal computers, manual 2011; the same for AnthroPlus). */
const WHO_BOUNDS: Readonly<Record<WhoIndex, Bounds>> = {
  weight_for_age: { low: -6, high: 5 },
  length_height_for_age: { low: -6, high: 6 },
  weight_for_length_height: { low: -5, high: 5 },
  bmi_for_age: { low: -5, high: 5 },
  head_circumference_for_age: { low: -5, high: 5 },
  arm_circumference_for_age: { low: -5, high: 5 },
  triceps_skinfold_for_age: { low: -5, high: 5 },
  subscapular_skinfold_for_age: { low: -5, high: 5 },
}

/** CDC limits of biologically implausible values on the modified z-score (CDC 2016 revision). */
const CDC_BOUNDS: Readonly<Partial<Record<CdcIndicator, Bounds>>> = {
  weight_for_age: { low: -5, high: 8 },
  stature_for_age: { low: -5, high: 4 },
  length_for_age: { low: -5, high: 4 },
  bmi_for_age: { low: -4, high: 8 },
}

/** Returns whether WHO Anthro flags this z-score as implausible: strictly beyond the limits. */
export const isWhoFlagged = (index: WhoIndex, z: number): boolean =>
  z < WHO_BOUNDS[index].low || z > WHO_BOUNDS[index].high

/** Returns whether the CDC program flags this measurement as biologically implausible (modified z-score). */
export function isCdcImplausible(indicator: CdcIndicator, y: number, lms: Lms): boolean {
  const bounds = CDC_BOUNDS[indicator]
  if (bounds === undefined) return false
  const z = modifiedZ(y, lms)
  return z < bounds.low || z > bounds.high
}
