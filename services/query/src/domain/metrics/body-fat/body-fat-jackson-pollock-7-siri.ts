import { defineCard } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'
import { jacksonPollock, siri } from './density.ts'

export const bodyFatJacksonPollock7Siri = defineCard({
  id: 'body_fat_jackson_pollock_7_siri',
  name: 'Body fat (Jackson–Pollock, 7 folds, Siri)',
  category: 'body_fat',
  quantity: 'body_fat_percent',
  required: [
    'sex',
    'ageYears',
    'chestMm',
    'midaxillaryMm',
    'tricepsMm',
    'subscapularMm',
    'abdominalMm',
    'suprailiacMm',
    'thighMm',
  ],
  unit: '%',
  decimals: 1,
  formula:
    '495/D − 450; D: men 1.112 − 0.00043499·S + 0.00000055·S² − 0.00028826·age; women 1.097 − 0.00046971·S + 0.00000056·S² − 0.00012828·age; S of seven folds',
  citation: {
    authors: 'Jackson AS, Pollock ML; Jackson AS, Pollock ML, Ward A',
    year: 1978,
    journal: 'Br J Nutr 40:497–504; Med Sci Sports Exerc 12:175–182 (1980)',
    title: 'Generalized equations for predicting body density',
    doi: '10.1079/BJN19780152',
  },
  appliesTo: 'adult',
  limits: [{ input: 'ageYears', min: 18, max: 61, outside: 'warn', reason: 'ages of the sample' }],
  standardError: {
    kind: 'absolute',
    value: { male: 3.4, female: 3.8 },
    note: 'percentage points against underwater weighing',
  },
  suppressions: GIRTHS_VOIDED,
  possible: { min: 0, max: 80 },
  compute: ({
    sex,
    ageYears,
    chestMm,
    midaxillaryMm,
    tricepsMm,
    subscapularMm,
    abdominalMm,
    suprailiacMm,
    thighMm,
  }) => {
    const density = jacksonPollock(
      7,
      sex,
      ageYears,
      chestMm + midaxillaryMm + tricepsMm + subscapularMm + abdominalMm + suprailiacMm + thighMm,
    )
    return typeof density === 'number' ? siri(density) : density
  },
})
