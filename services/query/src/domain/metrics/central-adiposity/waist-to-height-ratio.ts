import { defineCard } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'

export const waistToHeightRatio = defineCard({
  id: 'waist_to_height_ratio',
  name: 'Waist-to-height ratio',
  category: 'central_adiposity',
  quantity: 'waist_to_height_ratio',
  required: ['waistCm', 'heightCm'],
  unit: '',
  decimals: 2,
  formula: 'waist / height',
  citation: {
    authors: 'Ashwell M, Gunn P, Gibson S',
    year: 2012,
    journal: 'Obes Rev 13:275–286',
    title: 'Waist-to-height ratio is a better screening tool than waist circumference and BMI',
    doi: '10.1111/j.1467-789X.2011.00952.x',
  },
  appliesTo: 'any',
  limits: [
    {
      input: 'ageYears',
      min: 5,
      outside: 'refuse',
      reason: 'NICE 2022 covers adults and children from 5 years',
    },
  ],
  classes: [
    {
      system: 'NICE CG189, 2022',
      citation: {
        authors: 'National Institute for Health and Care Excellence',
        year: 2022,
        journal: 'Clinical guideline CG189, update of 8 September 2022',
      },
      minAgeYears: 5,
      bands: [
        { from: 0, label: 'below the healthy range' },
        { from: 0.4, label: 'healthy central adiposity' },
        { from: 0.5, label: 'increased central adiposity' },
        { from: 0.6, label: 'high central adiposity' },
      ],
    },
  ],
  suppressions: GIRTHS_VOIDED,
  compute: ({ waistCm, heightCm }) => waistCm / heightCm,
})
