import { defineCard } from '../card.ts'

export const boneMassRocha = defineCard({
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
})
