import { defineCard } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'
import { brozek, durninWomersley } from './density.ts'

export const bodyFatDurninWomersleyBrozek = defineCard({
  id: 'body_fat_durnin_womersley_brozek',
  name: 'Body fat (Durnin–Womersley, Brožek)',
  category: 'body_fat',
  quantity: 'body_fat_percent',
  required: ['sex', 'ageYears', 'bicepsMm', 'tricepsMm', 'subscapularMm', 'suprailiacMm'],
  unit: '%',
  decimals: 1,
  formula:
    '457/D − 414.2; D: c − m·log₁₀(biceps + triceps + subscapular + suprailiac), c and m by sex and age  (mm)',
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
  possible: { min: 0, max: 80 },
  compute: ({ sex, ageYears, bicepsMm, tricepsMm, subscapularMm, suprailiacMm }) =>
    brozek(durninWomersley(sex, ageYears, bicepsMm + tricepsMm + subscapularMm + suprailiacMm)),
})
