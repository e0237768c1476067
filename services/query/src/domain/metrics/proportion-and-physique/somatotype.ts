import { type Citation, defineCard, type EquationCard, SIGNED } from '../card.ts'
import type { Given, InputName } from '../inputs.ts'
import { GIRTHS_VOIDED, NOT_IN_PREGNANCY } from '../suppressions.ts'

const CARTER_1990: Citation = {
  authors: 'Carter JEL, Heath BH',
  year: 1990,
  journal: 'Cambridge University Press',
  title: 'Somatotyping — development and applications',
}

/** The three components of a Heath–Carter somatotype. */
type Somatotype = {
  readonly endomorphy: number
  readonly mesomorphy: number
  readonly ectomorphy: number
}

/** Lowest rating the method gives. */
const LOWEST = 0.1

/** Endomorphy from the sum of triceps, subscapular and supraspinale folds in mm, corrected for height (Heath & Carter). */
function endomorphyOf(sumMm: number, heightCm: number): number {
  const x = (sumMm * 170.18) / heightCm
  return Math.max(LOWEST, -0.7182 + 0.1451 * x - 0.00068 * x ** 2 + 0.0000014 * x ** 3)
}

/** Mesomorphy from bone breadths and girths (cm) less their folds (mm), relative to height (Heath & Carter). */
function mesomorphyOf(m: {
  readonly humerusBreadthCm: number
  readonly femurBreadthCm: number
  readonly flexedArmCm: number
  readonly tricepsMm: number
  readonly calfCm: number
  readonly calfMm: number
  readonly heightCm: number
}): number {
  return Math.max(
    LOWEST,
    0.858 * m.humerusBreadthCm +
      0.601 * m.femurBreadthCm +
      0.188 * (m.flexedArmCm - m.tricepsMm / 10) +
      0.161 * (m.calfCm - m.calfMm / 10) -
      0.131 * m.heightCm +
      4.5,
  )
}

/** Ectomorphy from height over the cube root of weight (Heath & Carter). */
function ectomorphyOf(heightCm: number, weightKg: number): number {
  const ratio = heightCm / Math.cbrt(weightKg)
  if (ratio >= 40.75) return 0.732 * ratio - 28.58
  return ratio > 38.25 ? Math.max(LOWEST, 0.463 * ratio - 17.63) : LOWEST
}

/**
 * Category of a somatotype (Carter & Heath 1990): central when no component differs by more than one from the
 * others; balanced when two lie within half a unit; else the dominant one qualified by the second.
 */
function somatotypeCategory({ endomorphy, mesomorphy, ectomorphy }: Somatotype): string {
  const ranked = [
    { adjective: 'endomorphic', noun: 'endomorph', value: endomorphy },
    { adjective: 'mesomorphic', noun: 'mesomorph', value: mesomorphy },
    { adjective: 'ectomorphic', noun: 'ectomorph', value: ectomorphy },
  ].sort((a, b) => b.value - a.value)
  const [first, second, third] = [ranked[0]!, ranked[1]!, ranked[2]!]
  if (first.value - third.value <= 1) return 'central'
  if (first.value - second.value <= 0.5) return `${second.noun}-${first.noun}`
  if (second.value - third.value <= 0.5) return `balanced ${first.noun}`
  return `${second.adjective} ${first.noun}`
}

/** The ten measurements of a complete anthropometric somatotype (Carter & Heath 1990). */
const SOMATOTYPE_INPUTS = [
  'heightCm',
  'weightKg',
  'tricepsMm',
  'subscapularMm',
  'supraspinaleMm',
  'calfMm',
  'humerusBreadthCm',
  'femurBreadthCm',
  'flexedArmCm',
  'calfCm',
] as const satisfies readonly InputName[]

/** The whole somatotype of the ten measurements. */
const somatotypeOf = (inputs: Given<(typeof SOMATOTYPE_INPUTS)[number]>): Somatotype => ({
  endomorphy: endomorphyOf(inputs.tricepsMm + inputs.subscapularMm + inputs.supraspinaleMm, inputs.heightCm),
  mesomorphy: mesomorphyOf(inputs),
  ectomorphy: ectomorphyOf(inputs.heightCm, inputs.weightKg),
})

const SOMATOTYPE = {
  category: 'proportion_and_physique',
  unit: '',
  decimals: 1,
  citation: CARTER_1990,
  appliesTo: 'any',
} as const

/** The three components of the Heath–Carter somatotype and its place on the somatochart. */
export const somatotypeCards: readonly EquationCard[] = [
  defineCard({
    ...SOMATOTYPE,
    id: 'somatotype_endomorphy',
    name: 'Somatotype: endomorphy',
    quantity: 'endomorphy',
    required: ['tricepsMm', 'subscapularMm', 'supraspinaleMm', 'heightCm'],
    formula: '−0.7182 + 0.1451·X − 0.00068·X² + 0.0000014·X³, X = sum of three folds · 170.18/height',
    suppressions: GIRTHS_VOIDED,
    compute: ({ tricepsMm, subscapularMm, supraspinaleMm, heightCm }) =>
      endomorphyOf(tricepsMm + subscapularMm + supraspinaleMm, heightCm),
  }),
  defineCard({
    ...SOMATOTYPE,
    id: 'somatotype_mesomorphy',
    name: 'Somatotype: mesomorphy',
    quantity: 'mesomorphy',
    required: [
      'humerusBreadthCm',
      'femurBreadthCm',
      'flexedArmCm',
      'tricepsMm',
      'calfCm',
      'calfMm',
      'heightCm',
    ],
    formula:
      '0.858·humerus + 0.601·femur + 0.188·(arm − triceps/10) + 0.161·(calf − fold/10) − 0.131·height + 4.5',
    suppressions: GIRTHS_VOIDED,
    compute: mesomorphyOf,
  }),
  defineCard({
    ...SOMATOTYPE,
    id: 'somatotype_ectomorphy',
    name: 'Somatotype: ectomorphy',
    quantity: 'ectomorphy',
    required: ['heightCm', 'weightKg'],
    formula: 'HWR = height/∛weight; ≥ 40.75: 0.732·HWR − 28.58; above 38.25: 0.463·HWR − 17.63; else 0.1',
    suppressions: NOT_IN_PREGNANCY,
    compute: ({ heightCm, weightKg }) => ectomorphyOf(heightCm, weightKg),
  }),
  defineCard({
    ...SOMATOTYPE,
    id: 'somatochart_x',
    name: 'Somatochart x',
    quantity: 'somatochart',
    required: SOMATOTYPE_INPUTS,
    formula: 'ectomorphy − endomorphy; the class is the somatotype category',
    suppressions: NOT_IN_PREGNANCY,
    possible: SIGNED,
    compute: (inputs) => {
      const { endomorphy, ectomorphy } = somatotypeOf(inputs)
      return ectomorphy - endomorphy
    },
    classify: (_value, inputs) => somatotypeCategory(somatotypeOf(inputs)),
  }),
  defineCard({
    ...SOMATOTYPE,
    id: 'somatochart_y',
    name: 'Somatochart y',
    quantity: 'somatochart',
    required: SOMATOTYPE_INPUTS,
    formula: '2·mesomorphy − (endomorphy + ectomorphy); the class is the somatotype category',
    suppressions: NOT_IN_PREGNANCY,
    possible: SIGNED,
    compute: (inputs) => {
      const { endomorphy, mesomorphy, ectomorphy } = somatotypeOf(inputs)
      return 2 * mesomorphy - (endomorphy + ectomorphy)
    },
    classify: (_value, inputs) => somatotypeCategory(somatotypeOf(inputs)),
  }),
]
