import { type Citation, defineCard, type EquationCard } from '../card.ts'
import type { Given, InputName, Sex } from '../inputs.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'
import { brozek, siri } from './density.ts'
import { BODY_FAT_RANGES } from './healthy-ranges.ts'

const DURNIN_1974: Citation = {
  authors: 'Durnin JVGA, Womersley J',
  year: 1974,
  journal: 'Br J Nutr 32:77–97',
  title: 'Body fat assessed from total body density and its estimation from skinfold thickness',
  doi: '10.1079/BJN19740060',
}

/** Constants of log-linear regressions by lower age bound: density = c − m·log₁₀(sum of four folds in mm). */
const REGRESSIONS: Readonly<Record<Sex, readonly (readonly [number, number, number])[]>> = {
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

const FOUR_FOLDS = [
  'sex',
  'ageYears',
  'bicepsMm',
  'tricepsMm',
  'subscapularMm',
  'suprailiacMm',
] as const satisfies readonly InputName[]

/** Body density in g/cm³ from biceps, triceps, subscapular and suprailiac folds. */
function densityOf(inputs: Given<(typeof FOUR_FOLDS)[number]>): number {
  const bands = REGRESSIONS[inputs.sex]
  const [, c, m] = bands.findLast(([from]) => inputs.ageYears >= from) ?? bands[0]!
  return c - m * Math.log10(inputs.bicepsMm + inputs.tricepsMm + inputs.subscapularMm + inputs.suprailiacMm)
}

const DURNIN_WOMERSLEY = {
  category: 'body_fat',
  required: FOUR_FOLDS,
  appliesTo: 'adult',
  limits: [{ input: 'ageYears', min: 16, max: 72, outside: 'warn', reason: 'ages of the sample' }],
  suppressions: GIRTHS_VOIDED,
} as const

/** Body density, and body fat by Siri and by Brožek, from four skinfolds (Durnin & Womersley 1974). */
export const durninWomersleyCards: readonly EquationCard[] = [
  defineCard({
    ...DURNIN_WOMERSLEY,
    id: 'body_density_durnin_womersley',
    name: 'Body density (Durnin–Womersley)',
    quantity: 'body_density',
    unit: 'g/cm³',
    decimals: 4,
    formula: 'c − m·log₁₀(biceps + triceps + subscapular + suprailiac), c and m by sex and age  (mm)',
    citation: DURNIN_1974,
    possible: { min: 0.9, max: 1.15 },
    compute: densityOf,
  }),
  defineCard({
    ...DURNIN_WOMERSLEY,
    id: 'body_fat_durnin_womersley_siri',
    name: 'Body fat (Durnin–Womersley, Siri)',
    quantity: 'body_fat_percent',
    unit: '%',
    decimals: 1,
    formula:
      '495/D − 450; D: c − m·log₁₀(biceps + triceps + subscapular + suprailiac), c and m by sex and age  (mm)',
    citation: DURNIN_1974,
    classes: BODY_FAT_RANGES,
    possible: { min: 0, max: 80 },
    compute: (inputs) => siri(densityOf(inputs)),
  }),
  defineCard({
    ...DURNIN_WOMERSLEY,
    id: 'body_fat_durnin_womersley_brozek',
    name: 'Body fat (Durnin–Womersley, Brožek)',
    quantity: 'body_fat_percent',
    unit: '%',
    decimals: 1,
    formula:
      '457/D − 414.2; D: c − m·log₁₀(biceps + triceps + subscapular + suprailiac), c and m by sex and age  (mm)',
    citation: DURNIN_1974,
    classes: BODY_FAT_RANGES,
    possible: { min: 0, max: 80 },
    compute: (inputs) => brozek(densityOf(inputs)),
  }),
]
