import { defineCard, noValue } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'
import { correctedGirthCm, NO_MUSCLE_LEFT } from './limb.ts'

export const skeletalMusclePoortmans = defineCard({
  id: 'skeletal_muscle_poortmans',
  name: 'Skeletal muscle mass (Poortmans, children)',
  category: 'muscle_bone_water',
  quantity: 'skeletal_muscle_mass',
  required: ['sex', 'ageYears', 'heightCm', 'muacCm', 'tricepsMm', 'thighCm', 'thighMm', 'calfCm', 'calfMm'],
  unit: 'kg',
  decimals: 1,
  formula:
    'height·(0.0064·CAG² + 0.0032·CTG² + 0.0015·CCG²) + 2.56 (boys) + 0.136·age; corrected girths in cm, height in m',
  citation: {
    authors: 'Poortmans JR, Boisseau N, Moraine JJ, Moreno-Reyes R, Goldman S',
    year: 2005,
    journal: 'Med Sci Sports Exerc 37:316–322',
    title: 'Estimation of total-body skeletal muscle mass in children and adolescents',
    doi: '10.1249/01.MSS.0000152804.93039.CE',
  },
  appliesTo: 'child',
  limits: [
    { input: 'ageYears', min: 7, max: 17, outside: 'refuse', reason: 'made for children of 7 to 16 years' },
  ],
  suppressions: GIRTHS_VOIDED,
  compute: ({ sex, ageYears, heightCm, muacCm, tricepsMm, thighCm, thighMm, calfCm, calfMm }) => {
    const arm = correctedGirthCm(muacCm, tricepsMm)
    const thigh = correctedGirthCm(thighCm, thighMm)
    const calf = correctedGirthCm(calfCm, calfMm)
    if (Math.min(arm, thigh, calf) <= 0) return noValue(NO_MUSCLE_LEFT)
    return (
      (heightCm / 100) * (0.0064 * arm ** 2 + 0.0032 * thigh ** 2 + 0.0015 * calf ** 2) +
      (sex === 'male' ? 2.56 : 0) +
      0.136 * ageYears
    )
  },
})
