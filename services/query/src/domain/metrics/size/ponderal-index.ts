import { defineCard } from '../card.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'

export const ponderalIndex = defineCard({
  id: 'ponderal_index',
  name: 'Ponderal index (Rohrer)',
  category: 'size',
  quantity: 'ponderal_index',
  required: ['weightKg', 'heightCm'],
  unit: 'kg/m³',
  decimals: 1,
  formula: 'weight / height³  (kg, m)',
  citation: {
    authors: 'Rohrer F',
    year: 1921,
    journal: 'Münch Med Wochenschr 68:580–582',
    title: 'Der Index der Körperfülle als Maß des Ernährungszustandes',
  },
  appliesTo: 'any',
  suppressions: WEIGHT_VOIDED,
  compute: ({ weightKg, heightCm }) => weightKg / (heightCm / 100) ** 3,
})
