import { defineCard, type EquationCard } from '../card.ts'
import { GLIM_2019 } from './low-body-mass.ts'

/** Weight loss in percent above which it counts as moderate and as severe, within six months and over a longer time. */
const WITHIN_SIX_MONTHS = [5, 10] as const
const BEYOND_SIX_MONTHS = [10, 20] as const
const SIX_MONTHS = 6

/** Unintended weight loss, a criterion of malnutrition. */
export const weightLossCards: readonly EquationCard[] = [
  defineCard({
    id: 'weight_loss',
    name: 'Unintended weight loss',
    category: 'size',
    quantity: 'weight_loss',
    required: ['weightLossPercent'],
    optional: ['weightLossMonths'],
    unit: '%',
    decimals: 1,
    formula:
      '100 · loss / weight before; above 5 % in 6 months or above 10 % in a longer time is a criterion',
    citation: GLIM_2019,
    appliesTo: 'adult',
    suppressions: [{ when: 'oedema', effect: 'class', reason: 'oedema hides a loss of tissue' }],
    possible: { min: -1e-9, max: 100 },
    compute: ({ weightLossPercent }) => weightLossPercent,
    classify: (percent, { weightLossMonths }) => {
      if (weightLossMonths === undefined) return undefined
      const [moderate, severe] = weightLossMonths <= SIX_MONTHS ? WITHIN_SIX_MONTHS : BEYOND_SIX_MONTHS
      if (percent > severe) return 'severe: meets a criterion of malnutrition (GLIM)'
      return percent > moderate
        ? 'moderate: meets a criterion of malnutrition (GLIM)'
        : 'below the criterion of malnutrition (GLIM)'
    },
    remark: (_percent, { weightLossMonths }) =>
      weightLossMonths === undefined
        ? 'the class depends on the time: give weight_loss_months'
        : 'a diagnosis by GLIM also asks for reduced intake or disease: have an unintended loss checked by a doctor',
  }),
]
