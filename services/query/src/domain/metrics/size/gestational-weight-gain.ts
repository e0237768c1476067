import {
  ADULT_CLASS_AGE_YEARS,
  type Citation,
  defineCard,
  type EquationCard,
  noValue,
  SIGNED,
} from '../card.ts'
import { bodyMassIndex } from './body-mass-index.ts'

/** Figures of the guideline, table S-1 (singletons) and the provisional ranges for twins. */
const IOM_2009: Citation = {
  authors: 'Institute of Medicine and National Research Council (Rasmussen KM, Yaktine AL, eds)',
  year: 2009,
  journal: 'National Academies Press, Washington DC',
  title: 'Weight gain during pregnancy: reexamining the guidelines',
  doi: '10.17226/12584',
}

type Range = readonly [number, number]
type Recommendation = {
  /** BMI before pregnancy from which the row applies. */
  readonly fromBmi: number
  readonly name: string
  readonly totalKg: Range
  readonly weeklyKg: Range
  /** Absent where the evidence was not sufficient. */
  readonly twinsKg?: Range
}
const RECOMMENDATIONS: readonly Recommendation[] = [
  { fromBmi: 0, name: 'underweight', totalKg: [12.5, 18], weeklyKg: [0.44, 0.58] },
  { fromBmi: 18.5, name: 'normal weight', totalKg: [11.5, 16], weeklyKg: [0.35, 0.5], twinsKg: [17, 25] },
  { fromBmi: 25, name: 'overweight', totalKg: [7, 11.5], weeklyKg: [0.23, 0.33], twinsKg: [14, 23] },
  { fromBmi: 30, name: 'obesity', totalKg: [5, 9], weeklyKg: [0.17, 0.27], twinsKg: [11, 19] },
]
/** Gain that the guideline assumes in the first trimester, kg, and the weeks that it lasts. */
const FIRST_TRIMESTER_KG: Range = [0.5, 2]
const FIRST_TRIMESTER_WEEKS = 13

/** Row of the guideline for a weight before pregnancy. */
function recommendationFor(prePregnancyWeightKg: number, heightCm: number): Recommendation {
  const bmi = bodyMassIndex(prePregnancyWeightKg, heightCm)
  return RECOMMENDATIONS.findLast(({ fromBmi }) => bmi >= fromBmi) ?? RECOMMENDATIONS[0]!
}

/**
 * Returns the gain in kg that the guideline expects by a week of a pregnancy with one child: 0.5 to 2 kg in the first 13
 * weeks, then the weekly rate. Undefined before the end of the first trimester.
 */
function expectedGainKg({ weeklyKg }: Recommendation, weeks: number): Range | undefined {
  const after = weeks - FIRST_TRIMESTER_WEEKS
  if (after < 0) return undefined
  return [FIRST_TRIMESTER_KG[0] + weeklyKg[0] * after, FIRST_TRIMESTER_KG[1] + weeklyKg[1] * after]
}

const totalFor = (recommendation: Recommendation, twins: boolean | undefined): Range | undefined =>
  twins === true ? recommendation.twinsKg : recommendation.totalKg

const NO_TWINS_RANGE =
  'for twins and a low weight before pregnancy the guideline found the evidence insufficient; ask the antenatal care team'
const SINGLE_ONLY = 'the weekly rate of the guideline is for one child, not for twins'

const GAIN = {
  category: 'size',
  required: ['prePregnancyWeightKg', 'heightCm'],
  optional: ['twins'],
  decimals: 1,
  unit: 'kg',
  citation: IOM_2009,
  appliesTo: 'any',
} as const

const remarkOf = (
  _value: number,
  inputs: { readonly prePregnancyWeightKg: number; readonly heightCm: number; readonly twins?: boolean },
): string =>
  `for ${recommendationFor(inputs.prePregnancyWeightKg, inputs.heightCm).name} before pregnancy, ${inputs.twins ? 'twins (provisional)' : 'one child'}`

