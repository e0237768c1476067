import { defineCard } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'
import { type AgeBands, byAgeBand } from './age-bands.ts'

/** Weight-only lines in kcal/day as adopted by FAO/WHO/UNU 1985. */
const SCHOFIELD: AgeBands = {
  male: [
    [0, 59.512, -30.4],
    [3, 22.706, 504.3],
    [10, 17.686, 658.2],
    [18, 15.057, 692.2],
    [30, 11.472, 873.1],
    [60, 11.711, 587.7],
  ],
  female: [
    [0, 58.317, -31.1],
    [3, 20.315, 485.9],
    [10, 13.384, 692.6],
    [18, 14.818, 486.6],
    [30, 8.126, 845.6],
    [60, 9.082, 658.5],
  ],
}

export const bmrSchofield = defineCard({
  id: 'bmr_schofield',
  name: 'Resting energy expenditure (Schofield 1985)',
  category: 'energy',
  quantity: 'resting_energy',
  required: ['sex', 'weightKg', 'ageYears'],
  unit: 'kcal/day',
  decimals: 0,
  formula: 'slope·weight + base by sex and age (0–3, 3–10, 10–18, 18–30, 30–60, 60+)  (kg)',
  citation: {
    authors: 'Schofield WN',
    year: 1985,
    journal: 'Hum Nutr Clin Nutr 39C Suppl 1:5–41',
    title: 'Predicting basal metabolic rate, new standards and review of previous work',
  },
  appliesTo: 'any',
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ sex, weightKg, ageYears }) => byAgeBand(SCHOFIELD, sex, ageYears, weightKg),
})
