import type { Suppression } from './card.ts'

/** Conditions in which the weight does not represent tissue: the value is withheld. */
export const WEIGHT_VOIDED: readonly Suppression[] = [
  { when: 'oedema', effect: 'value', reason: 'oedema adds water to the weight (WHO 2006)' },
  { when: 'amputation', effect: 'value', reason: 'an amputated limb is missing from the weight' },
]

/** As above, and withheld in pregnancy: weight and girths include the child, the placenta and the fluid. */
export const NOT_IN_PREGNANCY: readonly Suppression[] = [
  ...WEIGHT_VOIDED,
  { when: 'pregnant', effect: 'value', reason: 'the equation was not made for pregnancy' },
]

/** Girths and skinfolds are withheld in pregnancy and with oedema, which change them. */
export const GIRTHS_VOIDED: readonly Suppression[] = [
  { when: 'pregnant', effect: 'value', reason: 'waist and hip are not interpretable in pregnancy' },
  { when: 'oedema', effect: 'value', reason: 'oedema changes girths and skinfolds' },
]

/** A weight to aim at is not given in pregnancy, when nobody should lose weight. */
export const NO_TARGET_IN_PREGNANCY: readonly Suppression[] = [
  {
    when: 'pregnant',
    effect: 'value',
    reason: 'healthy and ideal weights do not apply in pregnancy; weight gain is judged by IOM 2009',
  },
]

/**
 * For BMI: without a class in pregnancy and, for adults, in oedema. Withheld for children with oedema, and after an
 * amputation unless the missing part is named and can be added.
 */
export const BMI_SUPPRESSIONS: readonly Suppression[] = [
  {
    when: 'oedema',
    effect: 'value',
    ages: 'child',
    reason: 'oedema adds water to the weight (WHO 2006)',
  },
  {
    when: 'oedema',
    effect: 'class',
    ages: 'adult',
    reason: 'oedema: the weight contains fluid, so the BMI has no class',
  },
  {
    when: 'amputation',
    effect: 'value',
    unless: 'missingLimb',
    reason: 'an amputated limb is missing from the weight; name the part to have its weight added',
  },
  { when: 'pregnant', effect: 'class', reason: 'adult weight classes do not apply in pregnancy' },
]
