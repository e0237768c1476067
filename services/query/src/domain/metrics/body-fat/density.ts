import { type NoValue, noValue } from '../card.ts'
import type { Sex } from '../inputs.ts'

/** Body fat in % of a body density in g/cm³ (Siri 1961). */
export const siri = (density: number): number => 495 / density - 450

/** Body fat in % of a body density in g/cm³ (Brožek et al. 1963). */
export const brozek = (density: number): number => 457 / density - 414.2

/** Constants of log-linear regressions by lower age bound: density = c − m·log₁₀(sum of four folds in mm). */
const DURNIN_WOMERSLEY: Readonly<Record<Sex, readonly (readonly [number, number, number])[]>> = {
  male: [
    [17, 1.162, 0.063],
    [20, 1.1631, 0.0632],
    [30, 1.1422, 0.0544],
    [40, 1.162, 0.07],
    [50, 1.1715, 0.0779],
  ],
  female: [
    [16, 1.1549, 0.0678],
    [20, 1.1599, 0.0717],
    [30, 1.1423, 0.0632],
    [40, 1.1333, 0.0612],
    [50, 1.1339, 0.0645],
  ],
}

/** Body density in g/cm³ from biceps, triceps, subscapular and suprailiac folds (Durnin & Womersley 1974). */
export function durninWomersley(sex: Sex, ageYears: number, sumMm: number): number {
  const bands = DURNIN_WOMERSLEY[sex]
  const [, c, m] = bands.findLast(([from]) => ageYears >= from) ?? bands[0]!
  return c - m * Math.log10(sumMm)
}

/** A quadratic in the sum of folds and its turning point: past it, more fat would mean a denser body. */
type Quadratic = { readonly c: number; readonly s: number; readonly s2: number; readonly age: number }

const JACKSON_POLLOCK: Readonly<Record<3 | 7, Readonly<Record<Sex, Quadratic>>>> = {
  3: {
    male: { c: 1.10938, s: 0.0008267, s2: 0.0000016, age: 0.0002574 },
    female: { c: 1.0994921, s: 0.0009929, s2: 0.0000023, age: 0.0001392 },
  },
  7: {
    male: { c: 1.112, s: 0.00043499, s2: 0.00000055, age: 0.00028826 },
    female: { c: 1.097, s: 0.00046971, s2: 0.00000056, age: 0.00012828 },
  },
}

/**
 * Body density in g/cm³ from three or seven folds (Jackson & Pollock 1978; Jackson, Pollock & Ward 1980).
 * No value past the turning point of the quadratic (three folds: 258 mm men, 216 mm women; seven: 395 and 419).
 */
export function jacksonPollock(sites: 3 | 7, sex: Sex, ageYears: number, sumMm: number): number | NoValue {
  const { c, s, s2, age } = JACKSON_POLLOCK[sites][sex]
  if (sumMm > s / (2 * s2))
    return noValue('past its turning point the quadratic makes more fat look like less')
  return c - s * sumMm + s2 * sumMm ** 2 - age * ageYears
}
