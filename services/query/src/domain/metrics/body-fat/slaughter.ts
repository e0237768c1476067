import { type Citation, defineCard, type EquationCard, noValue } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'

const SLAUGHTER_1988: Citation = {
  authors: 'Slaughter MH, Lohman TG, Boileau RA, et al.',
  year: 1988,
  journal: 'Hum Biol 60:709–723',
  title: 'Skinfold equations for estimation of body fatness in children and youth',
}

/** Subtracted for boys by maturation: white, then black (Slaughter et al. 1988). */
const BOYS = { prepubescent: [1.7, 3.2], pubescent: [3.4, 5.2], postpubescent: [5.5, 6.8] } as const

const CHILDREN_FOLDS = {
  category: 'body_fat',
  quantity: 'body_fat_percent',
  unit: '%',
  decimals: 1,
  appliesTo: 'child',
  limits: [
    {
      input: 'ageYears',
      max: 17.999,
      outside: 'refuse',
      reason: 'from 18 years the equations for adults apply',
    },
    { input: 'ageYears', min: 8, outside: 'warn', reason: 'ages of the sample' },
  ],
  suppressions: GIRTHS_VOIDED,
  possible: { min: 0, max: 80 },
} as const

/** Body fat of children from two skinfolds (Slaughter et al. 1988). */
export const slaughterCards: readonly EquationCard[] = [
  defineCard({
    ...CHILDREN_FOLDS,
    id: 'body_fat_slaughter_calf',
    name: 'Body fat (Slaughter, triceps and calf)',
    required: ['sex', 'tricepsMm', 'calfMm'],
    formula: 'boys 0.735·(triceps + calf) + 1.0; girls 0.610·(triceps + calf) + 5.1  (mm)',
    citation: SLAUGHTER_1988,
    compute: ({ sex, tricepsMm, calfMm }) =>
      sex === 'male' ? 0.735 * (tricepsMm + calfMm) + 1 : 0.61 * (tricepsMm + calfMm) + 5.1,
  }),
  defineCard({
    ...CHILDREN_FOLDS,
    id: 'body_fat_slaughter_subscapular',
    name: 'Body fat (Slaughter, triceps and subscapular)',
    required: ['sex', 'tricepsMm', 'subscapularMm'],
    optional: ['pubertalStage', 'ancestry'],
    formula:
      'S ≤ 35 mm: boys 1.21·S − 0.008·S² − k (k by maturation and ancestry), girls 1.33·S − 0.013·S² − 2.5; S > 35 mm: boys 0.783·S + 1.6, girls 0.546·S + 9.7',
    citation: SLAUGHTER_1988,
    compute: ({ sex, tricepsMm, subscapularMm, pubertalStage, ancestry }) => {
      const sumMm = tricepsMm + subscapularMm
      if (sumMm > 35) return sex === 'male' ? 0.783 * sumMm + 1.6 : 0.546 * sumMm + 9.7
      if (sex === 'female') return 1.33 * sumMm - 0.013 * sumMm ** 2 - 2.5
      if (pubertalStage === undefined) return noValue('boys need the maturation group', 'pubertalStage')
      return 1.21 * sumMm - 0.008 * sumMm ** 2 - BOYS[pubertalStage][ancestry === 'black' ? 1 : 0]
    },
  }),
]
