import { POSITIONS, type Position, SEXES, type Sex } from '../person.ts'
import { Refusal } from '../refusal.ts'
import { type Dimension, type Unit, type UnitSymbol, unitOfSymbol } from '../units.ts'

export type { Position, Sex }

/** Ancestry groups that some published equations carry a coefficient for; never guessed, never required. */
const ANCESTRIES = ['white', 'black', 'asian', 'hispanic', 'other'] as const
type Ancestry = (typeof ANCESTRIES)[number]

/** Maturation groups of Slaughter et al. 1988. */
const PUBERTAL_STAGES = ['prepubescent', 'pubescent', 'postpubescent'] as const
type PubertalStage = (typeof PUBERTAL_STAGES)[number]

/** Parts that an amputation takes away, as weighed by Osterkamp 1995. */
const MISSING_LIMBS = ['hand', 'forearm_and_hand', 'arm', 'foot', 'lower_leg_and_foot', 'leg'] as const
type MissingLimb = (typeof MISSING_LIMBS)[number]

/** Activity classes of the Dietary Reference Intakes 2005, each with a physical activity level (PAL). */
const ACTIVITY_LEVELS = ['sedentary', 'low_active', 'active', 'very_active'] as const
type ActivityLevel = (typeof ACTIVITY_LEVELS)[number]

/**
 * A number input. A value outside its limits is refused as an error of unit or typing; `why` is the reason for the
 * limits.
 */
type NumberSpec = {
  readonly kind: 'number'
  readonly wire: string
  readonly label: string
  readonly unit: UnitSymbol
  readonly min: number
  readonly max: number
  readonly why: string
}
type ChoiceSpec = {
  readonly kind: 'choice'
  readonly wire: string
  readonly label: string
  readonly choices: readonly string[]
}
type FlagSpec = { readonly kind: 'flag'; readonly wire: string; readonly label: string }
type DateSpec = { readonly kind: 'date'; readonly wire: string; readonly label: string }
export type InputSpec = NumberSpec | ChoiceSpec | FlagSpec | DateSpec

const number = (
  wire: string,
  label: string,
  unit: UnitSymbol,
  min: number,
  max: number,
  why: string,
): NumberSpec => ({ kind: 'number', wire, label, unit, min, max, why })
const girth = (wire: string, label: string, min: number, max: number): NumberSpec =>
  number(wire, label, 'cm', min, max, `a ${label} outside ${min}–${max} cm has not been reported`)
const skinfold = (wire: string, label: string): NumberSpec =>
  number(
    wire,
    label,
    'mm',
    1,
    120,
    'calipers open to 80 mm (Harpenden) or, with extended arms, about 120 mm; skin alone is above 1 mm',
  )
const choice = (wire: string, label: string, choices: readonly string[]): ChoiceSpec => ({
  kind: 'choice',
  wire,
  label,
  choices,
})
const flag = (wire: string, label: string): FlagSpec => ({ kind: 'flag', wire, label })
const date = (wire: string, label: string): DateSpec => ({ kind: 'date', wire, label })

