import { defineCard } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

/** Activity coefficient PA by class. */
const ACTIVITY = {
  male: { sedentary: 1, low_active: 1.11, active: 1.25, very_active: 1.48 },
  female: { sedentary: 1, low_active: 1.12, active: 1.27, very_active: 1.45 },
} as const

export const energyRequirementAdult = defineCard({
  id: 'energy_requirement_adult',
  name: 'Estimated energy requirement (adults)',
  category: 'energy',
  quantity: 'total_energy',
  required: ['sex', 'weightKg', 'heightCm', 'ageYears', 'activityLevel'],
  unit: 'kcal/day',
  decimals: 0,
  formula:
    'men 662 − 9.53·age + PA·(15.91·weight + 539.6·height); women 354 − 6.91·age + PA·(9.36·weight + 726·height)  (years, kg, m)',
  citation: {
    authors: 'Institute of Medicine',
    year: 2005,
    journal: 'National Academies Press, Washington DC',
    title:
      'Dietary reference intakes for energy, carbohydrate, fiber, fat, fatty acids, cholesterol, protein, and amino acids',
    doi: '10.17226/10490',
  },
  appliesTo: 'adult',
  limits: [
    { input: 'ageYears', min: 19, outside: 'refuse', reason: 'the adult equation starts at 19 years' },
  ],
  standardError: {
    kind: 'absolute',
    value: { male: 199, female: 162 },
    note: 'kcal/day against doubly labelled water',
  },
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ sex, weightKg, heightCm, ageYears, activityLevel }) =>
    sex === 'male'
      ? 662 - 9.53 * ageYears + ACTIVITY.male[activityLevel] * (15.91 * weightKg + (539.6 * heightCm) / 100)
      : 354 - 6.91 * ageYears + ACTIVITY.female[activityLevel] * (9.36 * weightKg + (726 * heightCm) / 100),
})
