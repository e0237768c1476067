import { defineCard, type EquationCard } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

const RESTING = {
  category: 'energy',
  quantity: 'resting_energy',
  unit: 'kcal/day',
  decimals: 0,
  appliesTo: 'adult',
  suppressions: NOT_IN_PREGNANCY,
} as const

/** Resting energy from weight and sex, without height. */
export const restingFromWeightCards: readonly EquationCard[] = [
  defineCard({
    ...RESTING,
    id: 'bmr_owen',
    name: 'Resting energy expenditure (Owen)',
    required: ['sex', 'weightKg'],
    formula: 'men 879 + 10.2·weight; women 795 + 7.18·weight  (kg)',
    citation: {
      authors: "Owen OE, Kavle E, Owen RS, et al.; Owen OE, Holup JL, D'Alessio DA, et al.",
      year: 1987,
      journal: 'Am J Clin Nutr 44:1–19 (1986, women) and 46:875–885 (1987, men)',
      title: 'A reappraisal of caloric requirements',
    },
    compute: ({ sex, weightKg }) => (sex === 'male' ? 879 + 10.2 * weightKg : 795 + 7.18 * weightKg),
  }),
  defineCard({
    ...RESTING,
    id: 'bmr_livingston',
    name: 'Resting energy expenditure (Livingston–Kohlstadt 2005)',
    required: ['sex', 'weightKg', 'ageYears'],
    formula: 'men 293·weight^0.4330 − 5.92·age; women 248·weight^0.4356 − 5.09·age  (kg, years)',
    citation: {
      authors: 'Livingston EH, Kohlstadt I',
      year: 2005,
      journal: 'Obes Res 13:1255–1262',
      title: 'Simplified resting metabolic rate-predicting formulas for normal-sized and obese individuals',
      doi: '10.1038/oby.2005.149',
    },
    compute: ({ sex, weightKg, ageYears }) =>
      sex === 'male' ? 293 * weightKg ** 0.433 - 5.92 * ageYears : 248 * weightKg ** 0.4356 - 5.09 * ageYears,
  }),
]
