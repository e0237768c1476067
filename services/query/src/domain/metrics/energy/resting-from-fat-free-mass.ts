import { defineCard, type EquationCard } from '../card.ts'
import { fromFatFreeMass } from '../fat-free-mass.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

const RESTING = {
  category: 'energy',
  quantity: 'resting_energy',
  required: [],
  optional: ['fatFreeMassKg', 'weightKg', 'bodyFatPercent'],
  unit: 'kcal/day',
  decimals: 0,
  appliesTo: 'adult',
  suppressions: NOT_IN_PREGNANCY,
} as const

/** Resting energy from fat-free mass. */
export const restingFromFatFreeMassCards: readonly EquationCard[] = [
  defineCard({
    ...RESTING,
    id: 'bmr_katch_mcardle',
    name: 'Resting energy expenditure (Katch–McArdle)',
    formula: '370 + 21.6 · fat-free mass  (kg)',
    citation: {
      authors: 'McArdle WD, Katch FI, Katch VL',
      year: 1996,
      journal: 'Exercise Physiology, 4th edition, Williams & Wilkins',
    },
    compute: (inputs) => fromFatFreeMass(inputs, (kg) => 370 + 21.6 * kg),
  }),
  defineCard({
    ...RESTING,
    id: 'bmr_cunningham_1980',
    name: 'Resting energy expenditure (Cunningham 1980)',
    formula: '500 + 22 · fat-free mass  (kg)',
    citation: {
      authors: 'Cunningham JJ',
      year: 1980,
      journal: 'Am J Clin Nutr 33:2372–2374',
      title: 'A reanalysis of the factors influencing basal metabolic rate in normal adults',
      doi: '10.1093/ajcn/33.11.2372',
    },
    compute: (inputs) => fromFatFreeMass(inputs, (kg) => 500 + 22 * kg),
  }),
  defineCard({
    ...RESTING,
    id: 'bmr_cunningham_1991',
    name: 'Resting energy expenditure (Cunningham 1991)',
    formula: '370 + 21.6 · fat-free mass  (kg)',
    citation: {
      authors: 'Cunningham JJ',
      year: 1991,
      journal: 'Am J Clin Nutr 54:963–969',
      title:
        'Body composition as a determinant of energy expenditure: a synthetic review and a proposed general prediction equation',
      doi: '10.1093/ajcn/54.6.963',
    },
    compute: (inputs) => fromFatFreeMass(inputs, (kg) => 370 + 21.6 * kg),
  }),
]
