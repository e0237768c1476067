import type { Sex } from '../../person.ts'
import { type Citation, type ClassScheme, defineCard, type Population } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

const GALLAGHER_2000: Citation = {
  authors: 'Gallagher D, Heymsfield SB, Heo M, Jebb SA, Murgatroyd PR, Sakamoto Y',
  year: 2000,
  journal: 'Am J Clin Nutr 72:694–701',
  title: 'Healthy percentage body fat ranges: an approach for developing guidelines based on body mass index',
  doi: '10.1093/ajcn/72.3.694',
}

/** Percent fat at a BMI of 18.5, 25 and 30, for the ages 20–39, 40–59 and 60–79. */
type Limits = readonly (readonly [number, number, number])[]

const WHITE: Readonly<Record<Sex, Limits>> = {
  male: [
    [8, 21, 26],
    [11, 23, 29],
    [13, 25, 31],
  ],
  female: [
    [21, 33, 39],
    [23, 35, 41],
    [25, 38, 43],
  ],
}
const ASIAN: Readonly<Record<Sex, Limits>> = {
  male: [
    [13, 23, 28],
    [13, 24, 29],
    [14, 24, 29],
  ],
  female: [
    [25, 35, 40],
    [25, 36, 41],
    [26, 36, 41],
  ],
}

const schemesOf = (
  system: string,
  populations: readonly Population[],
  limits: Readonly<Record<Sex, Limits>>,
): readonly ClassScheme[] =>
  (['male', 'female'] as const).flatMap((sex) =>
    limits[sex].map(([low, over, obese], i) => ({
      system,
      citation: GALLAGHER_2000,
      populations,
      sex,
      minAgeYears: 20 + 20 * i,
      maxAgeYears: 40 + 20 * i,
      bands: [
        { from: 0, label: 'below the healthy range' },
        { from: low, label: 'healthy range' },
        { from: over, label: 'above the healthy range' },
        { from: obese, label: 'far above the healthy range (as in obesity)' },
      ],
    })),
  )

/**
 * Healthy ranges of body fat by age, sex and population (Gallagher et al. 2000, table 4, for white and for Asian adults of
 * 20 to 79 years). Not for estimates from BMI: the ranges are themselves the fat at the limits of BMI.
 */
export const BODY_FAT_RANGES: readonly ClassScheme[] = [
  ...schemesOf('Gallagher 2000 provisional healthy body fat, white adults', ['general', 'europid'], WHITE),
  ...schemesOf(
    'Gallagher 2000 provisional healthy body fat, Asian adults',
    ['asian', 'chinese', 'japanese', 'south_asian'],
    ASIAN,
  ),
]

/** Body fat as measured, or from a measured fat-free mass, with the healthy range of age and sex. */
export const bodyFatMeasured = defineCard({
  id: 'body_fat_measured',
  name: 'Body fat as measured',
  category: 'body_fat',
  quantity: 'body_fat_percent',
  required: ['bodyFatPercent'],
  optional: ['sex', 'ageYears'],
  unit: '%',
  decimals: 1,
  formula: 'as measured, or 100 · (1 − fat-free mass / weight)',
  citation: GALLAGHER_2000,
  appliesTo: 'any',
  classes: BODY_FAT_RANGES,
  suppressions: NOT_IN_PREGNANCY,
  possible: { min: 0, max: 80 },
  compute: ({ bodyFatPercent }) => bodyFatPercent,
})
