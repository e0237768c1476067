import { defineCard, type EquationCard } from '../card.ts'
import type { Sex } from '../inputs.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

/** Returns the resting energy expenditure of adults, kcal/day (Mifflin et al. 1990, simplified form; 19–78 years). */
export const mifflinStJeor = (sex: Sex, weightKg: number, heightCm: number, ageYears: number): number =>
  10 * weightKg + 6.25 * heightCm - 5 * ageYears + (sex === 'male' ? 5 : -161)

const RESTING = {
  category: 'energy',
  quantity: 'resting_energy',
  required: ['sex', 'weightKg', 'heightCm', 'ageYears'],
  unit: 'kcal/day',
  decimals: 0,
  appliesTo: 'adult',
  suppressions: NOT_IN_PREGNANCY,
} as const

/** Resting energy from weight, height, age and sex. */
export const restingFromHeightCards: readonly EquationCard[] = [
  defineCard({
    ...RESTING,
    id: 'bmr_mifflin_st_jeor',
    name: 'Resting energy expenditure (Mifflin–St Jeor)',
    formula: '10·weight + 6.25·height − 5·age + 5 (men) or − 161 (women)  (kg, cm, years)',
    citation: {
      authors: 'Mifflin MD, St Jeor ST, Hill LA, Scott BJ, Daugherty SA, Koh YO',
      year: 1990,
      journal: 'Am J Clin Nutr 51:241–247',
      title: 'A new predictive equation for resting energy expenditure in healthy individuals',
      doi: '10.1093/ajcn/51.2.241',
    },
    limits: [{ input: 'ageYears', min: 19, max: 78, outside: 'warn', reason: 'ages of the sample' }],
    compute: ({ sex, weightKg, heightCm, ageYears }) => mifflinStJeor(sex, weightKg, heightCm, ageYears),
  }),
  defineCard({
    ...RESTING,
    id: 'bmr_harris_benedict',
    name: 'Resting energy expenditure (Harris–Benedict 1919)',
    formula:
      'men 66.4730 + 13.7516·weight + 5.0033·height − 6.7550·age; women 655.0955 + 9.5634·weight + 1.8496·height − 4.6756·age  (kg, cm, years)',
    citation: {
      authors: 'Harris JA, Benedict FG',
      year: 1919,
      journal: 'Carnegie Institution of Washington, publication 279',
      title: 'A biometric study of basal metabolism in man',
    },
    compute: ({ sex, weightKg, heightCm, ageYears }) =>
      sex === 'male'
        ? 66.473 + 13.7516 * weightKg + 5.0033 * heightCm - 6.755 * ageYears
        : 655.0955 + 9.5634 * weightKg + 1.8496 * heightCm - 4.6756 * ageYears,
  }),
  defineCard({
    ...RESTING,
    id: 'bmr_roza_shizgal',
    name: 'Resting energy expenditure (Roza–Shizgal 1984)',
    formula:
      'men 88.362 + 13.397·weight + 4.799·height − 5.677·age; women 447.593 + 9.247·weight + 3.098·height − 4.330·age  (kg, cm, years)',
    citation: {
      authors: 'Roza AM, Shizgal HM',
      year: 1984,
      journal: 'Am J Clin Nutr 40:168–182',
      title: 'The Harris Benedict equation reevaluated: resting energy requirements and the body cell mass',
      doi: '10.1093/ajcn/40.1.168',
    },
    compute: ({ sex, weightKg, heightCm, ageYears }) =>
      sex === 'male'
        ? 88.362 + 13.397 * weightKg + 4.799 * heightCm - 5.677 * ageYears
        : 447.593 + 9.247 * weightKg + 3.098 * heightCm - 4.33 * ageYears,
  }),
]
