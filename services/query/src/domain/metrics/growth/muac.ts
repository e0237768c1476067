import { type Citation, defineCard } from '../card.ts'

const WHO_UNICEF_2009: Citation = {
  authors: 'World Health Organization, UNICEF',
  year: 2009,
  journal: 'WHO, Geneva',
  title:
    'WHO child growth standards and the identification of severe acute malnutrition in infants and children',
}
const SIX_TO_59_MONTHS = { citation: WHO_UNICEF_2009, minAgeYears: 0.5, maxAgeYears: 5 } as const

/** Mid-upper-arm circumference as measured, with the cut-offs of acute malnutrition. */
export const muac = defineCard({
  id: 'muac',
  name: 'Mid-upper-arm circumference',
  category: 'growth',
  quantity: 'muac',
  required: ['ageYears', 'muacCm'],
  optional: ['oedema', 'ageMonths'],
  unit: 'cm',
  decimals: 1,
  formula: 'as measured; classes for 6 to 59 months',
  citation: WHO_UNICEF_2009,
  appliesTo: 'child',
  classes: [
    {
      ...SIX_TO_59_MONTHS,
      system: 'WHO/UNICEF 2009 bilateral oedema',
      oedema: true,
      bands: [{ from: 0, label: 'severe acute malnutrition (oedema)', leads: true }],
    },
    {
      ...SIX_TO_59_MONTHS,
      system: 'WHO/UNICEF 2009 MUAC',
      oedema: true,
      bands: [
        { from: 0, label: 'severe acute malnutrition' },
        { from: 11.5, label: 'moderate acute malnutrition by the arm alone' },
        { from: 12.5, label: 'above the cut-off by the arm alone; oedema decides' },
      ],
    },
    {
      ...SIX_TO_59_MONTHS,
      system: 'WHO/UNICEF 2009 MUAC',
      oedema: false,
      bands: [
        { from: 0, label: 'severe acute malnutrition' },
        { from: 11.5, label: 'moderate acute malnutrition' },
        { from: 12.5, label: 'not acutely malnourished' },
      ],
    },
  ],
  compute: ({ muacCm }) => muacCm,
})
