import { defineCard } from '../card.ts'
import type { Inputs } from '../inputs.ts'

/** Share of the body weight of each part. */
const SHARE_OF_WEIGHT: Readonly<Record<NonNullable<Inputs['missingLimb']>, number>> = {
  hand: 0.007,
  forearm_and_hand: 0.023,
  arm: 0.05,
  foot: 0.015,
  lower_leg_and_foot: 0.059,
  leg: 0.16,
}

/** Returns the weight in kg of the whole body of somebody who has lost a limb (Osterkamp 1995). */
export const wholeBodyKg = (weightKg: number, missingLimb: Inputs['missingLimb']): number =>
  missingLimb === undefined ? weightKg : weightKg / (1 - SHARE_OF_WEIGHT[missingLimb])

/** Weight with the amputated part added. */
export const weightBeforeAmputation = defineCard({
  id: 'weight_before_amputation',
  name: 'Estimated weight with the amputated part',
  category: 'size',
  quantity: 'weight_before_amputation',
  required: ['weightKg', 'missingLimb'],
  unit: 'kg',
  decimals: 1,
  formula:
    'weight / (1 − share of the part): hand 0.7 %, forearm and hand 2.3 %, arm 5.0 %, foot 1.5 %, lower leg and foot 5.9 %, leg 16.0 %',
  citation: {
    authors: 'Osterkamp LK',
    year: 1995,
    journal: 'J Am Diet Assoc 95:215–218',
    title: 'Current perspective on assessment of human body proportions of relevance to amputees',
    doi: '10.1016/S0002-8223(95)00050-X',
  },
  appliesTo: 'adult',
  suppressions: [{ when: 'oedema', effect: 'value', reason: 'oedema adds water to the weight' }],
  compute: ({ weightKg, missingLimb }) => wholeBodyKg(weightKg, missingLimb),
  remark: () => 'estimated for one part lost as a whole; a stump that is left makes it too high',
})
