import { defineCard, noValue } from '../card.ts'
import { withinBody } from '../lean-and-ideal-weight/within-body.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

export const totalBodyWaterWatson = defineCard({
  id: 'total_body_water_watson',
  name: 'Total body water (Watson)',
  category: 'muscle_bone_water',
  quantity: 'total_body_water',
  required: ['sex', 'weightKg', 'heightCm'],
  optional: ['ageYears'],
  unit: 'L',
  decimals: 1,
  formula:
    'men 2.447 − 0.09516·age + 0.1074·height + 0.3362·weight; women −2.097 + 0.1069·height + 0.2466·weight  (cm, kg)',
  citation: {
    authors: 'Watson PE, Watson ID, Batt RD',
    year: 1980,
    journal: 'Am J Clin Nutr 33:27–39',
    title:
      'Total body water volumes for adult males and females estimated from simple anthropometric measurements',
    doi: '10.1093/ajcn/33.1.27',
  },
  appliesTo: 'adult',
  standardError: {
    kind: 'absolute',
    value: { male: 3.76, female: 3.6 },
    note: 'litres against isotope dilution',
  },
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ sex, weightKg, heightCm, ageYears }) => {
    if (sex === 'female') return withinBody(-2.097 + 0.1069 * heightCm + 0.2466 * weightKg, weightKg)
    if (ageYears === undefined) return noValue('men need the age', 'ageYears')
    return withinBody(2.447 - 0.09516 * ageYears + 0.1074 * heightCm + 0.3362 * weightKg, weightKg)
  },
})
