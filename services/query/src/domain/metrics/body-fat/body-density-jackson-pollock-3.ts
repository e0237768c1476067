import { defineCard } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'
import { jacksonPollock } from './density.ts'
import { threeFolds } from './three-folds.ts'

export const bodyDensityJacksonPollock3 = defineCard({
  id: 'body_density_jackson_pollock_3',
  name: 'Body density (Jackson–Pollock, 3 folds)',
  category: 'body_fat',
  quantity: 'body_density',
  required: ['sex', 'ageYears', 'thighMm'],
  optional: ['chestMm', 'abdominalMm', 'tricepsMm', 'suprailiacMm'],
  unit: 'g/cm³',
  decimals: 4,
  formula:
    'men 1.10938 − 0.0008267·S + 0.0000016·S² − 0.0002574·age (chest, abdomen, thigh); women 1.0994921 − 0.0009929·S + 0.0000023·S² − 0.0001392·age (triceps, suprailium, thigh)',
  citation: {
    authors: 'Jackson AS, Pollock ML; Jackson AS, Pollock ML, Ward A',
    year: 1978,
    journal: 'Br J Nutr 40:497–504; Med Sci Sports Exerc 12:175–182 (1980)',
    title: 'Generalized equations for predicting body density',
    doi: '10.1079/BJN19780152',
  },
  appliesTo: 'adult',
  limits: [{ input: 'ageYears', min: 18, max: 61, outside: 'warn', reason: 'ages of the sample' }],
  suppressions: GIRTHS_VOIDED,
  possible: { min: 0.9, max: 1.15 },
  compute: (inputs) => {
    const sumMm = threeFolds(inputs)
    return typeof sumMm === 'number' ? jacksonPollock(3, inputs.sex, inputs.ageYears, sumMm) : sumMm
  },
})
