import type { Grouping } from './groups.ts'

/** Columns that say where a child stands in a survey. */
export type PlaceColumn = 'cluster' | 'strata' | 'sampling_weight' | Grouping

/** What a column of a known layout holds: an input by its wire name, or a place, and how its cells are written. */
export interface LayoutColumn {
  readonly as: string
  /** Unit of the numbers in units of the input: DHS writes 0.1 kg as 1. */
  readonly scale?: number
  /** Numbers from this one on say why there is no value. */
  readonly missingFrom?: number
  /** What codes stand for; a code that is not listed is a missing value. */
  readonly codes?: Readonly<Record<string, string>>
}

/** A way of naming columns that is known from its software or survey programme. */
export interface Layout {
  readonly name: string
  /** One of these sets of columns tells the layout. */
  readonly signs: readonly (readonly string[])[]
  /** By column name in lower case; of several columns for the same thing the first one counts. */
  readonly columns: Readonly<Record<string, LayoutColumn>>
  readonly sexCodes?: string
  readonly dateOrder?: 'dmy'
  /** Assumptions that a reader of the summary should see. */
  readonly assumed: readonly string[]
}

const ONE_TWO_SEX = '1=male,2=female'
const LYING_STANDING = { 1: 'lying', 2: 'standing' }
const URBAN_RURAL = { 1: 'urban', 2: 'rural' }

/** DHS-7 and DHS-8 recode manuals: children of the household (HC…) and of the birth recode (HW…, B4). */
const dhs = (letters: 'hc' | 'hw', sex: string, household: 'hv' | 'v'): Layout['columns'] => ({
  [`${letters}1a`]: { as: 'age_days', missingFrom: 9990 },
  [`${letters}1`]: { as: 'age_months', missingFrom: 90 },
  [`${letters}2`]: { as: 'weight_kg', scale: 0.1, missingFrom: 9990 },
  [`${letters}3`]: { as: 'height_cm', scale: 0.1, missingFrom: 9990 },
  [`${letters}15`]: { as: 'position', codes: LYING_STANDING },
  [sex]: { as: 'sex' },
  [`${household}021`]: { as: 'cluster' },
  [`${household}001`]: { as: 'cluster' },
  [`${household}022`]: { as: 'strata' },
  [`${household}023`]: { as: 'strata' },
  [`${household}005`]: { as: 'sampling_weight', scale: 1e-6 },
  [`${household}025`]: { as: 'residence', codes: URBAN_RURAL },
  [`${household}024`]: { as: 'region' },
  ...(household === 'hv'
    ? { hv270: { as: 'wealth' }, hc61: { as: 'education', missingFrom: 8 } }
    : { v190: { as: 'wealth' }, v106: { as: 'education', missingFrom: 8 } }),
})
const DHS_NOTES = [
  'DHS recode: weights in 0.1 kg and heights in 0.1 cm, 9994 to 9999 as missing, sampling weights divided by 1000000',
  'DHS recode: sex 1 is male and 2 is female; ages in completed months unless the age in days is there',
]

/** Columns of every round of MICS; the measurements have other names since round 6, where AN5 is no oedema any more. */
const MICS: Layout['columns'] = {
  caged: { as: 'age_days', missingFrom: 9990 },
  cage: { as: 'age_months', missingFrom: 99 },
  hl4: { as: 'sex' },
  psu: { as: 'cluster' },
  hh1: { as: 'cluster' },
  stratum: { as: 'strata' },
  chweight: { as: 'sampling_weight' },
  hh6: { as: 'residence', codes: URBAN_RURAL },
  hh7: { as: 'region' },
  windex5: { as: 'wealth', codes: { 1: '1', 2: '2', 3: '3', 4: '4', 5: '5' } },
  melevel: { as: 'education', missingFrom: 8 },
}
const MICS_NOTES = ['MICS: sex 1 is male and 2 is female; weights from 99 and heights from 999 are missing']

