import { defineCard } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'
import { brozek, jacksonPollock } from './density.ts'
import { threeFolds } from './three-folds.ts'

export const bodyFatJacksonPollock3Brozek = defineCard({
  id: 'body_fat_jackson_pollock_3_brozek',
  name: 'Body fat (Jackson–Pollock, 3 folds, Brožek)',
  category: 'body_fat',
  quantity: 'body_fat_percent',
  required: ['sex', 'ageYears', 'thighMm'],
  optional: ['chestMm', 'abdominalMm', 'tricepsMm', 'suprailiacMm'],
  unit: '%',
  decimals: 1,
  formula:
    '457/D − 414.2; D: men 1.10938 − 0.0008267·S + 0.0000016·S² − 0.0002574·age (chest, abdomen, thigh); women 1.0994921 − 0.0009929·S + 0.0000023·S² − 0.0001392·age (triceps, suprailium, thigh)',
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
    value: { male: 3.4, female: 3.9 },
    note: 'percentage points against underwater weighing',
  },
  suppressions: GIRTHS_VOIDED,
  possible: { min: 0, max: 80 },
  compute: (inputs) => {
    const sumMm = threeFolds(inputs)
    if (typeof sumMm !== 'number') return sumMm
    const density = jacksonPollock(3, inputs.sex, inputs.ageYears, sumMm)
    return typeof density === 'number' ? brozek(density) : density
  },
})