/** Every canonical input with its wire name, unit and limits. */
export const INPUT_SPECS = {
  sex: choice('sex', 'sex', SEXES),
  ageYears: number('age_years', 'age', 'years', 0, 125, 'oldest verified person: 122 years (Calment, 1997)'),
  ageMonths: number(
    'age_months',
    'age in months',
    'months',
    0,
    1500,
    'oldest verified person: 122 years (Calment, 1997)',
  ),
  ageDays: number(
    'age_days',
    'age in days',
    'days',
    0,
    45660,
    'oldest verified person: 122 years (Calment, 1997)',
  ),
  birthDate: date('birth_date', 'date of birth'),
  measurementDate: date('measurement_date', 'date of measurement'),
  weightKg: number(
    'weight_kg',
    'weight',
    'kg',
    0.2,
    700,
    'smallest surviving newborn 0.21 kg; heaviest recorded person 635 kg (Minnoch, 1978)',
  ),
  heightCm: number(
    'height_cm',
    'height or length',
    'cm',
    20,
    280,
    'shortest surviving newborn about 22 cm; tallest verified person 272 cm (Wadlow, 1940)',
  ),
  position: choice('position', 'position in which height was measured', POSITIONS),
  waistCm: girth('waist_cm', 'waist circumference', 20, 350),
  hipCm: girth('hip_cm', 'hip circumference', 20, 350),
  neckCm: girth('neck_cm', 'neck circumference', 10, 100),
  headCm: girth('head_cm', 'head circumference', 15, 80),
  muacCm: girth('muac_cm', 'mid-upper-arm circumference', 4, 100),
  flexedArmCm: girth('flexed_arm_cm', 'flexed and tensed arm circumference', 4, 100),
  forearmCm: girth('forearm_cm', 'forearm circumference', 4, 70),
  wristCm: girth('wrist_cm', 'wrist circumference', 4, 40),
  thighCm: girth('thigh_cm', 'mid-thigh circumference', 8, 150),
  calfCm: girth('calf_cm', 'calf circumference', 5, 100),
  humerusBreadthCm: girth('humerus_breadth_cm', 'humerus (elbow) breadth', 1, 15),
  femurBreadthCm: girth('femur_breadth_cm', 'femur (knee) breadth', 2, 20),
  radiusBreadthCm: girth('radius_breadth_cm', 'bistyloid radius (wrist) breadth', 1, 12),
  sittingHeightCm: girth('sitting_height_cm', 'sitting height', 15, 150),
  kneeHeightCm: girth('knee_height_cm', 'knee height', 10, 90),
  demispanCm: girth('demispan_cm', 'demi-span', 20, 140),
  ulnaCm: girth('ulna_cm', 'ulna length', 10, 45),
  upperArmLengthCm: girth('upper_arm_length_cm', 'upper arm (acromiale–radiale) length', 5, 60),
  forearmLengthCm: girth('forearm_length_cm', 'forearm (radiale–stylion) length', 4, 50),
  thighLengthCm: girth('thigh_length_cm', 'thigh (trochanterion–tibiale) length', 5, 80),
  tibiaLengthCm: girth('tibia_length_cm', 'lower leg (tibiale–sphyrion) length', 5, 80),
  tricepsMm: skinfold('triceps_mm', 'triceps skinfold'),
  bicepsMm: skinfold('biceps_mm', 'biceps skinfold'),
  subscapularMm: skinfold('subscapular_mm', 'subscapular skinfold'),
  suprailiacMm: skinfold('suprailiac_mm', 'suprailiac (iliac crest) skinfold'),
  supraspinaleMm: skinfold('supraspinale_mm', 'supraspinale skinfold'),
  abdominalMm: skinfold('abdominal_mm', 'abdominal skinfold'),
  thighMm: skinfold('thigh_mm', 'thigh skinfold'),
  chestMm: skinfold('chest_mm', 'chest skinfold'),
  midaxillaryMm: skinfold('midaxillary_mm', 'midaxillary skinfold'),
  calfMm: skinfold('calf_mm', 'medial calf skinfold'),
  bodyFatPercent: number(
    'body_fat_percent',
    'measured body fat',
    '%',
    1,
    75,
    'essential fat is above 2 %; the fattest persons measured by DXA are below 70 %',
  ),
  fatFreeMassKg: number(
    'fat_free_mass_kg',
    'measured fat-free mass',
    'kg',
    0.2,
    200,
    'masses measured by DXA',
  ),
  gestationalAgeWeeks: number(
    'gestational_age_weeks',
    'gestational age at birth',
    'weeks',
    20,
    45,
    'children are born alive from about 21 to 44 weeks of gestation',
  ),
  pregnancyWeeks: number(
    'pregnancy_weeks',
    'weeks of the present pregnancy',
    'weeks',
    0,
    45,
    'a pregnancy ends within 45 weeks',
  ),
  prePregnancyWeightKg: number(
    'pre_pregnancy_weight_kg',
    'weight before the pregnancy',
    'kg',
    20,
    400,
    'weights recorded in adults',
  ),
  weightLossPercent: number(
    'weight_loss_percent',
    'unintended weight loss',
    '%',
    0,
    70,
    'nobody has survived the loss of more than about two thirds of the weight',
  ),
  weightLossMonths: number(
    'weight_loss_months',
    'time in which the weight was lost',
    'months',
    0,
    600,
    'a loss is remembered over years at most',
  ),
  motherHeightCm: number('mother_height_cm', "mother's height", 'cm', 60, 240, 'heights recorded in adults'),
  fatherHeightCm: number('father_height_cm', "father's height", 'cm', 60, 280, 'heights recorded in adults'),
  activityRating: number(
    'activity_rating',
    'NASA physical activity rating',
    '0–7',
    0,
    7,
    'the scale of Jackson et al. 1990 runs from 0 to 7',
  ),
  activityLevel: choice('activity_level', 'activity class', ACTIVITY_LEVELS),
  physicalActivityLevel: number(
    'physical_activity_level',
    'physical activity level (PAL)',
    '',
    1,
    5,
    'total over resting energy: 1 at rest, about 5 in the Tour de France (Westerterp 1986)',
  ),
  ancestry: choice('ancestry', 'ancestry group of the equation', ANCESTRIES),
  pubertalStage: choice('pubertal_stage', 'maturation group', PUBERTAL_STAGES),
  pregnant: flag('pregnant', 'pregnancy'),
  oedema: flag('oedema', 'oedema'),
  amputation: flag('amputation', 'amputation'),
  missingLimb: choice('missing_limb', 'amputated part', MISSING_LIMBS),
  ageIsCorrected: flag('age_is_corrected', 'age already corrected for preterm birth'),
  preterm: flag('preterm', 'birth before 37 weeks'),
  isChild: flag('is_child', 'child or adolescent whose age is not given'),
  twins: flag('twins', 'present pregnancy with twins'),
  athlete: flag('athlete', 'competitive athlete'),
} as const satisfies Record<string, InputSpec>

