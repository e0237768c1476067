import { defineCard, noValue } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'
import { FROM_FIVE_FEET, fromFiveFeet } from './five-feet.ts'

export const adjustedWeight = defineCard({
  id: 'adjusted_weight',
  name: 'Adjusted body weight',
  category: 'lean_and_ideal_weight',
  quantity: 'dosing_weight',
  required: ['sex', 'weightKg', 'heightCm'],
  unit: 'kg',
  decimals: 1,
  formula: 'IBW + 0.4 · (weight − IBW), IBW by Devine',
  citation: {
    authors: 'Bauer LA, Edwards WAD, Dellinger EP, Simonowitz DA',
    year: 1983,
    journal: 'Eur J Clin Pharmacol 24:643–647',
    title:
      'Influence of weight on aminoglycoside pharmacokinetics in normal weight and morbidly obese patients',
    doi: '10.1007/BF00542215',
  },
  appliesTo: 'adult',
  limits: [FROM_FIVE_FEET],
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ sex, weightKg, heightCm }) => {
    const idealKg = fromFiveFeet(heightCm, sex === 'male' ? 50 : 45.5, 2.3)
    if (typeof idealKg !== 'number') return idealKg
    return weightKg < idealKg
      ? noValue('the adjustment is for a weight above the ideal weight')
      : idealKg + 0.4 * (weightKg - idealKg)
  },
})
