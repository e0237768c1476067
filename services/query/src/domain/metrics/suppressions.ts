import type { Suppression } from './card.ts'

/** Weight no longer stands for tissue: the value itself is withheld. */
export const WEIGHT_VOIDED: readonly Suppression[] = [
  { when: 'oedema', effect: 'value', reason: 'oedema adds water to the weight (WHO 2006)' },
  { when: 'amputation', effect: 'value', reason: 'an amputated limb is missing from the weight' },
]

/** As above, and not valid in pregnancy: weight and girths include the child, the placenta and the fluid. */
export const NOT_IN_PREGNANCY: readonly Suppression[] = [
  ...WEIGHT_VOIDED,
  { when: 'pregnant', effect: 'value', reason: 'the equation was not made for pregnancy' },
]

/** Girths and skinfolds of the trunk change in pregnancy; limbs and oedema change them otherwise. */
export const GIRTHS_VOIDED: readonly Suppression[] = [
  { when: 'pregnant', effect: 'value', reason: 'waist and hip are not interpretable in pregnancy' },
  { when: 'oedema', effect: 'value', reason: 'oedema changes girths and skinfolds' },
]

/** The value is arithmetic and stays; its class is not meant for pregnancy. */
export const CLASS_NOT_IN_PREGNANCY: readonly Suppression[] = [
  ...WEIGHT_VOIDED,
  { when: 'pregnant', effect: 'class', reason: 'adult weight classes do not apply in pregnancy' },
]
