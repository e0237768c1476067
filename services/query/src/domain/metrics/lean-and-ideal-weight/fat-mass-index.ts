import { defineCard } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

export const fatMassIndex = defineCard({
  id: 'fat_mass_index',
  name: 'Fat mass index',
  category: 'lean_and_ideal_weight',
  quantity: 'fat_mass_index',
  required: ['weightKg', 'heightCm', 'bodyFatPercent'],
  optional: ['sex'],
  unit: 'kg/m²',
  decimals: 1,
  formula: 'fat mass / height²  (kg, m)',
  citation: {
    authors: 'VanItallie TB, Yang MU, Heymsfield SB, Funk RC, Boileau RA',
    year: 1990,
    journal: 'Am J Clin Nutr 52:953–959',
    title: "Height-normalized indices of the body's fat-free mass and fat mass",
    doi: '10.1093/ajcn/52.6.953',
  },
  appliesTo: 'any',
  classes: [
    {
      system: 'Kelly 2009 fat mass index',
      citation: {
        authors: 'Kelly TL, Wilson KE, Heymsfield SB',
        year: 2009,
        journal: 'PLoS ONE 4:e7038',
        doi: '10.1371/journal.pone.0007038',
      },
      sex: 'male',
      minAgeYears: 20,
      bands: [
        { from: 0, label: 'severe fat deficit' },
        { from: 2, label: 'moderate fat deficit' },
        { from: 2.3, label: 'mild fat deficit' },
        { from: 3, label: 'normal' },
        { from: 6, label: 'excess fat' },
        { from: 9, label: 'obese class I' },
        { from: 12, label: 'obese class II' },
        { from: 15, label: 'obese class III' },
      ],
    },
    {
      system: 'Kelly 2009 fat mass index',
      citation: {
        authors: 'Kelly TL, Wilson KE, Heymsfield SB',
        year: 2009,
        journal: 'PLoS ONE 4:e7038',
        doi: '10.1371/journal.pone.0007038',
      },
      sex: 'female',
      minAgeYears: 20,
      bands: [
        { from: 0, label: 'severe fat deficit' },
        { from: 3.5, label: 'moderate fat deficit' },
        { from: 4, label: 'mild fat deficit' },
        { from: 5, label: 'normal' },
        { from: 9, label: 'excess fat' },
        { from: 13, label: 'obese class I' },
        { from: 17, label: 'obese class II' },
        { from: 21, label: 'obese class III' },
      ],
    },
  ],
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ weightKg, heightCm, bodyFatPercent }) =>
    (weightKg * bodyFatPercent) / 100 / (heightCm / 100) ** 2,
})
