import { defineCard, type EquationCard, noValue } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'
import { withinBody } from '../within-body.ts'

const FLUID = {
  category: 'muscle_bone_water',
  required: ['sex', 'weightKg', 'heightCm'],
  unit: 'L',
  appliesTo: 'adult',
  suppressions: NOT_IN_PREGNANCY,
} as const

/** Total body water and blood volume in litres. */
export const bodyFluidCards: readonly EquationCard[] = [
  defineCard({
    ...FLUID,
    id: 'total_body_water_watson',
    name: 'Total body water (Watson)',
    quantity: 'total_body_water',
    optional: ['ageYears'],
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
    standardError: {
      kind: 'absolute',
      value: { male: 3.76, female: 3.6 },
      note: 'litres against isotope dilution',
    },
    compute: ({ sex, weightKg, heightCm, ageYears }) => {
      if (sex === 'female') return withinBody(-2.097 + 0.1069 * heightCm + 0.2466 * weightKg, weightKg)
      if (ageYears === undefined) return noValue('men need the age', 'ageYears')
      return withinBody(2.447 - 0.09516 * ageYears + 0.1074 * heightCm + 0.3362 * weightKg, weightKg)
    },
  }),
  defineCard({
    ...FLUID,
    id: 'total_body_water_hume_weyers',
    name: 'Total body water (Hume–Weyers)',
    quantity: 'total_body_water',
    decimals: 1,
    formula:
      'men −14.012934 + 0.296785·weight + 0.194786·height; women −35.270121 + 0.183809·weight + 0.344547·height  (kg, cm)',
    citation: {
      authors: 'Hume R, Weyers E',
      year: 1971,
      journal: 'J Clin Pathol 24:234–238',
      title: 'Relationship between total body water and surface area in normal and obese subjects',
      doi: '10.1136/jcp.24.3.234',
    },
    compute: ({ sex, weightKg, heightCm }) =>
      withinBody(
        sex === 'male'
          ? -14.012934 + 0.296785 * weightKg + 0.194786 * heightCm
          : -35.270121 + 0.183809 * weightKg + 0.344547 * heightCm,
        weightKg,
      ),
  }),
  defineCard({
    ...FLUID,
    id: 'blood_volume_nadler',
    name: 'Blood volume (Nadler)',
    quantity: 'blood_volume',
    decimals: 2,
    formula:
      'men 0.3669·height³ + 0.03219·weight + 0.6041; women 0.3561·height³ + 0.03308·weight + 0.1833  (m, kg)',
    citation: {
      authors: 'Nadler SB, Hidalgo JU, Bloch T',
      year: 1962,
      journal: 'Surgery 51:224–232',
      title: 'Prediction of blood volume in normal human adults',
    },
    compute: ({ sex, weightKg, heightCm }) =>
      sex === 'male'
        ? 0.3669 * (heightCm / 100) ** 3 + 0.03219 * weightKg + 0.6041
        : 0.3561 * (heightCm / 100) ** 3 + 0.03308 * weightKg + 0.1833,
  }),
]
