import { defineCard } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'

/** Mid-upper-arm circumference as measured, with the cut-offs of acute malnutrition. */
export const muac = defineCard({
  id: 'muac',
  name: 'Mid-upper-arm circumference',
  category: 'growth',
  quantity: 'muac',
  required: ['ageYears', 'muacCm'],
  unit: 'cm',
  decimals: 1,
  formula: 'as measured; classes for 6 to 59 months',
  citation: {
    authors: 'World Health Organization, UNICEF',
    year: 2009,
    journal: 'WHO, Geneva',
    title:
      'WHO child growth standards and the identification of severe acute malnutrition in infants and children',
  },
  appliesTo: 'child',
  classes: [
    {
      system: 'WHO/UNICEF 2009 MUAC',
      citation: {
        authors: 'World Health Organization, UNICEF',
        year: 2009,
        journal:
          'WHO child growth standards and the identification of severe acute malnutrition in infants and children',
      },
      minAgeYears: 0.5,
      maxAgeYears: 5,
      bands: [
        { from: 0, label: 'severe acute malnutrition' },
        { from: 11.5, label: 'moderate acute malnutrition' },
        { from: 12.5, label: 'not acutely malnourished' },
      ],
    },
  ],
  suppressions: GIRTHS_VOIDED,
  compute: ({ muacCm }) => muacCm,
})
