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

/** The value is given in pregnancy, but not its class. */
export const CLASS_NOT_IN_PREGNANCY: readonly Suppression[] = [
  ...WEIGHT_VOIDED,
  { when: 'pregnant', effect: 'class', reason: 'adult weight classes do not apply in pregnancy' },
]
