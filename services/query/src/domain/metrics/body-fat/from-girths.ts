import { defineCard, noValue } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'
import { siri } from './density.ts'
import { BODY_FAT_RANGES } from './healthy-ranges.ts'

const FAT_FROM_GIRTHS = {
  category: 'body_fat',
  quantity: 'body_fat_percent',
  unit: '%',
  decimals: 1,
  appliesTo: 'adult',
  classes: BODY_FAT_RANGES,
  suppressions: GIRTHS_VOIDED,
  possible: { min: 0, max: 80 },
} as const

/** Body fat from neck, waist and, in women, hip. */
export const bodyFatNavy = defineCard({
  ...FAT_FROM_GIRTHS,
  id: 'body_fat_navy',
  name: 'Body fat (US Navy)',
  required: ['sex', 'heightCm', 'waistCm', 'neckCm'],
  optional: ['hipCm'],
  formula:
    '495/D − 450; men D = 1.0324 − 0.19077·log₁₀(waist − neck) + 0.15456·log₁₀ height; women D = 1.29579 − 0.35004·log₁₀(waist + hip − neck) + 0.22100·log₁₀ height  (cm)',
  citation: {
    authors: 'Hodgdon JA, Beckett MB',
    year: 1984,
    journal: 'Naval Health Research Center, reports 84-11 and 84-29',
    title: 'Prediction of percent body fat for U.S. Navy men and women from body circumferences and height',
  },
  standardError: {
    kind: 'absolute',
    value: { male: 3.52, female: 3.72 },
    note: 'percentage points against underwater weighing',
  },
  compute: ({ sex, heightCm, waistCm, neckCm, hipCm }) => {
    if (sex === 'female' && hipCm === undefined) return noValue('women need the hip circumference', 'hipCm')
    const girthCm = sex === 'male' ? waistCm - neckCm : waistCm + (hipCm ?? 0) - neckCm
    if (waistCm <= neckCm) return noValue('the waist must be larger than the neck')
    const density =
      sex === 'male'
        ? 1.0324 - 0.19077 * Math.log10(girthCm) + 0.15456 * Math.log10(heightCm)
        : 1.29579 - 0.35004 * Math.log10(girthCm) + 0.221 * Math.log10(heightCm)
    return siri(density)
  },
})

/** Body fat from height over waist. */
export const bodyFatRelativeFatMass = defineCard({
  ...FAT_FROM_GIRTHS,
  id: 'body_fat_relative_fat_mass',
  name: 'Body fat (relative fat mass)',
  required: ['sex', 'heightCm', 'waistCm'],
  formula: '64 − 20·height/waist + 12 (women)',
  citation: {
    authors: 'Woolcott OO, Bergman RN',
    year: 2018,
    journal: 'Sci Rep 8:10980',
    title: 'Relative fat mass (RFM) as a new estimator of whole-body fat percentage',
    doi: '10.1038/s41598-018-29362-1',
  },
  limits: [{ input: 'ageYears', min: 20, outside: 'warn', reason: 'ages of the sample' }],
  compute: ({ sex, heightCm, waistCm }) => 64 - (20 * heightCm) / waistCm + (sex === 'male' ? 0 : 12),
})
