import { defineCard, noValue } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'
import { correctedGirthCm, NO_MUSCLE_LEFT } from './limb.ts'

export const muscleMassMartin = defineCard({
  id: 'muscle_mass_martin',
  name: 'Muscle mass (Martin, men)',
  category: 'muscle_bone_water',
  quantity: 'skeletal_muscle_mass',
  required: ['sex', 'heightCm', 'thighCm', 'thighMm', 'forearmCm', 'calfCm', 'calfMm'],
  unit: 'kg',
  decimals: 1,
  formula: '(height·(0.0553·CTG² + 0.0987·forearm² + 0.0331·CCG²) − 2445) / 1000  (cm, g)',
  citation: {
    authors: 'Martin AD, Spenst LF, Drinkwater DT, Clarys JP',
    year: 1990,
    journal: 'Med Sci Sports Exerc 22:729–733',
    title: 'Anthropometric estimation of muscle mass in men',
    doi: '10.1249/00005768-199010000-00027',
  },
  appliesTo: 'adult',
  standardError: { kind: 'absolute', value: 1.53, note: 'kg against dissection' },
  suppressions: GIRTHS_VOIDED,
  compute: ({ sex, heightCm, thighCm, thighMm, forearmCm, calfCm, calfMm }) => {
    if (sex !== 'male') return noValue('the equation was made from men only')
    const thigh = correctedGirthCm(thighCm, thighMm)
    const calf = correctedGirthCm(calfCm, calfMm)
    if (Math.min(thigh, calf) <= 0) return noValue(NO_MUSCLE_LEFT)
    return (heightCm * (0.0553 * thigh ** 2 + 0.0987 * forearmCm ** 2 + 0.0331 * calf ** 2) - 2445) / 1000
  },
})
