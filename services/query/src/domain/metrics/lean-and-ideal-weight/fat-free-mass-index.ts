import { defineCard } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

export const fatFreeMassIndex = defineCard({
  id: 'fat_free_mass_index',
  name: 'Fat-free mass index',
  category: 'lean_and_ideal_weight',
  quantity: 'fat_free_mass_index',
  required: ['weightKg', 'heightCm', 'bodyFatPercent'],
  unit: 'kg/m²',
  decimals: 1,
  formula: 'fat-free mass / height²  (kg, m)',
  citation: {
    authors: 'VanItallie TB, Yang MU, Heymsfield SB, Funk RC, Boileau RA',
    year: 1990,
    journal: 'Am J Clin Nutr 52:953–959',
    title: "Height-normalized indices of the body's fat-free mass and fat mass",
    doi: '10.1093/ajcn/52.6.953',
  },
  appliesTo: 'any',
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ weightKg, heightCm, bodyFatPercent }) =>
    (weightKg * (1 - bodyFatPercent / 100)) / (heightCm / 100) ** 2,
})
