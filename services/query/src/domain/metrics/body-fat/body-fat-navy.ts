import { defineCard, noValue } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'

export const bodyFatNavy = defineCard({
  id: 'body_fat_navy',
  name: 'Body fat (US Navy)',
  category: 'body_fat',
  quantity: 'body_fat_percent',
  required: ['sex', 'heightCm', 'waistCm', 'neckCm'],
  optional: ['hipCm'],
  unit: '%',
  decimals: 1,
  formula:
    '495/D − 450; men D = 1.0324 − 0.19077·log₁₀(waist − neck) + 0.15456·log₁₀ height; women D = 1.29579 − 0.35004·log₁₀(waist + hip − neck) + 0.22100·log₁₀ height  (cm)',
  citation: {
    authors: 'Hodgdon JA, Beckett MB',
    year: 1984,
    journal: 'Naval Health Research Center, reports 84-11 and 84-29',
    title: 'Prediction of percent body fat for U.S. Navy men and women from body circumferences and height',
  },
  appliesTo: 'adult',
  standardError: {
    kind: 'absolute',
    value: { male: 3.52, female: 3.72 },
    note: 'percentage points against underwater weighing',
  },
  suppressions: GIRTHS_VOIDED,
  possible: { min: 0, max: 80 },
  compute: ({ sex, heightCm, waistCm, neckCm, hipCm }) => {
    if (sex === 'female' && hipCm === undefined) return noValue('women need the hip circumference', 'hipCm')
    const girthCm = sex === 'male' ? waistCm - neckCm : waistCm + (hipCm ?? 0) - neckCm
    if (waistCm <= neckCm) return noValue('the waist must be larger than the neck')
    const density =
      sex === 'male'
        ? 1.0324 - 0.19077 * Math.log10(girthCm) + 0.15456 * Math.log10(heightCm)
        : 1.29579 - 0.35004 * Math.log10(girthCm) + 0.221 * Math.log10(heightCm)
    return 495 / density - 450
  },
})
