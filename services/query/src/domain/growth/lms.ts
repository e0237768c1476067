/** Box–Cox power, median and coefficient of variation at one age or length (Cole & Green 1992, Stat Med 11:1305). */
export type Lms = { readonly l: number; readonly m: number; readonly s: number }

/** Returns the z-score of a measurement: ((y/M)^L − 1)/(L·S), or ln(y/M)/S at L = 0 (Cole & Green 1992). */
export function lmsZ(y: number, { l, m, s }: Lms): number {
  const ratio = Math.log(y / m)
  // expm1 keeps the digits that (y/M)^L − 1 would lose near L = 0.
  return l === 0 ? ratio / s : Math.expm1(l * ratio) / (l * s)
}

/** Returns the measurement at a z-score, the inverse of `lmsZ`; NaN where the power has no real value. */
export const lmsValue = (z: number, { l, m, s }: Lms): number =>
  l === 0 ? m * Math.exp(s * z) : m * Math.exp(Math.log1p(l * s * z) / l)

/**
 * Returns the WHO z-score of an index that involves weight, arm or skinfolds. Beyond ±3 one step is the distance from 2
 * to 3 SD, which avoids exaggerating a skewed tail (WHO 2006, Methods and development, chapter 7).
 */
export function restrictedZ(y: number, lms: Lms): number {
  const z = lmsZ(y, lms)
  if (z > 3) {
    const sd3 = lmsValue(3, lms)
    return 3 + (y - sd3) / (sd3 - lmsValue(2, lms))
  }
  if (z < -3) {
    const sd3 = lmsValue(-3, lms)
    return -3 + (y - sd3) / (lmsValue(-2, lms) - sd3)
  }
  return z
}

/** Returns the measurement at a restricted z-score, the inverse of `restrictedZ`. */
export function restrictedValue(z: number, lms: Lms): number {
  if (z > 3) return lmsValue(3, lms) + (z - 3) * (lmsValue(3, lms) - lmsValue(2, lms))
  if (z < -3) return lmsValue(-3, lms) + (z + 3) * (lmsValue(-2, lms) - lmsValue(-3, lms))
  return lmsValue(z, lms)
}

/**
 * Returns the CDC modified z-score: the distance from the median in units of half the distance to ±2 z. Used only to
 * flag biologically implausible values (CDC, SAS program for the 2000 growth charts).
 */
export function modifiedZ(y: number, lms: Lms): number {
  const half = y >= lms.m ? lmsValue(2, lms) - lms.m : lms.m - lmsValue(-2, lms)
  return (y - lms.m) / (half / 2)
}
