import { defineCard } from '../card.ts'

export const heightFromUlna = defineCard({
  id: 'height_from_ulna',
  name: 'Height from ulna length (BAPEN)',
  category: 'estimation',
  quantity: 'height_estimate',
  required: ['sex', 'ageYears', 'ulnaCm'],
  unit: 'cm',
  decimals: 1,
  formula:
    'men 79.2 + 3.60·ulna (65+: 86.3 + 3.15·ulna); women 95.6 + 2.77·ulna (65+: 80.4 + 3.25·ulna)  (cm)',
  citation: {
    authors: 'Elia M (ed)',
    year: 2003,
    journal: 'British Association for Parenteral and Enteral Nutrition',
    title: 'The MUST report: Malnutrition Universal Screening Tool, alternative measurements',
  },
  appliesTo: 'adult',
  compute: ({ sex, ageYears, ulnaCm }) => {
    const older = ageYears >= 65
    if (sex === 'male') return older ? 86.3 + 3.15 * ulnaCm : 79.2 + 3.6 * ulnaCm
    return older ? 80.4 + 3.25 * ulnaCm : 95.6 + 2.77 * ulnaCm
  },
})
