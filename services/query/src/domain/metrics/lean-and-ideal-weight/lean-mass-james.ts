import { defineCard, noValue } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'
import { withinBody } from './within-body.ts'

export const leanMassJames = defineCard({
  id: 'lean_mass_james',
  name: 'Lean body mass (James)',
  category: 'lean_and_ideal_weight',
  quantity: 'lean_mass',
  required: ['sex', 'weightKg', 'heightCm'],
  unit: 'kg',
  decimals: 1,
  formula: 'men 1.1·weight − 128·(weight/height)²; women 1.07·weight − 148·(weight/height)²  (kg, cm)',
  citation: {
    authors: 'James WPT',
    year: 1976,
    journal: 'DHSS/MRC report, HMSO, London',
    title: 'Research on obesity',
  },
  appliesTo: 'adult',
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ sex, weightKg, heightCm }) => {
    const [slope, bend] = sex === 'male' ? [1.1, 128] : [1.07, 148]
    if (weightKg > (slope * heightCm ** 2) / (2 * bend))
      return noValue('beyond its turning point the equation loses lean mass with every added kilogram')
    return withinBody(slope * weightKg - bend * (weightKg / heightCm) ** 2, weightKg)
  },
})
