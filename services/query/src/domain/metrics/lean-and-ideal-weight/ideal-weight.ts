import { UNITS } from '../../units.ts'
import { defineCard, type EquationCard, type Limit, type NoValue, noValue } from '../card.ts'
import { NO_TARGET_IN_PREGNANCY, NOT_IN_PREGNANCY } from '../suppressions.ts'

/** Five feet in cm: the ideal-weight rules of the Devine kind start here and say nothing below. */
const FIVE_FEET_CM = 5 * UNITS.foot.factor

/** Ideal weight in kg of the Devine kind: a base at five feet plus a step per inch above; none below 152.4 cm. */
const fromFiveFeet = (heightCm: number, baseKg: number, kgPerInch: number): number | NoValue =>
  heightCm < FIVE_FEET_CM
    ? noValue('the rule is defined from 152.4 cm (five feet) upwards')
    : baseKg + (kgPerInch * (heightCm - FIVE_FEET_CM)) / UNITS.inch.factor

/** The same limit as data, for the catalogue. */
const FROM_FIVE_FEET: Limit = {
  input: 'heightCm',
  min: FIVE_FEET_CM,
  outside: 'refuse',
  reason: 'the rule is defined from five feet upwards',
}

const IDEAL_WEIGHT = {
  category: 'lean_and_ideal_weight',
  unit: 'kg',
  decimals: 1,
  appliesTo: 'adult',
  suppressions: NO_TARGET_IN_PREGNANCY,
} as const

/** Ideal body weight in kg by height, and the dosing weight made from it. */
export const idealWeightCards: readonly EquationCard[] = [
  defineCard({
    ...IDEAL_WEIGHT,
    id: 'ideal_weight_devine',
    name: 'Ideal body weight (Devine)',
    quantity: 'ideal_weight',
    required: ['sex', 'heightCm'],
    formula: 'men 50 + 2.3·in, women 45.5 + 2.3·in; in = inches above five feet',
    citation: {
      authors: 'Devine BJ',
      year: 1974,
      journal: 'Drug Intell Clin Pharm 8:650–655',
      title: 'Gentamicin therapy',
    },
    limits: [FROM_FIVE_FEET],
    compute: ({ sex, heightCm }) =>
      sex === 'male' ? fromFiveFeet(heightCm, 50, 2.3) : fromFiveFeet(heightCm, 45.5, 2.3),
  }),
  defineCard({
    ...IDEAL_WEIGHT,
    id: 'ideal_weight_robinson',
    name: 'Ideal body weight (Robinson)',
    quantity: 'ideal_weight',
    required: ['sex', 'heightCm'],
    formula: 'men 52 + 1.9·in, women 49 + 1.7·in; in = inches above five feet',
    citation: {
      authors: 'Robinson JD, Lupkiewicz SM, Palenik L, Lopez LM, Ariet M',
      year: 1983,
      journal: 'Am J Hosp Pharm 40:1016–1019',
      title: 'Determination of ideal body weight for drug dosage calculations',
    },
    limits: [FROM_FIVE_FEET],
    compute: ({ sex, heightCm }) =>
      sex === 'male' ? fromFiveFeet(heightCm, 52, 1.9) : fromFiveFeet(heightCm, 49, 1.7),
  }),
  defineCard({
    ...IDEAL_WEIGHT,
    id: 'ideal_weight_miller',
    name: 'Ideal body weight (Miller)',
    quantity: 'ideal_weight',
    required: ['sex', 'heightCm'],
    formula: 'men 56.2 + 1.41·in, women 53.1 + 1.36·in; in = inches above five feet',
    citation: {
      authors: 'Miller DR, Carlson JD, Lloyd BJ, Day BJ',
      year: 1983,
      journal: 'Am J Hosp Pharm 40:1622–1625',
      title: 'Determining ideal body weight (and mass)',
    },
    limits: [FROM_FIVE_FEET],
    compute: ({ sex, heightCm }) =>
      sex === 'male' ? fromFiveFeet(heightCm, 56.2, 1.41) : fromFiveFeet(heightCm, 53.1, 1.36),
  }),
  defineCard({
    ...IDEAL_WEIGHT,
    id: 'ideal_weight_hamwi',
    name: 'Ideal body weight (Hamwi)',
    quantity: 'ideal_weight',
    required: ['sex', 'heightCm'],
    formula: 'men 48 + 2.7·in, women 45.5 + 2.2·in; in = inches above five feet',
    citation: {
      authors: 'Hamwi GJ',
      year: 1964,
      journal:
        'In: Danowski TS (ed), Diabetes mellitus: diagnosis and treatment, American Diabetes Association',
      title: 'Changing dietary concepts',
    },
    limits: [FROM_FIVE_FEET],
    compute: ({ sex, heightCm }) =>
      sex === 'male' ? fromFiveFeet(heightCm, 48, 2.7) : fromFiveFeet(heightCm, 45.5, 2.2),
  }),
  defineCard({
    ...IDEAL_WEIGHT,
    id: 'ideal_weight_broca',
    name: 'Ideal body weight (Broca)',
    quantity: 'ideal_weight',
    required: ['heightCm'],
    formula: 'height − 100  (cm)',
    citation: { authors: 'Broca P', year: 1871, journal: "Mémoires d'anthropologie, Paris" },
    limits: [
      {
        input: 'heightCm',
        min: 130,
        max: 200,
        outside: 'warn',
        reason: 'the rule of thumb fails at the extremes of height',
      },
    ],
    compute: ({ heightCm }) => heightCm - 100,
  }),
  defineCard({
    ...IDEAL_WEIGHT,
    id: 'ideal_weight_lemmens',
    name: 'Ideal body weight (Lemmens)',
    quantity: 'ideal_weight',
    required: ['heightCm'],
    formula: '22 · height²  (m)',
    citation: {
      authors: 'Lemmens HJM, Brodsky JB, Bernstein DP',
      year: 2005,
      journal: 'Obes Surg 15:1082–1083',
      title: 'Estimating ideal body weight — a new formula',
      doi: '10.1381/0960892054621350',
    },
    compute: ({ heightCm }) => 22 * (heightCm / 100) ** 2,
  }),
  defineCard({
    ...IDEAL_WEIGHT,
    id: 'adjusted_weight',
    name: 'Adjusted body weight',
    quantity: 'dosing_weight',
    required: ['sex', 'weightKg', 'heightCm'],
    formula: 'IBW + 0.4 · (weight − IBW), IBW by Devine',
    citation: {
      authors: 'Bauer LA, Edwards WAD, Dellinger EP, Simonowitz DA',
      year: 1983,
      journal: 'Eur J Clin Pharmacol 24:643–647',
      title:
        'Influence of weight on aminoglycoside pharmacokinetics in normal weight and morbidly obese patients',
      doi: '10.1007/BF00542215',
    },
    limits: [FROM_FIVE_FEET],
    suppressions: NOT_IN_PREGNANCY,
    compute: ({ sex, weightKg, heightCm }) => {
      const idealKg = fromFiveFeet(heightCm, sex === 'male' ? 50 : 45.5, 2.3)
      if (typeof idealKg !== 'number') return idealKg
      return weightKg < idealKg
        ? noValue('the adjustment is for a weight above the ideal weight')
        : idealKg + 0.4 * (weightKg - idealKg)
    },
  }),
]
