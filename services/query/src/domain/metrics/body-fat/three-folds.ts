import { type NoValue, noValue } from '../card.ts'
import type { Given } from '../inputs.ts'

/** Sum of the three folds in mm: chest, abdomen, thigh in men; triceps, suprailium, thigh in women. */
export function threeFolds({
  sex,
  thighMm,
  chestMm,
  abdominalMm,
  tricepsMm,
  suprailiacMm,
}: Given<'sex' | 'thighMm', 'chestMm' | 'abdominalMm' | 'tricepsMm' | 'suprailiacMm'>): number | NoValue {
  if (sex === 'male') {
    if (chestMm === undefined) return noValue('men need the chest skinfold', 'chestMm')
    if (abdominalMm === undefined) return noValue('men need the abdominal skinfold', 'abdominalMm')
    return chestMm + abdominalMm + thighMm
  }
  if (tricepsMm === undefined) return noValue('women need the triceps skinfold', 'tricepsMm')
  if (suprailiacMm === undefined) return noValue('women need the suprailiac skinfold', 'suprailiacMm')
  return tricepsMm + suprailiacMm + thighMm
}
