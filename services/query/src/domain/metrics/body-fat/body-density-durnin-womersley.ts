import { defineCard } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'
import { durninWomersley } from './density.ts'

export const bodyDensityDurninWomersley = defineCard({
  id: 'body_density_durnin_womersley',
  name: 'Body density (Durnin–Womersley)',
  category: 'body_fat',
  quantity: 'body_density',
  required: ['sex', 'ageYears', 'bicepsMm', 'tricepsMm', 'subscapularMm', 'suprailiacMm'],
  unit: 'g/cm³',
  decimals: 4,
  formula: 'c − m·log₁₀(biceps + triceps + subscapular + suprailiac), c and m by sex and age  (mm)',
  citation: {
    authors: 'Durnin JVGA, Womersley J',
    year: 1974,
    journal: 'Br J Nutr 32:77–97',
    title: 'Body fat assessed from total body density and its estimation from skinfold thickness',
    doi: '10.1079/BJN19740060',
  },
  appliesTo: 'adult',
  limits: [{ input: 'ageYears', min: 16, max: 72, outside: 'warn', reason: 'ages of the sample' }],
  suppressions: GIRTHS_VOIDED,
  possible: { min: 0.9, max: 1.15 },
  compute: ({ sex, ageYears, bicepsMm, tricepsMm, subscapularMm, suprailiacMm }) =>
    durninWomersley(sex, ageYears, bicepsMm + tricepsMm + subscapularMm + suprailiacMm),
})
