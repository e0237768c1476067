import { type Citation, defineCard, type EquationCard, noValue } from '../card.ts'
import { bodyMassIndex } from '../size/body-mass-index.ts'
import { NOT_IN_PREGNANCY, WEIGHT_VOIDED } from '../suppressions.ts'

const DEURENBERG_1991: Citation = {
  authors: 'Deurenberg P, Weststrate JA, Seidell JC',
  year: 1991,
  journal: 'Br J Nutr 65:105–114',
  title: 'Body mass index as a measure of body fatness: age- and sex-specific prediction formulas',
  doi: '10.1079/BJN19910073',
}

const FAT_FROM_BMI = {
  category: 'body_fat',
  quantity: 'body_fat_percent',
  required: ['sex', 'ageYears', 'weightKg', 'heightCm'],
  unit: '%',
  decimals: 1,
  possible: { min: 0, max: 80 },
} as const

/** Body fat from BMI, age and sex. */
export const bodyFatFromBmiCards: readonly EquationCard[] = [
  defineCard({
    ...FAT_FROM_BMI,
    id: 'body_fat_deurenberg',
    name: 'Body fat (Deurenberg, adults)',
    formula: '1.20·BMI + 0.23·age − 10.8 (men) − 5.4',
    citation: DEURENBERG_1991,
    appliesTo: 'adult',
    standardError: { kind: 'absolute', value: 4.1, note: 'percentage points against densitometry' },
    suppressions: NOT_IN_PREGNANCY,
    compute: ({ sex, ageYears, weightKg, heightCm }) =>
      1.2 * bodyMassIndex(weightKg, heightCm) + 0.23 * ageYears - (sex === 'male' ? 10.8 : 0) - 5.4,
  }),
  defineCard({
    ...FAT_FROM_BMI,
    id: 'body_fat_deurenberg_child',
    name: 'Body fat (Deurenberg, children)',
    formula: '1.51·BMI − 0.70·age − 3.6 (boys) + 1.4',
    citation: DEURENBERG_1991,
    appliesTo: 'child',
    limits: [
      {
        input: 'ageYears',
        min: 7,
        max: 15.999,
        outside: 'refuse',
        reason: 'made for children of 7 to 15 years',
      },
    ],
    standardError: { kind: 'absolute', value: 4.4, note: 'percentage points against densitometry' },
    suppressions: WEIGHT_VOIDED,
    compute: ({ sex, ageYears, weightKg, heightCm }) =>
      1.51 * bodyMassIndex(weightKg, heightCm) - 0.7 * ageYears - (sex === 'male' ? 3.6 : 0) + 1.4,
  }),
  defineCard({
    ...FAT_FROM_BMI,
    id: 'body_fat_gallagher',
    name: 'Body fat (Gallagher)',
    optional: ['ancestry'],
    formula: '64.5 − 848/BMI + 0.079·age; men − 16.4 + 0.05·age + 39.0/BMI  (not for Asian ancestry)',
    citation: {
      authors: 'Gallagher D, Heymsfield SB, Heo M, Jebb SA, Murgatroyd PR, Sakamoto Y',
      year: 2000,
      journal: 'Am J Clin Nutr 72:694–701',
      title:
        'Healthy percentage body fat ranges: an approach for developing guidelines based on body mass index',
      doi: '10.1093/ajcn/72.3.694',
    },
    appliesTo: 'adult',
    limits: [{ input: 'ageYears', min: 20, max: 79, outside: 'warn', reason: 'ages of the sample' }],
    suppressions: NOT_IN_PREGNANCY,
    compute: ({ sex, ageYears, weightKg, heightCm, ancestry }) => {
      if (ancestry === 'asian') return noValue('this form of the equation is not for Asian ancestry')
      const bmi = bodyMassIndex(weightKg, heightCm)
      const women = 64.5 - 848 / bmi + 0.079 * ageYears
      return sex === 'male' ? women - 16.4 + 0.05 * ageYears + 39 / bmi : women
    },
  }),
  defineCard({
    ...FAT_FROM_BMI,
    id: 'body_fat_cun_bae',
    name: 'Body fat (CUN-BAE)',
    formula:
      '−44.988 + 0.503·age + 10.689·f + 3.172·BMI − 0.026·BMI² + 0.181·BMI·f − 0.02·BMI·age − 0.005·BMI²·f + 0.00021·BMI²·age, f = 1 for women',
    citation: {
      authors: 'Gómez-Ambrosi J, Silva C, Catalán V, et al.',
      year: 2012,
      journal: 'Diabetes Care 35:383–388',
      title: 'Clinical usefulness of a new equation for estimating body fat',
      doi: '10.2337/dc11-1334',
    },
    appliesTo: 'adult',
    limits: [{ input: 'ageYears', min: 18, max: 80, outside: 'warn', reason: 'ages of the sample' }],
    standardError: {
      kind: 'absolute',
      value: 4.66,
      note: 'percentage points against air displacement plethysmography',
    },
    suppressions: NOT_IN_PREGNANCY,
    compute: ({ sex, ageYears, weightKg, heightCm }) => {
      const bmi = bodyMassIndex(weightKg, heightCm)
      const both =
        -44.988 +
        0.503 * ageYears +
        3.172 * bmi -
        0.026 * bmi ** 2 -
        0.02 * bmi * ageYears +
        0.00021 * bmi ** 2 * ageYears
      return sex === 'male' ? both : both + 10.689 + 0.181 * bmi - 0.005 * bmi ** 2
    },
  }),
]
