import { type Citation, type ClassScheme, defineCard, type EquationCard, type Population } from '../card.ts'
import type { Sex } from '../inputs.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'

const ALBERTI_2006: Citation = {
  authors: 'Alberti KGMM, Zimmet P, Shaw J',
  year: 2006,
  journal: 'Diabet Med 23:469–480',
  title: 'Metabolic syndrome — a new world-wide definition (IDF)',
  doi: '10.1111/j.1464-5491.2006.01858.x',
}

const GRUNDY_2005: Citation = {
  authors: 'Grundy SM, Cleeman JI, Daniels SR, et al.',
  year: 2005,
  journal: 'Circulation 112:2735–2752',
  title: 'Diagnosis and management of the metabolic syndrome (AHA/NHLBI update of NCEP ATP III)',
  doi: '10.1161/CIRCULATIONAHA.105.169404',
}

const BEN_NOUN_2001: Citation = {
  authors: 'Ben-Noun L, Sohar E, Laor A',
  year: 2001,
  journal: 'Obes Res 9:470–477',
  doi: '10.1038/oby.2001.61',
}

const WHO_2011: Citation = {
  authors: 'World Health Organization',
  year: 2011,
  journal: 'Report of a WHO expert consultation, Geneva, 8–11 December 2008',
}

const EUROPID: readonly Population[] = ['general', 'europid']
const ASIAN: readonly Population[] = ['asian', 'south_asian', 'chinese', 'japanese']

/** Cut-off of the waist in cm from which an adult has central obesity. */
const centralObesity = (
  system: string,
  citation: Citation,
  populations: readonly Population[],
  sex: Sex,
  fromCm: number,
): ClassScheme => ({
  system,
  citation,
  populations,
  sex,
  minAgeYears: 18,
  bands: [
    { from: 0, label: 'below the cut-off' },
    { from: fromCm, label: 'central obesity' },
  ],
})

/** The waist as measured, over the hip and over the height, with published cut-offs. */
export const waistCards: readonly EquationCard[] = [
  defineCard({
    id: 'waist_circumference',
    name: 'Waist circumference',
    category: 'central_adiposity',
    quantity: 'waist',
    required: ['waistCm'],
    optional: ['sex'],
    unit: 'cm',
    decimals: 1,
    formula: 'as measured',
    citation: ALBERTI_2006,
    appliesTo: 'any',
    classes: [
      centralObesity('IDF waist, Europid', ALBERTI_2006, EUROPID, 'male', 94),
      centralObesity('IDF waist, Europid', ALBERTI_2006, EUROPID, 'female', 80),
      centralObesity('IDF waist, Asian', ALBERTI_2006, ASIAN, 'male', 90),
      centralObesity('IDF waist, Asian', ALBERTI_2006, ASIAN, 'female', 80),
      centralObesity('NCEP ATP III waist', GRUNDY_2005, EUROPID, 'male', 102),
      centralObesity('NCEP ATP III waist', GRUNDY_2005, EUROPID, 'female', 88),
    ],
    suppressions: GIRTHS_VOIDED,
    compute: ({ waistCm }) => waistCm,
  }),
  defineCard({
    id: 'waist_to_hip_ratio',
    name: 'Waist-to-hip ratio',
    category: 'central_adiposity',
    quantity: 'waist_to_hip_ratio',
    required: ['waistCm', 'hipCm'],
    optional: ['sex'],
    unit: '',
    decimals: 2,
    formula: 'waist / hip',
    citation: { ...WHO_2011, title: 'Waist circumference and waist–hip ratio' },
    appliesTo: 'adult',
    classes: [
      {
        system: 'WHO waist–hip ratio',
        citation: WHO_2011,
        sex: 'male',
        bands: [
          { from: 0, label: 'below the cut-off' },
          { from: 0.9, label: 'substantially increased risk' },
        ],
      },
      {
        system: 'WHO waist–hip ratio',
        citation: WHO_2011,
        sex: 'female',
        bands: [
          { from: 0, label: 'below the cut-off' },
          { from: 0.85, label: 'substantially increased risk' },
        ],
      },
    ],
    suppressions: GIRTHS_VOIDED,
    compute: ({ waistCm, hipCm }) => waistCm / hipCm,
  }),
  defineCard({
    id: 'waist_to_height_ratio',
    name: 'Waist-to-height ratio',
    category: 'central_adiposity',
    quantity: 'waist_to_height_ratio',
    required: ['waistCm', 'heightCm'],
    unit: '',
    decimals: 2,
    formula: 'waist / height',
    citation: {
      authors: 'Ashwell M, Gunn P, Gibson S',
      year: 2012,
      journal: 'Obes Rev 13:275–286',
      title: 'Waist-to-height ratio is a better screening tool than waist circumference and BMI',
      doi: '10.1111/j.1467-789X.2011.00952.x',
    },
    appliesTo: 'any',
    limits: [
      {
        input: 'ageYears',
        min: 5,
        outside: 'refuse',
        reason: 'NICE 2022 covers adults and children from 5 years',
      },
    ],
    classes: [
      {
        system: 'NICE CG189, 2022',
        citation: {
          authors: 'National Institute for Health and Care Excellence',
          year: 2022,
          journal: 'Clinical guideline CG189, update of 8 September 2022',
        },
        minAgeYears: 5,
        bands: [
          { from: 0, label: 'below the healthy range' },
          { from: 0.4, label: 'healthy central adiposity' },
          { from: 0.5, label: 'increased central adiposity' },
          { from: 0.6, label: 'high central adiposity' },
        ],
      },
    ],
    suppressions: GIRTHS_VOIDED,
    compute: ({ waistCm, heightCm }) => waistCm / heightCm,
  }),
]

/** The neck as measured, with published cut-offs. */
export const neckCircumference = defineCard({
  id: 'neck_circumference',
  name: 'Neck circumference',
  category: 'central_adiposity',
  quantity: 'neck',
  required: ['neckCm'],
  optional: ['sex'],
  unit: 'cm',
  decimals: 1,
  formula: 'as measured',
  citation: {
    authors: 'Ben-Noun L, Sohar E, Laor A',
    year: 2001,
    journal: 'Obes Res 9:470–477',
    title: 'Neck circumference as a simple screening measure for identifying overweight and obese patients',
    doi: '10.1038/oby.2001.61',
  },
  appliesTo: 'adult',
  classes: [
    {
      system: 'Ben-Noun 2001',
      citation: BEN_NOUN_2001,
      sex: 'male',
      bands: [
        { from: 0, label: 'below the cut-off' },
        { from: 37, label: 'overweight likely' },
        { from: 39.5, label: 'obesity likely' },
      ],
    },
    {
      system: 'Ben-Noun 2001',
      citation: BEN_NOUN_2001,
      sex: 'female',
      bands: [
        { from: 0, label: 'below the cut-off' },
        { from: 34, label: 'overweight likely' },
        { from: 36.5, label: 'obesity likely' },
      ],
    },
  ],
  suppressions: GIRTHS_VOIDED,
  compute: ({ neckCm }) => neckCm,
})
