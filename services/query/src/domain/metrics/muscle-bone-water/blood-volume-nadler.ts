import { defineCard } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

export const bloodVolumeNadler = defineCard({
  id: 'blood_volume_nadler',
  name: 'Blood volume (Nadler)',
  category: 'muscle_bone_water',
  quantity: 'blood_volume',
  required: ['sex', 'weightKg', 'heightCm'],
  unit: 'L',
  decimals: 2,
  formula:
    'men 0.3669·height³ + 0.03219·weight + 0.6041; women 0.3561·height³ + 0.03308·weight + 0.1833  (m, kg)',
  citation: {
    authors: 'Nadler SB, Hidalgo JU, Bloch T',
    year: 1962,
    journal: 'Surgery 51:224–232',
    title: 'Prediction of blood volume in normal human adults',
  },
  appliesTo: 'adult',
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ sex, weightKg, heightCm }) =>
    sex === 'male'
      ? 0.3669 * (heightCm / 100) ** 3 + 0.03219 * weightKg + 0.6041
      : 0.3561 * (heightCm / 100) ** 3 + 0.03308 * weightKg + 0.1833,
})
