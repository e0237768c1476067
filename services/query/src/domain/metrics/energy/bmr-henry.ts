import { defineCard } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'
import { type AgeBands, byAgeBand } from './age-bands.ts'

/** Weight-only lines in kcal/day. */
const OXFORD: AgeBands = {
  male: [
    [0, 61, -33.7],
    [3, 23.3, 514],
    [10, 18.4, 581],
    [18, 16, 545],
    [30, 14.2, 593],
    [60, 13.5, 514],
  ],
  female: [
    [0, 58.9, -23.1],
    [3, 20.1, 507],
    [10, 11.1, 761],
    [18, 13.1, 558],
    [30, 9.74, 694],
    [60, 10.1, 569],
  ],
}

export const bmrHenry = defineCard({
  id: 'bmr_henry',
  name: 'Resting energy expenditure (Henry 2005, Oxford)',
  category: 'energy',
  quantity: 'resting_energy',
  required: ['sex', 'weightKg', 'ageYears'],
  unit: 'kcal/day',
  decimals: 0,
  formula: 'slope·weight + base by sex and age (0–3, 3–10, 10–18, 18–30, 30–60, 60+)  (kg)',
  citation: {
    authors: 'Henry CJK',
    year: 2005,
    journal: 'Public Health Nutr 8:1133–1152',
    title: 'Basal metabolic rate studies in humans: measurement and development of new equations',
    doi: '10.1079/PHN2005801',
  },
  appliesTo: 'any',
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ sex, weightKg, ageYears }) => byAgeBand(OXFORD, sex, ageYears, weightKg),
})