/** Weight gain in pregnancy: BMI before it, the recommended total and weekly gain, and the gain so far. */
export const gestationalWeightGainCards: readonly EquationCard[] = [
  defineCard({
    ...GAIN,
    id: 'gestational_weight_gain',
    name: 'Weight gain in pregnancy so far',
    quantity: 'gestational_weight_gain',
    required: ['weightKg', 'prePregnancyWeightKg'],
    optional: ['heightCm', 'pregnancyWeeks', 'twins'],
    formula:
      'weight − weight before pregnancy; expected 0.5–2 kg by week 13, then the weekly rate of the BMI before pregnancy',
    suppressions: [{ when: 'oedema', effect: 'class', reason: 'oedema adds water to the weight' }],
    possible: SIGNED,
    compute: ({ weightKg, prePregnancyWeightKg }) => weightKg - prePregnancyWeightKg,
    classify: (gainKg, { prePregnancyWeightKg, heightCm, pregnancyWeeks, twins }) => {
      if (heightCm === undefined || pregnancyWeeks === undefined || twins === true) return undefined
      const expected = expectedGainKg(recommendationFor(prePregnancyWeightKg, heightCm), pregnancyWeeks)
      if (expected === undefined) return undefined
      const place = gainKg < expected[0] ? 'below' : gainKg > expected[1] ? 'above' : 'within'
      return `${place} the range for week ${Math.floor(pregnancyWeeks)} (${expected[0].toFixed(1)}–${expected[1].toFixed(1)} kg)`
    },
  }),
  defineCard({
    ...GAIN,
    id: 'gestational_weight_gain_min',
    name: 'Recommended weight gain in pregnancy, lower end',
    quantity: 'gestational_weight_gain_min',
    formula:
      'by BMI before pregnancy: below 18.5 12.5, to 25 11.5, to 30 7, above 5 kg; twins 17, 14, 11 kg from normal weight on',
    compute: ({ prePregnancyWeightKg, heightCm, twins }) =>
      totalFor(recommendationFor(prePregnancyWeightKg, heightCm), twins)?.[0] ?? noValue(NO_TWINS_RANGE),
    remark: remarkOf,
  }),
  defineCard({
    ...GAIN,
    id: 'gestational_weight_gain_max',
    name: 'Recommended weight gain in pregnancy, upper end',
    quantity: 'gestational_weight_gain_max',
    formula:
      'by BMI before pregnancy: below 18.5 18, to 25 16, to 30 11.5, above 9 kg; twins 25, 23, 19 kg from normal weight on',
    compute: ({ prePregnancyWeightKg, heightCm, twins }) =>
      totalFor(recommendationFor(prePregnancyWeightKg, heightCm), twins)?.[1] ?? noValue(NO_TWINS_RANGE),
    remark: remarkOf,
  }),
  defineCard({
    ...GAIN,
    id: 'gestational_weight_gain_weekly_min',
    name: 'Recommended weekly weight gain from the 14th week, lower end',
    quantity: 'gestational_weight_gain_weekly_min',
    unit: 'kg/week',
    decimals: 2,
    formula: 'by BMI before pregnancy: below 18.5 0.44, to 25 0.35, to 30 0.23, above 0.17 kg a week',
    compute: ({ prePregnancyWeightKg, heightCm, twins }) =>
      twins === true ? noValue(SINGLE_ONLY) : recommendationFor(prePregnancyWeightKg, heightCm).weeklyKg[0],
    remark: remarkOf,
  }),
  defineCard({
    ...GAIN,
    id: 'gestational_weight_gain_weekly_max',
    name: 'Recommended weekly weight gain from the 14th week, upper end',
    quantity: 'gestational_weight_gain_weekly_max',
    unit: 'kg/week',
    decimals: 2,
    formula: 'by BMI before pregnancy: below 18.5 0.58, to 25 0.50, to 30 0.33, above 0.27 kg a week',
    compute: ({ prePregnancyWeightKg, heightCm, twins }) =>
      twins === true ? noValue(SINGLE_ONLY) : recommendationFor(prePregnancyWeightKg, heightCm).weeklyKg[1],
    remark: remarkOf,
  }),
  defineCard({
    ...GAIN,
    id: 'bmi_before_pregnancy',
    name: 'BMI before pregnancy',
    quantity: 'body_mass_index_before_pregnancy',
    optional: ['ageYears'],
    unit: 'kg/m²',
    formula: 'weight before pregnancy / height²  (kg, m)',
    classes: [
      {
        system: 'WHO adult BMI classes, before pregnancy',
        citation: {
          authors: 'World Health Organization',
          year: 2000,
          journal: 'WHO Technical Report Series 894',
        },
        minAgeYears: ADULT_CLASS_AGE_YEARS,
        bands: [
          { from: 0, label: 'underweight' },
          { from: 18.5, label: 'normal range' },
          { from: 25, label: 'overweight' },
          { from: 30, label: 'obesity' },
        ],
      },
    ],
    compute: ({ prePregnancyWeightKg, heightCm }) => bodyMassIndex(prePregnancyWeightKg, heightCm),
  }),
]
