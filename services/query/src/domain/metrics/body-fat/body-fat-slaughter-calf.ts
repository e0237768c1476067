import { defineCard } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'

export const bodyFatSlaughterCalf = defineCard({
  id: 'body_fat_slaughter_calf',
  name: 'Body fat (Slaughter, triceps and calf)',
  category: 'body_fat',
  quantity: 'body_fat_percent',
  required: ['sex', 'tricepsMm', 'calfMm'],
  unit: '%',
  decimals: 1,
  formula: 'boys 0.735·(triceps + calf) + 1.0; girls 0.610·(triceps + calf) + 5.1  (mm)',
  citation: {
    authors: 'Slaughter MH, Lohman TG, Boileau RA, et al.',
    year: 1988,
    journal: 'Hum Biol 60:709–723',
    title: 'Skinfold equations for estimation of body fatness in children and youth',
  },
  appliesTo: 'child',
  limits: [
    {
      input: 'ageYears',
      max: 17.999,
      outside: 'refuse',
      reason: 'from 18 years the equations for adults apply',
    },
    { input: 'ageYears', min: 8, outside: 'warn', reason: 'ages of the sample' },
  ],
  suppressions: GIRTHS_VOIDED,
  possible: { min: 0, max: 80 },
  compute: ({ sex, tricepsMm, calfMm }) =>
    sex === 'male' ? 0.735 * (tricepsMm + calfMm) + 1 : 0.61 * (tricepsMm + calfMm) + 5.1,
})