/** Layouts by the columns that only they have. Others are read by the names of single columns. */
const LAYOUTS: readonly Layout[] = [
  {
    name: 'MICS children under five, rounds 4 and 5',
    signs: [['hl4', 'an3', 'an4']],
    columns: {
      ...MICS,
      an3: { as: 'weight_kg', missingFrom: 99 },
      an4: { as: 'height_cm', missingFrom: 999 },
      an4a: { as: 'position', codes: LYING_STANDING },
      an5: { as: 'oedema', codes: { 1: 'y', 2: 'n' } },
    },
    sexCodes: ONE_TWO_SEX,
    assumed: [...MICS_NOTES, 'MICS 4 and 5: AN5 is oedema, 1 present and 2 not present, other codes unknown'],
  },
  {
    name: 'DHS household member recode',
    signs: [
      ['hc2', 'hc3'],
      ['hc27', 'hc1'],
    ],
    columns: dhs('hc', 'hc27', 'hv'),
    sexCodes: ONE_TWO_SEX,
    assumed: DHS_NOTES,
  },
  {
    name: 'DHS child recode',
    signs: [['hw2', 'hw3']],
    columns: dhs('hw', 'b4', 'v'),
    sexCodes: ONE_TWO_SEX,
    assumed: DHS_NOTES,
  },
  {
    name: 'MICS children under five',
    signs: [
      ['hl4', 'an8', 'an11'],
      ['hl4', 'caged'],
    ],
    columns: {
      ...MICS,
      an8: { as: 'weight_kg', missingFrom: 99 },
      an11: { as: 'height_cm', missingFrom: 999 },
      an12: { as: 'position', codes: { ...LYING_STANDING, a: 'lying', b: 'standing' } },
    },
    sexCodes: ONE_TWO_SEX,
    assumed: MICS_NOTES,
  },
  {
    name: 'ENA for SMART',
    signs: [['survdate'], ['birthdat'], ['edema', 'months', 'muac']],
    columns: {
      survdate: { as: 'measurement_date' },
      birthdat: { as: 'birth_date' },
      months: { as: 'age_months' },
      sex: { as: 'sex' },
      weight: { as: 'weight_kg' },
      height: { as: 'height_cm' },
      measure: { as: 'position' },
      edema: { as: 'oedema' },
      muac: { as: 'muac_cm', scale: 0.1 },
      cluster: { as: 'cluster' },
      strata: { as: 'strata' },
    },
    sexCodes: ONE_TWO_SEX,
    dateOrder: 'dmy',
    assumed: ['ENA for SMART: MUAC in mm, dates with the day first, sex 1 is male and 2 is female'],
  },
  {
    name: 'WHO Anthro',
    signs: [['lenhei'], ['typeres'], ['gregion'], ['wealthq'], ['mothered'], ['othergr']],
    columns: {
      sex: { as: 'sex' },
      age_days: { as: 'age_days' },
      agedays: { as: 'age_days' },
      age_months: { as: 'age_months' },
      agemons: { as: 'age_months' },
      dateofbirth: { as: 'birth_date' },
      dob: { as: 'birth_date' },
      dateofvisit: { as: 'measurement_date' },
      dov: { as: 'measurement_date' },
      weight: { as: 'weight_kg' },
      lenhei: { as: 'height_cm' },
      height: { as: 'height_cm' },
      measure: { as: 'position' },
      lorh: { as: 'position' },
      oedema: { as: 'oedema' },
      headc: { as: 'head_cm' },
      armc: { as: 'muac_cm' },
      triskin: { as: 'triceps_mm' },
      subskin: { as: 'subscapular_mm' },
      cluster: { as: 'cluster' },
      strata: { as: 'strata' },
      sw: { as: 'sampling_weight' },
      typeres: { as: 'residence' },
      gregion: { as: 'region' },
      wealthq: { as: 'wealth' },
      mothered: { as: 'education' },
      othergr: { as: 'other' },
    },
    sexCodes: ONE_TWO_SEX,
    assumed: ['WHO Anthro: sex 1 is male and 2 is female; weight in kg, length or height in cm'],
  },
]

/** Names of place columns that are read in any table. */
const PLACE_WORDS: Readonly<Record<PlaceColumn, readonly string[]>> = {
  cluster: ['cluster', 'psu', 'cluster_id', 'cluster_no', 'cluster_number'],
  strata: ['strata', 'stratum'],
  sampling_weight: ['sampling_weight', 'sample_weight', 'survey_weight', 'sw', 'pweight'],
  residence: ['residence', 'type_of_residence', 'typeres', 'area', 'urban_rural'],
  region: ['region', 'gregion', 'geographical_region'],
  wealth: ['wealth', 'wealth_quintile', 'wealthq'],
  education: ['mother_education', 'mothers_education', 'mothered'],
  other: ['other_group', 'othergr'],
}
const PLACE_OF_WORD = new Map(
  Object.entries(PLACE_WORDS).flatMap(([column, words]) =>
    words.map((word) => [word, column as PlaceColumn]),
  ),
)

/** Every name of a place column, for suggestions. */
export const PLACE_NAMES = Object.keys(PLACE_WORDS) as readonly PlaceColumn[]

/** Returns the place that a column name in lower case stands for; undefined for any other name. */
export const placeOfName = (plain: string): PlaceColumn | undefined =>
  PLACE_OF_WORD.get(plain) ?? PLACE_NAMES.find((name) => name === plain)

/** Returns the layout of a table with these columns in lower case; undefined when it is none of them. */
export const layoutOf = (columns: ReadonlySet<string>): Layout | undefined =>
  LAYOUTS.find(({ signs }) => signs.some((sign) => sign.every((column) => columns.has(column))))
