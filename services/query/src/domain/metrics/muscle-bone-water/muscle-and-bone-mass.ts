import { type Citation, defineCard, type EquationCard, noValue } from '../card.ts'
import { GIRTHS_VOIDED, NOT_IN_PREGNANCY } from '../suppressions.ts'
import { withinBody } from '../within-body.ts'
import { correctedGirthCm, NO_MUSCLE_LEFT } from './limb.ts'

const LEE_2000: Citation = {
  authors: 'Lee RC, Wang Z, Heo M, Ross R, Janssen I, Heymsfield SB',
  year: 2000,
  journal: 'Am J Clin Nutr 72:796–803',
  title:
    'Total-body skeletal muscle mass: development and cross-validation of anthropometric prediction models',
  doi: '10.1093/ajcn/72.3.796',
}

/** Mass of skeletal muscle and of bone in kg. */
export const muscleAndBoneMassCards: readonly EquationCard[] = [
  defineCard({
    id: 'skeletal_muscle_lee_girths',
    name: 'Skeletal muscle mass (Lee, girths)',
    category: 'muscle_bone_water',
    quantity: 'skeletal_muscle_mass',
    required: [
      'sex',
      'ageYears',
      'heightCm',
      'muacCm',
      'tricepsMm',
      'thighCm',
      'thighMm',
      'calfCm',
      'calfMm',
    ],
    optional: ['ancestry'],
    unit: 'kg',
    decimals: 1,
    formula:
      'height·(0.00744·CAG² + 0.00088·CTG² + 0.00441·CCG²) + 2.4 (men) − 0.048·age + ancestry (Asian −2.0, black 1.1) + 7.8; corrected girths in cm, height in m',
    citation: LEE_2000,
    appliesTo: 'adult',
    standardError: { kind: 'absolute', value: 2.2, note: 'kg against MRI' },
    suppressions: GIRTHS_VOIDED,
    compute: ({ sex, ageYears, heightCm, muacCm, tricepsMm, thighCm, thighMm, calfCm, calfMm, ancestry }) => {
      const arm = correctedGirthCm(muacCm, tricepsMm)
      const thigh = correctedGirthCm(thighCm, thighMm)
      const calf = correctedGirthCm(calfCm, calfMm)
      if (Math.min(arm, thigh, calf) <= 0) return noValue(NO_MUSCLE_LEFT)
      return (
        (heightCm / 100) * (0.00744 * arm ** 2 + 0.00088 * thigh ** 2 + 0.00441 * calf ** 2) +
        (sex === 'male' ? 2.4 : 0) -
        0.048 * ageYears +
        (ancestry === 'asian' ? -2 : ancestry === 'black' ? 1.1 : 0) +
        7.8
      )
    },
  }),
  defineCard({
    id: 'skeletal_muscle_lee_weight',
    name: 'Skeletal muscle mass (Lee, weight)',
    category: 'muscle_bone_water',
    quantity: 'skeletal_muscle_mass',
    required: ['sex', 'ageYears', 'heightCm', 'weightKg'],
    optional: ['ancestry'],
    unit: 'kg',
    decimals: 1,
    formula:
      '0.244·weight + 7.80·height + 6.6 (men) − 0.098·age + ancestry (Asian −1.2, black 1.4) − 3.3  (kg, m)',
    citation: LEE_2000,
    appliesTo: 'adult',
    standardError: { kind: 'absolute', value: 2.8, note: 'kg against MRI' },
    suppressions: NOT_IN_PREGNANCY,
    compute: ({ sex, ageYears, heightCm, weightKg, ancestry }) =>
      withinBody(
        0.244 * weightKg +
          7.8 * (heightCm / 100) +
          (sex === 'male' ? 6.6 : 0) -
          0.098 * ageYears +
          (ancestry === 'asian' ? -1.2 : ancestry === 'black' ? 1.4 : 0) -
          3.3,
        weightKg,
      ),
  }),
  defineCard({
    id: 'skeletal_muscle_poortmans',
    name: 'Skeletal muscle mass (Poortmans, children)',
    category: 'muscle_bone_water',
    quantity: 'skeletal_muscle_mass',
    required: [
      'sex',
      'ageYears',
      'heightCm',
      'muacCm',
      'tricepsMm',
      'thighCm',
      'thighMm',
      'calfCm',
      'calfMm',
    ],
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
  }),
  defineCard({
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
  }),
  defineCard({
    id: 'bone_mass_rocha',
    name: 'Bone mass (Rocha)',
    category: 'muscle_bone_water',
    quantity: 'bone_mass',
    required: ['heightCm', 'radiusBreadthCm', 'femurBreadthCm'],
    unit: 'kg',
    decimals: 1,
    formula: '3.02 · (height²·radius·femur·400)^0.712  (m)',
    citation: {
      authors: 'Rocha MSL',
      year: 1975,
      journal: 'Arq Anat Antropol 1:445–451',
      title: 'Peso ósseo do brasileiro de ambos os sexos de 17 a 25 anos',
    },
    appliesTo: 'adult',
    compute: ({ heightCm, radiusBreadthCm, femurBreadthCm }) =>
      3.02 * ((heightCm / 100) ** 2 * (radiusBreadthCm / 100) * (femurBreadthCm / 100) * 400) ** 0.712,
  }),
]
