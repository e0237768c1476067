import { defineCard } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

export const fatMass = defineCard({
  id: 'fat_mass',
  name: 'Fat mass',
  category: 'lean_and_ideal_weight',
  quantity: 'fat_mass',
  required: ['weightKg', 'bodyFatPercent'],
  unit: 'kg',
  decimals: 1,
  formula: 'weight · fat/100',
  citation: {
    authors: 'VanItallie TB, Yang MU, Heymsfield SB, Funk RC, Boileau RA',
    year: 1990,
    journal: 'Am J Clin Nutr 52:953–959',
    title: "Height-normalized indices of the body's fat-free mass and fat mass",
    doi: '10.1093/ajcn/52.6.953',
  },
  appliesTo: 'any',
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ weightKg, bodyFatPercent }) => (weightKg * bodyFatPercent) / 100,
})
