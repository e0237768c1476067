import { unitOfInput } from '../metrics/inputs.ts'
import { UNITS, type Unit, type UnitSystem } from '../units.ts'
import { medianHeightCm } from './height-site.ts'
import type { NumericInput } from './structured-query.ts'

/**
 * Possible amounts of a measure by unit, for numbers without a unit. Wider than the likely range, so that doubtful
 * numbers become questions instead of guesses.
 */
type Customary = {
  readonly unit: Unit
  readonly any: readonly [number, number]
  readonly adult: readonly [number, number]
}
const customary = (
  unit: Unit,
  any: readonly [number, number],
  adult: readonly [number, number] = any,
): Customary => ({ unit, any, adult })

const HEIGHT = [
  customary(UNITS.cm, [40, 250], [100, 250]),
  customary(UNITS.m, [0.4, 2.5], [1, 2.5]),
  customary(UNITS.inch, [16, 90], [40, 90]),
  customary(UNITS.foot, [3, 8]),
]
const WEIGHT = [
  customary(UNITS.kg, [0.4, 400], [25, 400]),
  customary(UNITS.pound, [1, 880], [55, 880]),
  customary(UNITS.stone, [4, 60]),
]
const WAIST = [customary(UNITS.cm, [25, 220], [45, 220]), customary(UNITS.inch, [10, 70], [18, 70])]
const LIMB = [customary(UNITS.cm, [4, 100], [10, 100]), customary(UNITS.inch, [2, 40], [4, 40])]
const NECK = [customary(UNITS.cm, [10, 80], [24, 80]), customary(UNITS.inch, [5, 30], [9, 30])]
const FOLD = [customary(UNITS.mm, [1, 120])]
const LONG_BONE = [customary(UNITS.cm, [10, 150])]
const YEARS = [customary(UNITS.year, [0, 125])]
const PERCENT = [customary(UNITS.percent, [1, 75])]

function customaryUnits(field: NumericInput): readonly Customary[] {
  switch (field) {
    case 'heightCm':
    case 'motherHeightCm':
    case 'fatherHeightCm':
      return HEIGHT
    case 'weightKg':
      return WEIGHT
    case 'waistCm':
    case 'hipCm':
      return WAIST
    case 'neckCm':
      return NECK
    case 'ageYears':
      return YEARS
    case 'bodyFatPercent':
      return PERCENT
    case 'sittingHeightCm':
    case 'kneeHeightCm':
    case 'ulnaCm':
    case 'demispanCm':
      return LONG_BONE
    default:
      return unitOfInput(field) === UNITS.mm ? FOLD : LIMB
  }
}

/** Children whose age tells the unit of a bare height or weight. */
const CHILD_YEARS = 10

/** Rough median weight of a child in kg, from the WHO standards at 0, 1, 2, 5 and 10 years; only to tell kg from pounds. */
const MEDIAN_KG: readonly (readonly [number, number])[] = [
  [0, 3.3],
  [1, 9.5],
  [2, 12],
  [5, 18],
  [10, 32],
]

function medianKg(ageYears: number): number {
  for (let i = 1; i < MEDIAN_KG.length; i++) {
    const [[a, low], [b, high]] = [MEDIAN_KG[i - 1]!, MEDIAN_KG[i]!]
    if (ageYears <= b) return low + ((ageYears - a) / (b - a)) * (high - low)
  }
  return MEDIAN_KG.at(-1)![1]
}

/** Keeps the units in which a child of this age can have the size: "2 years, wt 10.1, ht 82". All where none fits. */
function ofAge(
  field: NumericInput,
  amount: number,
  possible: readonly Customary[],
  ageYears: number | undefined,
): readonly Customary[] {
  if (ageYears === undefined || ageYears > CHILD_YEARS) return possible
  const [median, low, high] =
    field === 'heightCm'
      ? [medianHeightCm(ageYears), 0.7, 1.35]
      : field === 'weightKg'
        ? [medianKg(ageYears), 0.55, 2]
        : [0, 0, 0]
  if (median === 0) return possible
  const fitting = possible.filter(({ unit }) => {
    const size = (amount * unit.factor) / median
    return size >= low && size <= high
  })
  return fitting.length > 0 ? fitting : possible
}

export type UnitChoice =
  | { readonly kind: 'unit'; readonly unit: Unit; readonly assumption: string }
  | { readonly kind: 'ambiguous'; readonly units: readonly Unit[] }
  | { readonly kind: 'impossible' }

/**
 * Infers the unit of a labelled number without a unit. When one unit is possible, it is assumed and reported. When
 * several are possible, the unit system of the person's other numbers decides. Otherwise, or when the two disagree, the
 * unit is ambiguous.
 */
export function inferUnit(
  field: NumericInput,
  amount: number,
  adult: boolean,
  system: UnitSystem | undefined,
  ageYears?: number,
): UnitChoice {
  const fits = (adultRange: boolean) =>
    customaryUnits(field).filter(({ any, adult: grown }) => {
      const [low, high] = adultRange ? grown : any
      return amount >= low && amount <= high
    })
  const possible = ofAge(field, amount, fits(adult).length > 0 ? fits(adult) : fits(false), ageYears)
  if (possible.length === 0) return { kind: 'impossible' }
  const inSystem = possible.filter(
    ({ unit }) => system === undefined || unit.system === undefined || unit.system === system,
  )
  const units = possible.map(({ unit }) => unit)
  const certain = fits(false).length === 1 || ageYears !== undefined
  if (possible.length === 1 && (inSystem.length === 1 || certain))
    return {
      kind: 'unit',
      unit: units[0]!,
      assumption: `${units[0]!.symbol} assumed: the only unit in which ${amount} is possible`,
    }
  if (system !== undefined && inSystem.length === 1)
    return {
      kind: 'unit',
      unit: inSystem[0]!.unit,
      assumption: `${inSystem[0]!.unit.symbol} assumed: the other numbers are ${system}`,
    }
  return { kind: 'ambiguous', units }
}
