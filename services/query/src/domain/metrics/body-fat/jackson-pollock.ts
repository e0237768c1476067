import { type Citation, defineCard, type EquationCard, type NoValue, noValue } from '../card.ts'
import type { Given, InputName, Sex } from '../inputs.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'
import { brozek, siri } from './density.ts'
import { BODY_FAT_RANGES } from './healthy-ranges.ts'

const JACKSON_1978: Citation = {
  authors: 'Jackson AS, Pollock ML; Jackson AS, Pollock ML, Ward A',
  year: 1978,
  journal: 'Br J Nutr 40:497–504; Med Sci Sports Exerc 12:175–182 (1980)',
  title: 'Generalized equations for predicting body density',
  doi: '10.1079/BJN19780152',
}

/** Coefficients of density = c − s·S + s2·S² − age·years, with S the sum of the folds in mm. */
type Quadratic = { readonly c: number; readonly s: number; readonly s2: number; readonly age: number }

const COEFFICIENTS: Readonly<Record<3 | 7, Readonly<Record<Sex, Quadratic>>>> = {
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
 * Body density in g/cm³ from the sum of three or seven folds.
 * No value past the turning point of the quadratic (three folds: 258 mm men, 216 mm women; seven: 395 and 419).
 */
function densityOf(sites: 3 | 7, sex: Sex, ageYears: number, sumMm: number): number | NoValue {
  const { c, s, s2, age } = COEFFICIENTS[sites][sex]
  if (sumMm > s / (2 * s2))
    return noValue(
      'the sum of skinfolds is beyond the turning point of the equation, where more fat would give a lower result',
    )
  return c - s * sumMm + s2 * sumMm ** 2 - age * ageYears
}

const THREE_FOLDS = {
  required: ['sex', 'ageYears', 'thighMm'],
  optional: ['chestMm', 'abdominalMm', 'tricepsMm', 'suprailiacMm'],
} as const satisfies Record<string, readonly InputName[]>

/** Density by three folds: chest, abdomen, thigh in men; triceps, suprailium, thigh in women. */
function densityOfThree(
  inputs: Given<(typeof THREE_FOLDS.required)[number], (typeof THREE_FOLDS.optional)[number]>,
): number | NoValue {
  const { sex, ageYears, thighMm, chestMm, abdominalMm, tricepsMm, suprailiacMm } = inputs
  if (sex === 'male') {
    if (chestMm === undefined) return noValue('men need the chest skinfold', 'chestMm')
    if (abdominalMm === undefined) return noValue('men need the abdominal skinfold', 'abdominalMm')
    return densityOf(3, sex, ageYears, chestMm + abdominalMm + thighMm)
  }
  if (tricepsMm === undefined) return noValue('women need the triceps skinfold', 'tricepsMm')
  if (suprailiacMm === undefined) return noValue('women need the suprailiac skinfold', 'suprailiacMm')
  return densityOf(3, sex, ageYears, tricepsMm + suprailiacMm + thighMm)
}

const SEVEN_FOLDS = {
  required: [
    'sex',
    'ageYears',
    'chestMm',
    'midaxillaryMm',
    'tricepsMm',
    'subscapularMm',
    'abdominalMm',
    'suprailiacMm',
    'thighMm',
  ],
} as const satisfies Record<string, readonly InputName[]>

/** Density by seven folds, the same in men and women. */
const densityOfSeven = (inputs: Given<(typeof SEVEN_FOLDS.required)[number]>): number | NoValue =>
  densityOf(
    7,
    inputs.sex,
    inputs.ageYears,
    inputs.chestMm +
      inputs.midaxillaryMm +
      inputs.tricepsMm +
      inputs.subscapularMm +
      inputs.abdominalMm +
      inputs.suprailiacMm +
      inputs.thighMm,
  )

const fatOf = (density: number | NoValue, toFat: (density: number) => number): number | NoValue =>
  typeof density === 'number' ? toFat(density) : density

const JACKSON_POLLOCK = {
  category: 'body_fat',
  citation: JACKSON_1978,
  appliesTo: 'adult',
  limits: [{ input: 'ageYears', min: 18, max: 61, outside: 'warn', reason: 'ages of the sample' }],
  suppressions: GIRTHS_VOIDED,
} as const
const DENSITY = {
  ...JACKSON_POLLOCK,
  quantity: 'body_density',
  unit: 'g/cm³',
  decimals: 4,
  possible: { min: 0.9, max: 1.15 },
} as const
const FAT = {
  ...JACKSON_POLLOCK,
  quantity: 'body_fat_percent',
  unit: '%',
  decimals: 1,
  classes: BODY_FAT_RANGES,
  possible: { min: 0, max: 80 },
} as const
const WEIGHED = { kind: 'absolute', note: 'percentage points against underwater weighing' } as const

/** Body density, and body fat by Siri and by Brožek, from three or seven skinfolds (Jackson & Pollock). */
export const jacksonPollockCards: readonly EquationCard[] = [
  defineCard({
    ...DENSITY,
    ...THREE_FOLDS,
    id: 'body_density_jackson_pollock_3',
    name: 'Body density (Jackson–Pollock, 3 folds)',
    formula:
      'men 1.10938 − 0.0008267·S + 0.0000016·S² − 0.0002574·age (chest, abdomen, thigh); women 1.0994921 − 0.0009929·S + 0.0000023·S² − 0.0001392·age (triceps, suprailium, thigh)',
    compute: densityOfThree,
  }),
  defineCard({
    ...FAT,
    ...THREE_FOLDS,
    id: 'body_fat_jackson_pollock_3_siri',
    name: 'Body fat (Jackson–Pollock, 3 folds, Siri)',
    formula:
      '495/D − 450; D: men 1.10938 − 0.0008267·S + 0.0000016·S² − 0.0002574·age (chest, abdomen, thigh); women 1.0994921 − 0.0009929·S + 0.0000023·S² − 0.0001392·age (triceps, suprailium, thigh)',
    standardError: { ...WEIGHED, value: { male: 3.4, female: 3.9 } },
    compute: (inputs) => fatOf(densityOfThree(inputs), siri),
  }),
  defineCard({
    ...FAT,
    ...THREE_FOLDS,
    id: 'body_fat_jackson_pollock_3_brozek',
    name: 'Body fat (Jackson–Pollock, 3 folds, Brožek)',
    formula:
      '457/D − 414.2; D: men 1.10938 − 0.0008267·S + 0.0000016·S² − 0.0002574·age (chest, abdomen, thigh); women 1.0994921 − 0.0009929·S + 0.0000023·S² − 0.0001392·age (triceps, suprailium, thigh)',
    standardError: { ...WEIGHED, value: { male: 3.4, female: 3.9 } },
    compute: (inputs) => fatOf(densityOfThree(inputs), brozek),
  }),
  defineCard({
    ...DENSITY,
    ...SEVEN_FOLDS,
    id: 'body_density_jackson_pollock_7',
    name: 'Body density (Jackson–Pollock, 7 folds)',
    formula:
      'men 1.112 − 0.00043499·S + 0.00000055·S² − 0.00028826·age; women 1.097 − 0.00046971·S + 0.00000056·S² − 0.00012828·age; S of seven folds',
    compute: densityOfSeven,
  }),
  defineCard({
    ...FAT,
    ...SEVEN_FOLDS,
    id: 'body_fat_jackson_pollock_7_siri',
    name: 'Body fat (Jackson–Pollock, 7 folds, Siri)',
    formula:
      '495/D − 450; D: men 1.112 − 0.00043499·S + 0.00000055·S² − 0.00028826·age; women 1.097 − 0.00046971·S + 0.00000056·S² − 0.00012828·age; S of seven folds',
    standardError: { ...WEIGHED, value: { male: 3.4, female: 3.8 } },
    compute: (inputs) => fatOf(densityOfSeven(inputs), siri),
  }),
  defineCard({
    ...FAT,
    ...SEVEN_FOLDS,
    id: 'body_fat_jackson_pollock_7_brozek',
    name: 'Body fat (Jackson–Pollock, 7 folds, Brožek)',
    formula:
      '457/D − 414.2; D: men 1.112 − 0.00043499·S + 0.00000055·S² − 0.00028826·age; women 1.097 − 0.00046971·S + 0.00000056·S² − 0.00012828·age; S of seven folds',
    standardError: { ...WEIGHED, value: { male: 3.4, female: 3.8 } },
    compute: (inputs) => fatOf(densityOfSeven(inputs), brozek),
  }),
]