export type InputName = keyof typeof INPUT_SPECS
type ValueOf<K extends InputName> = (typeof INPUT_SPECS)[K] extends NumberSpec
  ? number
  : (typeof INPUT_SPECS)[K] extends FlagSpec
    ? boolean
    : (typeof INPUT_SPECS)[K] extends DateSpec
      ? string
      : (typeof INPUT_SPECS)[K] extends { readonly choices: readonly (infer C)[] }
        ? C
        : never

type InputValues = {
  sex: Sex
  position: Position
  ancestry: Ancestry
  pubertalStage: PubertalStage
  activityLevel: ActivityLevel
  missingLimb: MissingLimb
} & {
  [K in Exclude<
    InputName,
    'sex' | 'position' | 'ancestry' | 'pubertalStage' | 'activityLevel' | 'missingLimb'
  >]: ValueOf<K>
}

/** What is known of one person: canonical names, SI-like units in the names, all optional. */
export type Inputs = { readonly [K in keyof InputValues]?: InputValues[K] }
/** The same with the named inputs certainly present. */
export type Given<R extends InputName, O extends InputName = never> = {
  readonly [K in R]: InputValues[K]
} & { readonly [K in O]?: InputValues[K] }

export const INPUT_NAMES = Object.keys(INPUT_SPECS) as InputName[]

const NAME_BY_WIRE: ReadonlyMap<string, InputName> = new Map(
  INPUT_NAMES.map((name) => [INPUT_SPECS[name].wire, name]),
)

/** Returns the specification of an input, typed as the union so that callers can switch on its kind. */
export const inputSpec = (name: InputName): InputSpec => INPUT_SPECS[name]

/** Returns the unit in which a number input is kept; undefined for an input that is not a number. */
export function unitOfInput(name: InputName): Unit | undefined {
  const spec = inputSpec(name)
  return spec.kind === 'number' ? unitOfSymbol(spec.unit) : undefined
}

/** Returns what an input measures; undefined for an input that is not a number. */
export const dimensionOf = (name: InputName): Dimension | undefined => unitOfInput(name)?.dimension

/** Returns the canonical name of a wire name such as `height_cm`; undefined when there is none. */
export const inputNameOfWire = (wire: string): InputName | undefined => NAME_BY_WIRE.get(wire)

/** Returns the wire name (`height_cm`) of a canonical input (`heightCm`). */
export const wireNameOf = (name: InputName): string => INPUT_SPECS[name].wire

const refuse = (spec: InputSpec, issue: string, provided: unknown): never => {
  throw new Refusal('VALIDATION_ERROR', `${spec.wire} ${issue}`, { field: spec.wire, issue, provided })
}

/**
 * Returns the days of the Gregorian calendar since 1970-01-01 for `YYYY-MM-DD`; undefined when there is no such day.
 */
export function dayNumber(isoDate: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(isoDate)
  if (!match) return undefined
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const time = Date.UTC(year, month - 1, day)
  const back = new Date(time)
  if (back.getUTCMonth() !== month - 1 || back.getUTCDate() !== day || back.getUTCFullYear() !== year)
    return undefined
  return time / 86_400_000
}

/** Checks one value against its specification; refuses with the wire name, the issue and the value. */
export function checkInput(name: InputName, value: unknown): number | string | boolean {
  const spec = inputSpec(name)
  switch (spec.kind) {
    case 'number': {
      if (typeof value !== 'number' || !Number.isFinite(value))
        return refuse(spec, `must be a finite number${spec.unit ? ` in ${spec.unit}` : ''}`, value)
      if (value < spec.min || value > spec.max)
        return refuse(spec, `must be between ${spec.min} and ${spec.max} ${spec.unit} (${spec.why})`, value)
      return value
    }
    case 'choice':
      return typeof value === 'string' && spec.choices.includes(value)
        ? value
        : refuse(spec, `must be one of ${spec.choices.join(', ')}`, value)
    case 'flag':
      return typeof value === 'boolean' ? value : refuse(spec, 'must be true or false', value)
    case 'date':
      return typeof value === 'string' && dayNumber(value) !== undefined
        ? value
        : refuse(spec, 'must be a calendar day such as 2024-02-29', value)
  }
}
