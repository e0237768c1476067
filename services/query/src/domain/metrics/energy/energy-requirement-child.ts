import { defineCard } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

/** Activity coefficient PA by class. */
const ACTIVITY = {
  male: { sedentary: 1, low_active: 1.13, active: 1.26, very_active: 1.42 },
  female: { sedentary: 1, low_active: 1.16, active: 1.31, very_active: 1.56 },
} as const

export const energyRequirementChild = defineCard({
  id: 'energy_requirement_child',
  name: 'Estimated energy requirement (3–18 years)',
  category: 'energy',
  quantity: 'total_energy',
  required: ['sex', 'weightKg', 'heightCm', 'ageYears', 'activityLevel'],
  unit: 'kcal/day',
  decimals: 0,
  formula:
    'boys 88.5 − 61.9·age + PA·(26.7·weight + 903·height) + growth; girls 135.3 − 30.8·age + PA·(10.0·weight + 934·height) + growth; growth 20 to 8 years, then 25',
  citation: {
    authors: 'Institute of Medicine',
    year: 2005,
    journal: 'National Academies Press, Washington DC',
    title:
      'Dietary reference intakes for energy, carbohydrate, fiber, fat, fatty acids, cholesterol, protein, and amino acids',
    doi: '10.17226/10490',
  },
  appliesTo: 'child',
  limits: [{ input: 'ageYears', min: 3, max: 18.999, outside: 'refuse', reason: 'made for 3 to 18 years' }],
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ sex, weightKg, heightCm, ageYears, activityLevel }) => {
    const growth = ageYears < 9 ? 20 : 25
    return sex === 'male'
      ? 88.5 -
          61.9 * ageYears +
          ACTIVITY.male[activityLevel] * (26.7 * weightKg + (903 * heightCm) / 100) +
          growth
      : 135.3 -
          30.8 * ageYears +
          ACTIVITY.female[activityLevel] * (10 * weightKg + (934 * heightCm) / 100) +
          growth
  },
})
