import type { Sex } from '../person.ts'
import { UNITS } from '../units.ts'

/**
 * Intercept and coefficients of height (in), weight (lb) and mid-parent height (in) at every half year from 4 to
 * 17.5 (Khamis & Roche 1994, Pediatrics 94:504–507, as corrected by the erratum of 1995, Pediatrics 95:457).
 */
const COEFFICIENTS: Readonly<Record<Sex, readonly (readonly [number, number, number, number])[]>> = {
  male: [
    [-10.2567, 1.23812, -0.087235, 0.50286],
    [-10.719, 1.15964, -0.074454, 0.52887],
    [-11.0213, 1.10674, -0.064778, 0.53919],
    [-11.1556, 1.0748, -0.05776, 0.53691],
    [-11.1138, 1.05923, -0.052947, 0.52513],
    [-11.0221, 1.05542, -0.049892, 0.50692],
    [-10.9984, 1.05877, -0.048144, 0.48538],
    [-11.0214, 1.06467, -0.047256, 0.46361],
    [-11.0696, 1.06853, -0.046778, 0.44469],
    [-11.122, 1.06572, -0.046261, 0.43171],
    [-11.1571, 1.05166, -0.045254, 0.42776],
    [-11.1405, 1.02174, -0.043311, 0.43593],
    [-11.038, 0.97135, -0.039981, 0.45932],
    [-10.8286, 0.89589, -0.034814, 0.50101],
    [-10.4917, 0.81239, -0.02905, 0.54781],
    [-10.0065, 0.74134, -0.024167, 0.58409],
    [-9.3522, 0.68325, -0.020076, 0.60927],
    [-8.6055, 0.63869, -0.016681, 0.62279],
    [-7.8632, 0.60818, -0.013895, 0.62407],
    [-7.1348, 0.59228, -0.011624, 0.61253],
    [-6.4299, 0.59151, -0.009776, 0.58762],
    [-5.7578, 0.60643, -0.008261, 0.54875],
    [-5.1282, 0.63757, -0.006988, 0.49536],
    [-4.5092, 0.68548, -0.005863, 0.42687],
    [-3.9292, 0.75069, -0.004795, 0.34271],
    [-3.4873, 0.83375, -0.003695, 0.24231],
    [-3.283, 0.9352, -0.00247, 0.1251],
    [-3.4156, 1.05558, -0.001027, -0.0095],
  ],
  female: [
    [-8.1325, 1.24768, -0.19435, 0.44774],
    [-6.47656, 1.22177, -0.18519, 0.41381],
    [-5.13582, 1.19932, -0.1753, 0.38467],
    [-4.13791, 1.1788, -0.16484, 0.36039],
    [-3.51039, 1.15866, -0.154, 0.34105],
    [-3.14322, 1.13737, -0.14294, 0.32672],
    [-2.87645, 1.11342, -0.13184, 0.31748],
    [-2.66291, 1.08525, -0.12086, 0.3134],
    [-2.45559, 1.05135, -0.11019, 0.31457],
    [-2.20728, 1.01018, -0.09999, 0.32105],
    [-1.87098, 0.9602, -0.09044, 0.33291],
    [-1.0633, 0.89989, -0.08171, 0.35025],
    [0.33468, 0.82771, -0.07397, 0.37312],
    [1.97366, 0.74213, -0.06739, 0.40161],
    [3.50436, 0.67173, -0.06136, 0.42042],
    [4.57747, 0.6415, -0.05518, 0.41686],
    [4.84365, 0.64452, -0.04894, 0.3949],
    [4.27869, 0.67386, -0.04272, 0.3585],
    [3.21417, 0.7226, -0.03661, 0.31163],
    [1.83456, 0.78383, -0.03067, 0.25826],
    [0.32425, 0.85062, -0.025, 0.20235],
    [-1.13224, 0.91605, -0.01967, 0.14787],
    [-2.35055, 0.97319, -0.01477, 0.0988],
    [-3.10326, 1.01514, -0.01037, 0.05909],
    [-3.17885, 1.03496, -0.00655, 0.03272],
    [-2.41657, 1.02573, -0.0034, 0.02364],
    [-0.65579, 0.98054, -0.001, 0.03584],
    [2.26429, 0.89246, 0.00057, 0.07327],
  ],
}
const FIRST_AGE_YEARS = 4
const LAST_AGE_YEARS = 17.5
/** The published coefficients are for inches and pounds. */
const CM_PER_INCH = UNITS.inch.factor
const KG_PER_POUND = UNITS.pound.factor

/**
 * Predicts the adult height in cm without bone age, for 4 to 17.5 years. Interpolates linearly between half years.
 * Returns undefined outside these ages (Khamis & Roche 1994).
 */
export function khamisRocheCm(child: {
  readonly sex: Sex
  readonly ageYears: number
  readonly heightCm: number
  readonly weightKg: number
  readonly midParentHeightCm: number
}): number | undefined {
  if (!(child.ageYears >= FIRST_AGE_YEARS && child.ageYears <= LAST_AGE_YEARS)) return undefined
  const rows = COEFFICIENTS[child.sex]
  const position = (child.ageYears - FIRST_AGE_YEARS) * 2
  const low = Math.min(rows.length - 2, Math.floor(position))
  const predict = ([intercept, height, weight, parents]: readonly [number, number, number, number]): number =>
    intercept * CM_PER_INCH +
    height * child.heightCm +
    weight * (child.weightKg / KG_PER_POUND) * CM_PER_INCH +
    parents * child.midParentHeightCm
  const share = position - low
  return (1 - share) * predict(rows[low]!) + share * predict(rows[low + 1]!)
}
