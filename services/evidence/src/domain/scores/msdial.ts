import { cosine, count, outOf, percent, type ScoreCard, unit } from './score-card.ts'

const MSDIAL = 'Tsugawa et al., Nature Biotechnology 38 (2020) 1159–1163'
const MSDIAL5 = 'Takeda et al., Nature Communications 15 (2024) 9903'

const hundred = {
  ...cosine,
  tool: 'MS-DIAL 4',
  range: [0, 100],
  slack: 0.5,
  transform: percent,
  citation: MSDIAL,
} as const
const five = { ...cosine, tool: 'MS-DIAL 5', citation: MSDIAL5 } as const

/** Cards of MS-DIAL 4, on a scale of 0 to 100. */
export const MSDIAL4_CARDS = [
  { ...hundred, id: 'msdial4.dot', columns: ['Dot product'] },
  { ...hundred, id: 'msdial4.reverse_dot', columns: ['Reverse dot product'] },
  {
    ...hundred,
    id: 'msdial4.presence',
    columns: ['Fragment presence %', 'Fragment presence (%)', 'Fragment presence'],
  },
  {
    ...hundred,
    id: 'msdial4.spectrum',
    columns: ['Total spectrum similarity'],
    kind: 'composite',
    contains: ['msdial4.dot', 'msdial4.reverse_dot', 'msdial4.presence'],
    note: 'Mean of the three spectrum similarities.',
  },
  {
    ...hundred,
    id: 'msdial4.rt',
    columns: ['RT similarity', 'Retention time similarity'],
    kind: 'retention',
    type: 'retention_time',
    missing: [-1, 0],
    uncertainty: 0.1,
    note: '0 means that the retention time was not used.',
  },
  {
    ...hundred,
    id: 'msdial4.ri',
    columns: ['RI similarity', 'Retention index similarity'],
    kind: 'retention',
    type: 'retention_time',
    missing: [-1, 0],
    uncertainty: 0.1,
  },
  {
    ...hundred,
    id: 'msdial4.mz',
    columns: ['m/z similarity', 'Accurate mass similarity'],
    kind: 'mass_error',
    type: 'mass_accuracy',
    uncertainty: 0.1,
  },
  {
    ...hundred,
    id: 'msdial4.ccs',
    columns: ['CCS similarity'],
    kind: 'retention',
    type: 'collision_cross_section',
    missing: [-1, 0],
    uncertainty: 0.1,
  },
  {
    ...hundred,
    id: 'msdial4.isotope',
    columns: ['Isotope similarity'],
    kind: 'isotope_pattern',
    type: 'isotope_pattern',
    missing: [-1, 0],
    uncertainty: 0.1,
  },
  {
    ...hundred,
    id: 'msdial4.total',
    columns: ['Total score', 'MS-DIAL algorithm matching score'],
    kind: 'composite',
    contains: [
      'msdial4.dot',
      'msdial4.reverse_dot',
      'msdial4.presence',
      'msdial4.spectrum',
      'msdial4.rt',
      'msdial4.ri',
      'msdial4.mz',
      'msdial4.isotope',
    ],
    uncertainty: 0.1,
    metadata: 'total_score',
  },
] as const satisfies readonly ScoreCard[]

/** Cards of MS-DIAL 5, on a scale of 0 to 1 under the same names as MS-DIAL 4. */
export const MSDIAL5_CARDS = [
  { ...five, id: 'msdial5.simple_dot', columns: ['Simple dot product'] },
  { ...five, id: 'msdial5.weighted_dot', columns: ['Weighted dot product'] },
  { ...five, id: 'msdial5.reverse_dot', columns: ['Reverse dot product'] },
  { ...count, id: 'msdial5.matched', tool: 'MS-DIAL 5', columns: ['Matched peaks count'], citation: MSDIAL5 },
  {
    ...count,
    id: 'msdial5.presence',
    tool: 'MS-DIAL 5',
    columns: ['Matched peaks percentage'],
    metadata: 'matched_share',
    note: 'A fraction in spite of its name, above 1 for lipids; the dot products say the same on a known scale.',
    citation: MSDIAL5,
  },
  {
    ...five,
    id: 'msdial5.rt',
    columns: ['RT similarity', 'Retention time similarity'],
    kind: 'retention',
    type: 'retention_time',
    missing: [-1, 0],
    uncertainty: 0.1,
    note: '0 means that the retention time was not used.',
  },
  {
    ...five,
    id: 'msdial5.ri',
    columns: ['RI similarity', 'Retention index similarity'],
    kind: 'retention',
    type: 'retention_time',
    missing: [-1, 0],
    uncertainty: 0.1,
  },
  {
    ...five,
    id: 'msdial5.mz',
    columns: ['m/z similarity'],
    kind: 'mass_error',
    type: 'mass_accuracy',
    uncertainty: 0.1,
  },
  {
    ...five,
    id: 'msdial5.ccs',
    columns: ['CCS similarity'],
    kind: 'retention',
    type: 'collision_cross_section',
    missing: [-1, 0],
    uncertainty: 0.1,
  },
  {
    ...five,
    id: 'msdial5.total',
    columns: ['Total score', 'MS-DIAL algorithm matching score'],
    kind: 'composite',
    range: [0, 10],
    transform: outOf(3),
    contains: [
      'msdial5.simple_dot',
      'msdial5.weighted_dot',
      'msdial5.reverse_dot',
      'msdial5.rt',
      'msdial5.mz',
    ],
    note: 'Sum of the parts, not normalised.',
    uncertainty: 0.15,
    metadata: 'total_score',
  },
] as const satisfies readonly ScoreCard[]

const msfinder = {
  tool: 'MS-FINDER',
  kind: 'fragmentation',
  range: [0, 1],
  slack: 1e-6,
  direction: 'higher',
  missing: [-1],
  transform: unit,
  uncertainty: 0.1,
  citation: 'Tsugawa et al., Analytical Chemistry 88 (2016) 7946–7958',
} as const

/** Cards of MS-FINDER. */
export const MSFINDER_CARDS = [
  {
    ...msfinder,
    id: 'msfinder.total',
    columns: ['TotalScore'],
    range: [0, 10],
    slack: 1,
    transform: outOf(10),
    type: 'insilico_match',
    note: 'Sum of the parts, of which it is counted alone.',
  },
  {
    ...msfinder,
    id: 'msfinder.isotope',
    columns: ['ISOTOPICSCORE'],
    kind: 'isotope_pattern',
    type: 'isotope_pattern',
  },
  { ...msfinder, id: 'msfinder.product', columns: ['PRODUCTIONSCORE'], type: 'formula_score' },
  { ...msfinder, id: 'msfinder.loss', columns: ['NEUTRALLOSSSCORE'], type: 'formula_score' },
  {
    ...msfinder,
    id: 'msfinder.formula_total',
    columns: ['TOTALSCORE'],
    kind: 'composite',
    range: [0, 10],
    transform: outOf(5),
    type: 'formula_score',
    contains: ['msfinder.isotope', 'msfinder.product', 'msfinder.loss'],
    metadata: 'total_score',
  },
] as const satisfies readonly ScoreCard[]
