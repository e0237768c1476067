import { ADULT_AGE_YEARS } from './card.ts'
import type { Inputs } from './inputs.ts'
import { pretermAge } from './preterm.ts'

/** Ages in months for which bilateral oedema by itself is severe acute malnutrition (WHO and UNICEF 2009). */
const OEDEMA_SAM_MONTHS = [6, 60] as const

/**
 * Returns what somebody who reads figures of this person must know, in sentences: preterm birth, a child without an age,
 * oedema, pregnancy, amputation, sport. Inputs must be prepared.
 */
export function bodyWarnings(inputs: Inputs): readonly string[] {
  const warnings: string[] = []
  const months = inputs.ageMonths
  const child = inputs.ageYears === undefined ? inputs.isChild === true : inputs.ageYears < ADULT_AGE_YEARS
  const preterm = pretermAge(inputs)
  if (preterm !== undefined) warnings.push(preterm.kind === 'corrected' ? preterm.note : preterm.reason)
  else if (inputs.ageIsCorrected === true)
    warnings.push('the age given is already corrected for preterm birth and is used as it is')
  if (child && inputs.ageYears === undefined)
    warnings.push('a child is judged by age and sex: give the age; the classes of adults do not apply')
  if (inputs.oedema === true) {
    if (months !== undefined && months >= OEDEMA_SAM_MONTHS[0] && months < OEDEMA_SAM_MONTHS[1])
      warnings.push(
        'oedema of both feet is by itself severe acute malnutrition at 6 to 59 months (WHO and UNICEF 2009): the child needs treatment now; weight-based scores are withheld because the weight contains water',
      )
    else if (child) warnings.push('oedema adds water to the weight: weight-based scores are withheld')
    else
      warnings.push(
        'oedema: the weight contains fluid, so weight classes and equations from weight are withheld; ask a clinician about a dry weight',
      )
  }
  if (inputs.pregnant === true)
    warnings.push(
      'pregnancy: adult weight classes, healthy and ideal weights and weight loss do not apply; weight gain is judged from the weight before pregnancy (Institute of Medicine 2009); discuss it with your midwife or antenatal care team',
    )
  if (inputs.amputation === true)
    warnings.push(
      inputs.missingLimb === undefined
        ? 'amputation: the missing part is not in the weight; weight-based figures are withheld unless the part is named'
        : 'amputation: BMI is computed from the estimated weight of the whole body (Osterkamp 1995); other weight-based figures are withheld',
    )
  return warnings
}
