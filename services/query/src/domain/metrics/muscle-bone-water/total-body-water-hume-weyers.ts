import { defineCard } from '../card.ts'
import { withinBody } from '../lean-and-ideal-weight/within-body.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

export const totalBodyWaterHumeWeyers = defineCard({
  id: 'total_body_water_hume_weyers',
  name: 'Total body water (Hume–Weyers)',
  category: 'muscle_bone_water',
  quantity: 'total_body_water',
  required: ['sex', 'weightKg', 'heightCm'],
  unit: 'L',
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
  appliesTo: 'adult',
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ sex, weightKg, heightCm }) =>
    withinBody(
      sex === 'male'
        ? -14.012934 + 0.296785 * weightKg + 0.194786 * heightCm
        : -35.270121 + 0.183809 * weightKg + 0.344547 * heightCm,
      weightKg,
    ),
})
