import { type Citation, defineCard, type EquationCard, noValue } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'
import { ARM_BONE_CM2, correctedGirthCm, girthAreaCm2, NO_MUSCLE_LEFT } from './limb.ts'

const FRISANCHO_1981: Citation = {
  authors: 'Frisancho AR',
  year: 1981,
  journal: 'Am J Clin Nutr 34:2540–2545',
  title: 'New norms of upper limb fat and muscle areas for assessment of nutritional status',
  doi: '10.1093/ajcn/34.11.2540',
}

const HEYMSFIELD_1982: Citation = {
  authors: 'Heymsfield SB, McManus C, Smith J, Stevens V, Nixon DW',
  year: 1982,
  journal: 'Am J Clin Nutr 36:680–690',
  title:
    'Anthropometric measurement of muscle mass: revised equations for calculating bone-free arm muscle area',
  doi: '10.1093/ajcn/36.4.680',
}

const CHEN_2020: Citation = {
  authors: 'Chen LK, Woo J, Assantachai P, et al.',
  year: 2020,
  journal: 'J Am Med Dir Assoc 21:300–307',
  doi: '10.1016/j.jamda.2019.12.012',
}

/** Muscle and fat of the arm from its girth and fold, and the calf as measured. */
export const armAndCalfCards: readonly EquationCard[] = [
  defineCard({
    id: 'arm_muscle_circumference',
    name: 'Arm muscle circumference',
    category: 'muscle_bone_water',
    quantity: 'arm_muscle_circumference',
    required: ['muacCm', 'tricepsMm'],
    unit: 'cm',
    decimals: 1,
    formula: 'arm girth − π·triceps/10  (cm, mm)',
    citation: {
      authors: 'Jelliffe DB',
      year: 1966,
      journal: 'WHO Monograph Series 53',
      title: 'The assessment of the nutritional status of the community',
    },
    appliesTo: 'any',
    suppressions: GIRTHS_VOIDED,
    compute: ({ muacCm, tricepsMm }) => correctedGirthCm(muacCm, tricepsMm),
  }),
  defineCard({
    id: 'arm_muscle_area',
    name: 'Arm muscle area (Frisancho)',
    category: 'muscle_bone_water',
    quantity: 'arm_muscle_area',
    required: ['muacCm', 'tricepsMm'],
    unit: 'cm²',
    decimals: 1,
    formula: '(arm girth − π·triceps/10)² / 4π  (cm, mm)',
    citation: FRISANCHO_1981,
    appliesTo: 'any',
    suppressions: GIRTHS_VOIDED,
    compute: ({ muacCm, tricepsMm }) => {
      const girthCm = correctedGirthCm(muacCm, tricepsMm)
      return girthCm > 0 ? girthAreaCm2(girthCm) : noValue(NO_MUSCLE_LEFT)
    },
  }),
  defineCard({
    id: 'arm_muscle_area_bone_free',
    name: 'Arm muscle area without bone (Heymsfield)',
    category: 'muscle_bone_water',
    quantity: 'arm_muscle_area',
    required: ['sex', 'muacCm', 'tricepsMm'],
    unit: 'cm²',
    decimals: 1,
    formula: '(arm girth − π·triceps/10)² / 4π − 10 (men) or 6.5 (women)  (cm, mm)',
    citation: HEYMSFIELD_1982,
    appliesTo: 'adult',
    suppressions: GIRTHS_VOIDED,
    compute: ({ sex, muacCm, tricepsMm }) => {
      const girthCm = correctedGirthCm(muacCm, tricepsMm)
      return girthCm > 0 ? girthAreaCm2(girthCm) - ARM_BONE_CM2[sex] : noValue(NO_MUSCLE_LEFT)
    },
  }),
  defineCard({
    id: 'arm_fat_area',
    name: 'Arm fat area (Frisancho)',
    category: 'muscle_bone_water',
    quantity: 'arm_fat_area',
    required: ['muacCm', 'tricepsMm'],
    unit: 'cm²',
    decimals: 1,
    formula: 'arm area − arm muscle area',
    citation: FRISANCHO_1981,
    appliesTo: 'any',
    suppressions: GIRTHS_VOIDED,
    compute: ({ muacCm, tricepsMm }) => {
      const girthCm = correctedGirthCm(muacCm, tricepsMm)
      return girthCm > 0 ? girthAreaCm2(muacCm) - girthAreaCm2(girthCm) : noValue(NO_MUSCLE_LEFT)
    },
  }),
  defineCard({
    id: 'muscle_mass_heymsfield',
    name: 'Muscle mass (Heymsfield)',
    category: 'muscle_bone_water',
    quantity: 'skeletal_muscle_mass',
    required: ['sex', 'heightCm', 'muacCm', 'tricepsMm'],
    unit: 'kg',
    decimals: 1,
    formula: 'height · (0.0264 + 0.0029 · bone-free arm muscle area)  (cm, cm²)',
    citation: HEYMSFIELD_1982,
    appliesTo: 'adult',
    suppressions: GIRTHS_VOIDED,
    compute: ({ sex, heightCm, muacCm, tricepsMm }) => {
      const girthCm = correctedGirthCm(muacCm, tricepsMm)
      if (girthCm <= 0) return noValue(NO_MUSCLE_LEFT)
      return heightCm * (0.0264 + 0.0029 * (girthAreaCm2(girthCm) - ARM_BONE_CM2[sex]))
    },
  }),
  defineCard({
    id: 'calf_circumference',
    name: 'Calf circumference',
    category: 'muscle_bone_water',
    quantity: 'calf',
    required: ['calfCm'],
    optional: ['sex'],
    unit: 'cm',
    decimals: 1,
    formula: 'as measured',
    citation: {
      authors: 'Chen LK, Woo J, Assantachai P, et al.',
      year: 2020,
      journal: 'J Am Med Dir Assoc 21:300–307',
      title: 'Asian Working Group for Sarcopenia: 2019 consensus update',
      doi: '10.1016/j.jamda.2019.12.012',
    },
    appliesTo: 'adult',
    classes: [
      {
        system: 'AWGS 2019 screening',
        citation: CHEN_2020,
        sex: 'male',
        bands: [
          { from: 0, label: 'possible sarcopenia' },
          { from: 34, label: 'above the cut-off' },
        ],
      },
      {
        system: 'AWGS 2019 screening',
        citation: CHEN_2020,
        sex: 'female',
        bands: [
          { from: 0, label: 'possible sarcopenia' },
          { from: 33, label: 'above the cut-off' },
        ],
      },
    ],
    suppressions: GIRTHS_VOIDED,
    compute: ({ calfCm }) => calfCm,
  }),
]
