import { defineCard } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

export const fatFreeMassIndexNormalised = defineCard({
  id: 'fat_free_mass_index_normalised',
  name: 'Fat-free mass index normalised to 1.80 m',
  category: 'lean_and_ideal_weight',
  quantity: 'fat_free_mass_index',
  required: ['weightKg', 'heightCm', 'bodyFatPercent'],
  unit: 'kg/m²',
  decimals: 1,
  formula: 'FFMI + 6.1 · (1.80 − height)  (m)',
  citation: {
    authors: 'Kouri EM, Pope HG, Katz DL, Oliva P',
    year: 1995,
    journal: 'Clin J Sport Med 5:223–228',
    title: 'Fat-free mass index in users and nonusers of anabolic-androgenic steroids',
    doi: '10.1097/00042752-199510000-00003',
  },
  appliesTo: 'adult',
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ weightKg, heightCm, bodyFatPercent }) =>
    (weightKg * (1 - bodyFatPercent / 100)) / (heightCm / 100) ** 2 + 6.1 * (1.8 - heightCm / 100),
})
