import { type Citation, defineCard, type EquationCard, noValue } from '../card.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'

const MARTIN_1957: Citation = {
  authors: 'Martin R, Saller K',
  year: 1957,
  journal: 'Gustav Fischer, Stuttgart',
  title: 'Lehrbuch der Anthropologie, 3rd edition',
}

const GRANT_1980: Citation = {
  authors: 'Grant JP',
  year: 1980,
  journal: 'Handbook of total parenteral nutrition, WB Saunders',
}

/** Ratios of lengths, and the size of the frame. */
export const proportionCards: readonly EquationCard[] = [
  defineCard({
    id: 'cormic_index',
    name: 'Cormic index',
    category: 'proportion_and_physique',
    quantity: 'cormic_index',
    required: ['sittingHeightCm', 'heightCm'],
    unit: '%',
    decimals: 1,
    formula: '100 · sitting height / height',
    citation: MARTIN_1957,
    appliesTo: 'any',
    possible: { min: 0, max: 100 },
    compute: ({ sittingHeightCm, heightCm }) =>
      sittingHeightCm < heightCm
        ? (100 * sittingHeightCm) / heightCm
        : noValue('sitting height must be below height'),
  }),
  defineCard({
    id: 'leg_length',
    name: 'Subischial leg length',
    category: 'proportion_and_physique',
    quantity: 'leg_length',
    required: ['sittingHeightCm', 'heightCm'],
    unit: 'cm',
    decimals: 1,
    formula: 'height − sitting height',
    citation: MARTIN_1957,
    appliesTo: 'any',
    compute: ({ sittingHeightCm, heightCm }) => heightCm - sittingHeightCm,
  }),
  defineCard({
    id: 'brachial_index',
    name: 'Brachial index',
    category: 'proportion_and_physique',
    quantity: 'brachial_index',
    required: ['forearmLengthCm', 'upperArmLengthCm'],
    unit: '%',
    decimals: 1,
    formula: '100 · forearm length / upper arm length',
    citation: MARTIN_1957,
    appliesTo: 'any',
    compute: ({ forearmLengthCm, upperArmLengthCm }) => (100 * forearmLengthCm) / upperArmLengthCm,
  }),
  defineCard({
    id: 'crural_index',
    name: 'Crural index',
    category: 'proportion_and_physique',
    quantity: 'crural_index',
    required: ['tibiaLengthCm', 'thighLengthCm'],
    unit: '%',
    decimals: 1,
    formula: '100 · lower leg length / thigh length',
    citation: MARTIN_1957,
    appliesTo: 'any',
    compute: ({ tibiaLengthCm, thighLengthCm }) => (100 * tibiaLengthCm) / thighLengthCm,
  }),
  defineCard({
    id: 'height_weight_ratio',
    name: 'Reciprocal ponderal index',
    category: 'proportion_and_physique',
    quantity: 'height_weight_ratio',
    required: ['heightCm', 'weightKg'],
    unit: 'cm/kg^⅓',
    decimals: 1,
    formula: 'height / ∛weight  (cm, kg)',
    citation: {
      authors: 'Carter JEL, Heath BH',
      year: 1990,
      journal: 'Cambridge University Press',
      title: 'Somatotyping — development and applications',
    },
    appliesTo: 'any',
    suppressions: WEIGHT_VOIDED,
    compute: ({ heightCm, weightKg }) => heightCm / Math.cbrt(weightKg),
  }),
  defineCard({
    id: 'frame_size',
    name: 'Frame size (height to wrist)',
    category: 'proportion_and_physique',
    quantity: 'frame_size',
    required: ['heightCm', 'wristCm'],
    optional: ['sex'],
    unit: '',
    decimals: 1,
    formula: 'height / wrist circumference',
    citation: {
      authors: 'Grant JP',
      year: 1980,
      journal: 'WB Saunders, Philadelphia',
      title: 'Handbook of total parenteral nutrition',
    },
    appliesTo: 'adult',
    classes: [
      {
        system: 'Grant 1980',
        citation: GRANT_1980,
        sex: 'male',
        bands: [
          { from: 0, label: 'large frame' },
          { from: 9.6, label: 'medium frame' },
          { from: 10.4, label: 'small frame' },
        ],
      },
      {
        system: 'Grant 1980',
        citation: GRANT_1980,
        sex: 'female',
        bands: [
          { from: 0, label: 'large frame' },
          { from: 10.1, label: 'medium frame' },
          { from: 11, label: 'small frame' },
        ],
      },
    ],
    compute: ({ heightCm, wristCm }) => heightCm / wristCm,
  }),
]
