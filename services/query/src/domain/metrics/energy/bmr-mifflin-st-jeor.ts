import { defineCard } from '../card.ts'
import type { Sex } from '../inputs.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

/** Resting energy expenditure of adults, kcal/day (Mifflin et al. 1990, simplified form; 19–78 years). */
export const mifflinStJeor = (sex: Sex, weightKg: number, heightCm: number, ageYears: number): number =>
  10 * weightKg + 6.25 * heightCm - 5 * ageYears + (sex === 'male' ? 5 : -161)

export const bmrMifflinStJeor = defineCard({
  id: 'bmr_mifflin_st_jeor',
  name: 'Resting energy expenditure (Mifflin–St Jeor)',
  category: 'energy',
  quantity: 'resting_energy',
  required: ['sex', 'weightKg', 'heightCm', 'ageYears'],
  unit: 'kcal/day',
  decimals: 0,
  formula: '10·weight + 6.25·height − 5·age + 5 (men) or − 161 (women)  (kg, cm, years)',
  citation: {
    authors: 'Mifflin MD, St Jeor ST, Hill LA, Scott BJ, Daugherty SA, Koh YO',
    year: 1990,
    journal: 'Am J Clin Nutr 51:241–247',
    title: 'A new predictive equation for resting energy expenditure in healthy individuals',
    doi: '10.1093/ajcn/51.2.241',
  },
  appliesTo: 'adult',
  limits: [{ input: 'ageYears', min: 19, max: 78, outside: 'warn', reason: 'ages of the sample' }],
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ sex, weightKg, heightCm, ageYears }) => mifflinStJeor(sex, weightKg, heightCm, ageYears),
})
