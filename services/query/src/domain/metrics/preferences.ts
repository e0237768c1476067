import type { Citation } from './card.ts'
import type { Inputs } from './inputs.ts'

/** What a figure is wanted for, where that decides which equation leads. */
export type Purpose = 'dose' | 'ventilation' | 'contrast' | 'dialysis' | 'obesity'

type Condition = 'child' | 'athlete' | 'measured_fat'

/** Order in which the equations for one quantity lead. Equations not named follow by their score. */
export type Preference = {
  readonly quantity: string
  readonly purpose?: readonly Purpose[]
  readonly when?: Condition
  readonly order: readonly string[]
  /** Why, as the end of a sentence that begins with the leading equation. */
  readonly reason: string
  readonly citation: Citation
}

const cite = (authors: string, year: number, journal: string): Citation => ({ authors, year, journal })

const BMR_GENERAL = [
  'bmr_mifflin_st_jeor',
  'bmr_henry',
  'bmr_schofield',
  'bmr_harris_benedict',
  'bmr_roza_shizgal',
  'bmr_livingston',
  'bmr_owen',
]
const BMR_FAT_FREE = [
  'bmr_katch_mcardle',
  'bmr_cunningham_1991',
  'bmr_cunningham_1980',
  'bmr_ten_haaf_fat_free_mass',
]
const SKINFOLDS = [
  'body_fat_measured',
  'body_fat_jackson_pollock_7_siri',
  'body_fat_durnin_womersley_siri',
  'body_fat_jackson_pollock_3_siri',
  'body_fat_jackson_pollock_7_brozek',
  'body_fat_durnin_womersley_brozek',
  'body_fat_jackson_pollock_3_brozek',
]
const FAT_BY_TAPE_AND_BMI = [
  'body_fat_navy',
  'body_fat_relative_fat_mass',
  'body_fat_cun_bae',
  'body_fat_deurenberg',
  'body_fat_deurenberg_child',
  'body_fat_gallagher',
  'body_adiposity_index',
]
const BSA = ['bsa_mosteller', 'bsa_du_bois', 'bsa_haycock', 'bsa_gehan_george', 'bsa_boyd']

