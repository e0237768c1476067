import { type Citation, defineCard, type EquationCard, noValue } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'
import { mifflinStJeor } from './resting-from-height.ts'

const IOM_2005: Citation = {
  authors: 'Institute of Medicine',
  year: 2005,
  journal: 'National Academies Press, Washington DC',
  title:
    'Dietary reference intakes for energy, carbohydrate, fiber, fat, fatty acids, cholesterol, protein, and amino acids',
  doi: '10.17226/10490',
}

/** Activity coefficient PA of adults by class. */
const ADULT_ACTIVITY = {
  male: { sedentary: 1, low_active: 1.11, active: 1.25, very_active: 1.48 },
  female: { sedentary: 1, low_active: 1.12, active: 1.27, very_active: 1.45 },
} as const

/** Activity coefficient PA of children by class. */
const CHILD_ACTIVITY = {
  male: { sedentary: 1, low_active: 1.13, active: 1.26, very_active: 1.42 },
  female: { sedentary: 1, low_active: 1.16, active: 1.31, very_active: 1.56 },
} as const

/** Physical activity level that stands for each activity class (Institute of Medicine 2005). */
export const TYPICAL_PAL = { sedentary: 1.25, low_active: 1.5, active: 1.75, very_active: 2.2 } as const

const TOTAL = {
  category: 'energy',
  quantity: 'total_energy',
  unit: 'kcal/day',
  decimals: 0,
  suppressions: NOT_IN_PREGNANCY,
} as const

/** Total energy of a day from size and activity. */
export const totalEnergyCards: readonly EquationCard[] = [
  defineCard({
    ...TOTAL,
    id: 'energy_requirement_adult',
    name: 'Estimated energy requirement (adults)',
    required: ['sex', 'weightKg', 'heightCm', 'ageYears', 'activityLevel'],
    formula:
      'men 662 − 9.53·age + PA·(15.91·weight + 539.6·height); women 354 − 6.91·age + PA·(9.36·weight + 726·height)  (years, kg, m)',
    citation: IOM_2005,
    appliesTo: 'adult',
    limits: [
      { input: 'ageYears', min: 19, outside: 'refuse', reason: 'the adult equation starts at 19 years' },
    ],
    standardError: {
      kind: 'absolute',
      value: { male: 199, female: 162 },
      note: 'kcal/day against doubly labelled water',
    },
    compute: ({ sex, weightKg, heightCm, ageYears, activityLevel }) =>
      sex === 'male'
        ? 662 -
          9.53 * ageYears +
          ADULT_ACTIVITY.male[activityLevel] * (15.91 * weightKg + (539.6 * heightCm) / 100)
        : 354 -
          6.91 * ageYears +
          ADULT_ACTIVITY.female[activityLevel] * (9.36 * weightKg + (726 * heightCm) / 100),
  }),
  defineCard({
    ...TOTAL,
    id: 'energy_requirement_child',
    name: 'Estimated energy requirement (3–18 years)',
    required: ['sex', 'weightKg', 'heightCm', 'ageYears', 'activityLevel'],
    formula:
      'boys 88.5 − 61.9·age + PA·(26.7·weight + 903·height) + growth; girls 135.3 − 30.8·age + PA·(10.0·weight + 934·height) + growth; growth 20 to 8 years, then 25',
    citation: IOM_2005,
    appliesTo: 'child',
    limits: [{ input: 'ageYears', min: 3, max: 18.999, outside: 'refuse', reason: 'made for 3 to 18 years' }],
    compute: ({ sex, weightKg, heightCm, ageYears, activityLevel }) => {
      const growth = ageYears < 9 ? 20 : 25
      return sex === 'male'
        ? 88.5 -
            61.9 * ageYears +
            CHILD_ACTIVITY.male[activityLevel] * (26.7 * weightKg + (903 * heightCm) / 100) +
            growth
        : 135.3 -
            30.8 * ageYears +
            CHILD_ACTIVITY.female[activityLevel] * (10 * weightKg + (934 * heightCm) / 100) +
            growth
    },
  }),
  defineCard({
    ...TOTAL,
    id: 'total_energy_by_activity',
    name: 'Total energy expenditure by activity',
    required: ['sex', 'weightKg', 'heightCm', 'ageYears'],
    optional: ['physicalActivityLevel', 'activityLevel'],
    formula:
      'PAL · resting energy (Mifflin–St Jeor); PAL as given, or 1.25, 1.5, 1.75, 2.2 by activity class',
    citation: {
      authors: 'FAO/WHO/UNU',
      year: 2004,
      journal: 'FAO Food and Nutrition Technical Report Series 1',
      title: 'Human energy requirements (factorial method); typical PAL by class: Institute of Medicine 2005',
    },
    appliesTo: 'adult',
    compute: ({ sex, weightKg, heightCm, ageYears, physicalActivityLevel, activityLevel }) => {
      const pal =
        physicalActivityLevel ?? (activityLevel === undefined ? undefined : TYPICAL_PAL[activityLevel])
      if (pal === undefined)
        return noValue('needs physical_activity_level or activity_level', 'physicalActivityLevel')
      return pal * mifflinStJeor(sex, weightKg, heightCm, ageYears)
    },
  }),
]
