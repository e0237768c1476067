import { defineCard, type EquationCard, noValue } from '../card.ts'
import { bodyMassIndex } from '../size/body-mass-index.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'
import { withinBody } from '../within-body.ts'

const LEAN_MASS = {
  category: 'lean_and_ideal_weight',
  quantity: 'lean_mass',
  required: ['sex', 'weightKg', 'heightCm'],
  unit: 'kg',
  decimals: 1,
  appliesTo: 'adult',
  suppressions: NOT_IN_PREGNANCY,
} as const

/** Lean body mass in kg from weight, height and sex. */
export const leanMassCards: readonly EquationCard[] = [
  defineCard({
    ...LEAN_MASS,
    id: 'lean_mass_boer',
    name: 'Lean body mass (Boer)',
    formula: 'men 0.407·weight + 0.267·height − 19.2; women 0.252·weight + 0.473·height − 48.3  (kg, cm)',
    citation: {
      authors: 'Boer P',
      year: 1984,
      journal: 'Am J Physiol 247:F632–F636',
      title: 'Estimated lean body mass as an index for normalization of body fluid volumes in humans',
      doi: '10.1152/ajprenal.1984.247.4.F632',
    },
    compute: ({ sex, weightKg, heightCm }) =>
      withinBody(
        sex === 'male'
          ? 0.407 * weightKg + 0.267 * heightCm - 19.2
          : 0.252 * weightKg + 0.473 * heightCm - 48.3,
        weightKg,
      ),
  }),
  defineCard({
    ...LEAN_MASS,
    id: 'lean_mass_james',
    name: 'Lean body mass (James)',
    formula: 'men 1.1·weight − 128·(weight/height)²; women 1.07·weight − 148·(weight/height)²  (kg, cm)',
    citation: {
      authors: 'James WPT',
      year: 1976,
      journal: 'DHSS/MRC report, HMSO, London',
      title: 'Research on obesity',
    },
    compute: ({ sex, weightKg, heightCm }) => {
      const [slope, bend] = sex === 'male' ? [1.1, 128] : [1.07, 148]
      if (weightKg > (slope * heightCm ** 2) / (2 * bend))
        return noValue(
          'the weight is beyond the turning point of the equation, where more weight would give less lean mass',
        )
      return withinBody(slope * weightKg - bend * (weightKg / heightCm) ** 2, weightKg)
    },
  }),
  defineCard({
    ...LEAN_MASS,
    id: 'lean_mass_hume',
    name: 'Lean body mass (Hume)',
    formula:
      'men 0.32810·weight + 0.33929·height − 29.5336; women 0.29569·weight + 0.41813·height − 43.2933  (kg, cm)',
    citation: {
      authors: 'Hume R',
      year: 1966,
      journal: 'J Clin Pathol 19:389–391',
      title: 'Prediction of lean body mass from height and weight',
      doi: '10.1136/jcp.19.4.389',
    },
    compute: ({ sex, weightKg, heightCm }) =>
      withinBody(
        sex === 'male'
          ? 0.3281 * weightKg + 0.33929 * heightCm - 29.5336
          : 0.29569 * weightKg + 0.41813 * heightCm - 43.2933,
        weightKg,
      ),
  }),
  defineCard({
    ...LEAN_MASS,
    id: 'lean_mass_janmahasatian',
    name: 'Lean body weight (Janmahasatian)',
    formula: '9270·weight / (6680 + 216·BMI) men, / (8780 + 244·BMI) women  (kg)',
    citation: {
      authors: 'Janmahasatian S, Duffull SB, Ash S, Ward LC, Byrne NM, Green B',
      year: 2005,
      journal: 'Clin Pharmacokinet 44:1051–1065',
      title: 'Quantification of lean bodyweight',
      doi: '10.2165/00003088-200544100-00004',
    },
    compute: ({ sex, weightKg, heightCm }) => {
      const bmi = bodyMassIndex(weightKg, heightCm)
      return withinBody((9270 * weightKg) / (sex === 'male' ? 6680 + 216 * bmi : 8780 + 244 * bmi), weightKg)
    },
  }),
]