/** Ordered preferences by quantity, purpose and person; the first that fits is used. */
export const PREFERENCES: readonly Preference[] = [
  {
    quantity: 'body_surface_area',
    when: 'child',
    order: ['bsa_mosteller', 'bsa_haycock', 'bsa_gehan_george', 'bsa_boyd', 'bsa_du_bois'],
    reason: 'is the usual one for children, and Haycock was made with infants and children',
    citation: cite('Haycock GB, Schwartz GJ, Wisotsky DH', 1978, 'J Pediatr 93:62–66'),
  },
  {
    quantity: 'body_surface_area',
    order: BSA,
    reason: 'is the simple form that dosing and indexing use, next to Du Bois',
    citation: cite('Mosteller RD', 1987, 'N Engl J Med 317:1098'),
  },
  {
    quantity: 'ideal_weight',
    purpose: ['ventilation'],
    order: ['ideal_weight_devine', 'ideal_weight_robinson'],
    reason: 'is the predicted body weight of lung-protective ventilation',
    citation: cite('Acute Respiratory Distress Syndrome Network', 2000, 'N Engl J Med 342:1301–1308'),
  },
  {
    quantity: 'ideal_weight',
    order: [
      'ideal_weight_devine',
      'ideal_weight_robinson',
      'ideal_weight_hamwi',
      'ideal_weight_miller',
      'ideal_weight_lemmens',
      'ideal_weight_broca',
    ],
    reason: 'is the one that pharmacy references use',
    citation: cite('Pai MP, Paloucek FP', 2000, 'Ann Pharmacother 34:1066–1069'),
  },
  {
    quantity: 'lean_mass',
    purpose: ['dose', 'contrast', 'obesity'],
    order: ['lean_mass_janmahasatian', 'lean_mass_boer', 'lean_mass_hume', 'lean_mass_james'],
    reason: 'holds in obesity, where James turns downward',
    citation: cite('Janmahasatian S et al.', 2005, 'Clin Pharmacokinet 44:1051–1065'),
  },
  {
    quantity: 'lean_mass',
    order: ['lean_mass_boer', 'lean_mass_janmahasatian', 'lean_mass_hume', 'lean_mass_james'],
    reason: 'is the usual one for adults',
    citation: cite('Boer P', 1984, 'Am J Physiol 247:F632–F636'),
  },
  {
    quantity: 'body_fat_percent',
    when: 'child',
    order: [
      'body_fat_measured',
      'body_fat_slaughter_calf',
      'body_fat_slaughter_subscapular',
      'body_fat_deurenberg_child',
    ],
    reason: 'was made with children and uses skinfolds',
    citation: cite('Slaughter MH et al.', 1988, 'Hum Biol 60:709–723'),
  },
  {
    quantity: 'body_fat_percent',
    when: 'athlete',
    order: [...SKINFOLDS, 'body_fat_evans_7', 'body_fat_evans_3', ...FAT_BY_TAPE_AND_BMI],
    reason: 'uses skinfolds, which tell fat from muscle',
    citation: cite(
      'Evans EM, Rowe DA, Misic MM, Prior BM, Arngrímsson SÁ',
      2005,
      'Med Sci Sports Exerc 37:2006–2011',
    ),
  },
  {
    quantity: 'body_fat_percent',
    order: [...SKINFOLDS, ...FAT_BY_TAPE_AND_BMI],
    reason: 'uses the best of what was measured: skinfolds before circumferences before BMI',
    citation: cite('Jackson AS, Pollock ML', 1985, 'Phys Sportsmed 13(5):76–90'),
  },
  {
    quantity: 'resting_energy',
    when: 'child',
    order: ['bmr_schofield', 'bmr_henry'],
    reason: 'was made with children of this age',
    citation: cite('FAO/WHO/UNU', 2004, 'Human energy requirements, Food and Nutrition Technical Report 1'),
  },
  {
    quantity: 'resting_energy',
    when: 'measured_fat',
    order: [...BMR_FAT_FREE, ...BMR_GENERAL],
    reason: 'uses the fat-free mass that was given',
    citation: cite('Cunningham JJ', 1991, 'Am J Clin Nutr 54:963–969'),
  },
  {
    quantity: 'resting_energy',
    when: 'athlete',
    order: ['bmr_ten_haaf_weight', 'bmr_cunningham_1980', ...BMR_GENERAL],
    reason: 'was made with athletes',
    citation: cite('ten Haaf T, Weijs PJM', 2014, 'PLoS One 9:e108460'),
  },
  {
    quantity: 'resting_energy',
    order: BMR_GENERAL,
    reason: 'came closest to measurements in most adults, also in obesity',
    citation: cite('Frankenfield D, Roth-Yousey L, Compher C', 2005, 'J Am Diet Assoc 105:775–789'),
  },
  {
    quantity: 'total_energy',
    order: ['energy_requirement_adult', 'energy_requirement_child', 'total_energy_by_activity'],
    reason: 'rests on measurements by doubly labelled water',
    citation: cite('Institute of Medicine', 2005, 'Dietary Reference Intakes for Energy'),
  },
  {
    quantity: 'total_body_water',
    order: ['total_body_water_watson', 'total_body_water_hume_weyers'],
    reason: 'is the volume that dialysis and water balance use',
    citation: cite('Watson PE, Watson ID, Batt RD', 1980, 'Am J Clin Nutr 33:27–39'),
  },
  {
    quantity: 'skeletal_muscle_mass',
    when: 'child',
    order: ['skeletal_muscle_poortmans'],
    reason: 'was made with children',
    citation: cite('Poortmans JR et al.', 2005, 'Med Sci Sports Exerc 37:316–322'),
  },
  {
    quantity: 'skeletal_muscle_mass',
    order: [
      'skeletal_muscle_lee_girths',
      'skeletal_muscle_lee_weight',
      'muscle_mass_martin',
      'muscle_mass_heymsfield',
    ],
    reason: 'was tested against whole-body imaging',
    citation: cite('Lee RC et al.', 2000, 'Am J Clin Nutr 72:796–803'),
  },
  {
    quantity: 'max_heart_rate',
    order: ['max_heart_rate_tanaka', 'max_heart_rate_gellish', 'max_heart_rate_gulati'],
    reason: 'rests on 351 studies of both sexes',
    citation: cite('Tanaka H, Monahan KD, Seals DR', 2001, 'J Am Coll Cardiol 37:153–156'),
  },
  {
    quantity: 'vo2max',
    order: ['vo2max_jackson_fat', 'vo2max_jackson_bmi'],
    reason: 'has the smaller error where body fat is known',
    citation: cite('Jackson AS et al.', 1990, 'Med Sci Sports Exerc 22:863–870'),
  },
  {
    quantity: 'height_estimate',
    order: ['height_from_knee_height', 'height_from_ulna', 'height_from_demispan'],
    reason: 'changes least with age',
    citation: cite('Chumlea WC, Roche AF, Steinbaugh ML', 1985, 'J Am Geriatr Soc 33:116–120'),
  },
  {
    quantity: 'adult_height',
    order: ['adult_height_khamis_roche', 'mid_parental_height'],
    reason: 'also uses the present size of the child',
    citation: cite('Khamis HJ, Roche AF', 1994, 'Pediatrics 94:504–507'),
  },
]

const ADULT_YEARS = 18

const holds = (condition: Condition | undefined, inputs: Inputs): boolean => {
  if (condition === undefined) return true
  if (condition === 'child') return inputs.ageYears !== undefined && inputs.ageYears < ADULT_YEARS
  if (condition === 'athlete') return inputs.athlete === true
  return inputs.bodyFatPercent !== undefined || inputs.fatFreeMassKg !== undefined
}

/** Returns the preference for a quantity, a purpose and a person; undefined when the quantity has none. */
export const preferenceFor = (quantity: string, inputs: Inputs, purpose?: Purpose): Preference | undefined =>
  PREFERENCES.find(
    (preference) =>
      preference.quantity === quantity &&
      (preference.purpose === undefined || (purpose !== undefined && preference.purpose.includes(purpose))) &&
      holds(preference.when, inputs),
  )

/** Returns the place of an equation in its order, from 0; after all named ones when it is not named. */
export const placeOf = (id: string, preference: Preference | undefined): number => {
  const at = preference?.order.indexOf(id) ?? -1
  return at < 0 ? (preference?.order.length ?? 0) : at
}

/** Returns every order that names an equation, with its place from 1: for the catalogue. */
export const preferencesOf = (
  id: string,
): readonly { readonly preference: Preference; readonly place: number }[] =>
  PREFERENCES.flatMap((preference) => {
    const at = preference.order.indexOf(id)
    return at < 0 ? [] : [{ preference, place: at + 1 }]
  })
