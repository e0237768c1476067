import { defineCard } from '../card.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'

export const bsaFujimoto = defineCard({
  id: 'bsa_fujimoto',
  name: 'Body surface area (Fujimoto)',
  category: 'body_surface',
  quantity: 'body_surface_area',
  required: ['weightKg', 'heightCm'],
  unit: 'm²',
  decimals: 2,
  formula: '0.008883 · weight^0.444 · height^0.663  (kg, cm)',
  citation: {
    authors: 'Fujimoto S, Watanabe T, Sakamoto A, Yukawa K, Morimoto K',
    year: 1968,
    journal: 'Nippon Eiseigaku Zasshi 23:443–450',
    title: 'Studies on the physical surface area of Japanese',
    doi: '10.1265/jjh.23.443',
  },
  appliesTo: 'any',
  suppressions: WEIGHT_VOIDED,
  compute: ({ weightKg, heightCm }) => 0.008883 * weightKg ** 0.444 * heightCm ** 0.663,
})
