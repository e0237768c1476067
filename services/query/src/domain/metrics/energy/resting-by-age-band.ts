import { defineCard, type EquationCard } from '../card.ts'
import type { Sex } from '../inputs.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

/** Lines kcal/day = slope·kg + base by sex and lower age bound in years. */
type AgeBands = Readonly<Record<Sex, readonly (readonly [fromYears: number, slope: number, base: number])[]>>

/** Resting energy in kcal/day from the line of the age band that holds the age. */
function byAgeBand(bands: AgeBands, sex: Sex, ageYears: number, weightKg: number): number {
  const [, slope, base] = bands[sex].findLast(([from]) => ageYears >= from) ?? bands[sex][0]!
  return slope * weightKg + base
}

/** Weight-only lines in kcal/day as adopted by FAO/WHO/UNU 1985. */
const SCHOFIELD: AgeBands = {
  male: [
    [0, 59.512, -30.4],
    [3, 22.706, 504.3],
    [10, 17.686, 658.2],
    [18, 15.057, 692.2],
    [30, 11.472, 873.1],
    [60, 11.711, 587.7],
  ],
  female: [
    [0, 58.317, -31.1],
    [3, 20.315, 485.9],
    [10, 13.384, 692.6],
    [18, 14.818, 486.6],
    [30, 8.126, 845.6],
    [60, 9.082, 658.5],
  ],
}

/** Standard errors of these lines in kcal/day by sex and lower age bound. */
const SCHOFIELD_ERRORS: Readonly<Record<Sex, readonly (readonly [fromYears: number, kcal: number])[]>> = {
  male: [
    [0, 70],
    [3, 67],
    [10, 105],
    [18, 153],
    [30, 167],
    [60, 164],
  ],
  female: [
    [0, 59],
    [3, 70],
    [10, 111],
    [18, 119],
    [30, 111],
    [60, 108],
  ],
}

/** Weight-only lines in kcal/day. */
const OXFORD: AgeBands = {
  male: [
    [0, 61, -33.7],
    [3, 23.3, 514],
    [10, 18.4, 581],
    [18, 16, 545],
    [30, 14.2, 593],
    [60, 13.5, 514],
  ],
  female: [
    [0, 58.9, -23.1],
    [3, 20.1, 507],
    [10, 11.1, 761],
    [18, 13.1, 558],
    [30, 9.74, 694],
    [60, 10.1, 569],
  ],
}

const RESTING = {
  category: 'energy',
  quantity: 'resting_energy',
  required: ['sex', 'weightKg', 'ageYears'],
  unit: 'kcal/day',
  decimals: 0,
  appliesTo: 'any',
  suppressions: NOT_IN_PREGNANCY,
} as const

/** Resting energy from weight, by one line per sex and age band. */
export const restingByAgeBandCards: readonly EquationCard[] = [
  defineCard({
    ...RESTING,
    id: 'bmr_schofield',
    name: 'Resting energy expenditure (Schofield 1985)',
    formula: 'slope·weight + base by sex and age (0–3, 3–10, 10–18, 18–30, 30–60, 60+)  (kg)',
    citation: {
      authors: 'Schofield WN',
      year: 1985,
      journal: 'Hum Nutr Clin Nutr 39C Suppl 1:5–41',
      title: 'Predicting basal metabolic rate, new standards and review of previous work',
    },
    standardError: {
      kind: 'absolute',
      value: { male: 167, female: 119 },
      of: ({ sex, ageYears }) =>
        sex === undefined || ageYears === undefined
          ? undefined
          : SCHOFIELD_ERRORS[sex].findLast(([from]) => ageYears >= from)?.[1],
      note: 'kcal/day against measured basal metabolic rate, by sex and age band',
    },
    compute: ({ sex, weightKg, ageYears }) => byAgeBand(SCHOFIELD, sex, ageYears, weightKg),
  }),
  defineCard({
    ...RESTING,
    id: 'bmr_henry',
    name: 'Resting energy expenditure (Henry 2005, Oxford)',
    formula: 'slope·weight + base by sex and age (0–3, 3–10, 10–18, 18–30, 30–60, 60+)  (kg)',
    citation: {
      authors: 'Henry CJK',
      year: 2005,
      journal: 'Public Health Nutr 8:1133–1152',
      title: 'Basal metabolic rate studies in humans: measurement and development of new equations',
      doi: '10.1079/PHN2005801',
    },
    compute: ({ sex, weightKg, ageYears }) => byAgeBand(OXFORD, sex, ageYears, weightKg),
  }),
]
