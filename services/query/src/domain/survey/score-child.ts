import { isWhoFlagged } from '../growth/flags.ts'
import { WHO_2006_LAST_DAY, type WhoIndex, whoIndexZ, whoLengthOrHeight } from '../growth/who.ts'
import type { Position, Sex } from '../person.ts'
import { DAYS_PER_MONTH } from '../units.ts'

/** The indices that surveys report, in the order of WHO's tables (WHO/UNICEF 2019). */
export const SURVEY_INDICES = [
  'length_height_for_age',
  'weight_for_age',
  'bmi_for_age',
  'weight_for_length_height',
] as const satisfies readonly WhoIndex[]
export type SurveyIndex = (typeof SURVEY_INDICES)[number]

/** One child of a survey as measured; everything may be missing. */
export type SurveyChild = {
  readonly sex?: Sex | undefined
  /** Whole days: which row of the standards, and who leaves the analysis. */
  readonly ageDays?: number | undefined
  /** Months as given, not rounded, or days ÷ 30.4375: age groups, and the tables of the 5 to 19 years. */
  readonly ageMonths?: number | undefined
  readonly weightKg?: number | undefined
  readonly heightCm?: number | undefined
  readonly position?: Position | undefined
  readonly oedema?: boolean | undefined
}

/** The age ranges that WHO analyses apart: the standards of 2006 and the reference of 2007. */
export const AGE_RANGES = ['under_5', '5_to_19'] as const
export type AgeRange = (typeof AGE_RANGES)[number]

/** What is known of a child's growth, index by index in the order of `SURVEY_INDICES`. */
export type ChildScores = {
  /** Length or height as the standards use it, cm. */
  readonly heightUsedCm: number | undefined
  /** z-scores rounded to two decimals; undefined where there is none. */
  readonly z: readonly (number | undefined)[]
  /** Whether WHO's limits flag the z-score; a flagged one counts as missing. */
  readonly flagged: readonly boolean[]
  /** Whether the child counts as below −3 because of oedema. */
  readonly severe: readonly boolean[]
}

/** A length below this many cm without an age and without a position is taken as measured lying (WHO Anthro). */
const LYING_BELOW_CM = 87
/** Any age at which the standards take length, and one at which they take height: stand-ins for an unknown age. */
const LENGTH_DAY = 0
const HEIGHT_DAY = 731
/** Any day of the reference of 2007; its tables are read by month. */
const REFERENCE_2007_DAY = WHO_2006_LAST_DAY + 1
/** Standards apply below this age in months, the reference of 2007 from it on. */
const FIRST_MONTH_2007 = 60
const LAST_MONTH_2007 = 228
const LAST_WEIGHT_MONTH_2007 = 120

/** Rounds half away from zero to two decimals, as WHO's programs do before anything else. */
const roundZ = (z: number): number => (Math.sign(z) * Math.round(Math.abs(z) * 100)) / 100

const rounded = (z: number | undefined): number | undefined =>
  z === undefined || !Number.isFinite(z) ? undefined : roundZ(z)

const scored = (
  heightUsedCm: number | undefined,
  z: readonly (number | undefined)[],
  severe: readonly boolean[],
): ChildScores => ({
  heightUsedCm,
  z,
  flagged: z.map((value, i) => value !== undefined && isWhoFlagged(SURVEY_INDICES[i]!, value)),
  severe,
})

/** Months of a child's age, not rounded; undefined without an age. */
export const ageInMonths = ({ ageDays, ageMonths }: SurveyChild): number | undefined =>
  ageMonths ?? (ageDays === undefined ? undefined : ageDays / DAYS_PER_MONTH)

/** Whether the analysis of an age range keeps this child: others leave it altogether. */
export function isAnalysed(range: AgeRange, { ageDays, ageMonths }: SurveyChild): boolean {
  if (range === 'under_5') return ageDays === undefined || ageDays <= WHO_2006_LAST_DAY
  return ageMonths !== undefined && ageMonths >= FIRST_MONTH_2007 && ageMonths <= LAST_MONTH_2007
}

/**
 * Scores a child below 5 years as a survey does (WHO Anthro): z rounded to two decimals, weight for length also without
 * an age, oedema as severe in the three indices of weight.
 */
function scoreUnderFive(child: SurveyChild): ChildScores {
  const { sex, ageDays, heightCm, position } = child
  const months = ageInMonths(child)
  const isTooOld = months !== undefined && months >= FIRST_MONTH_2007
  const heightUsedCm =
    heightCm === undefined
      ? undefined
      : ageDays === undefined
        ? heightCm
        : whoLengthOrHeight(heightCm, ageDays, position)
  const oedema = child.oedema === true
  const severe = [false, oedema, oedema, oedema]
  if (sex === undefined || isTooOld)
    return scored(heightUsedCm, [undefined, undefined, undefined, undefined], severe)
  const measured = {
    sex,
    ...(child.weightKg === undefined ? {} : { weightKg: child.weightKg }),
    ...(heightCm === undefined ? {} : { heightCm }),
    oedema,
  }
  if (ageDays !== undefined) {
    const whole = { ...measured, ageDays, ...(position === undefined ? {} : { position }) }
    return scored(
      heightUsedCm,
      SURVEY_INDICES.map((index) => rounded(whoIndexZ(index, whole))),
      severe,
    )
  }
  const lying = position === undefined ? (heightCm ?? 0) < LYING_BELOW_CM : position === 'lying'
  const stand = { ...measured, ageDays: lying ? LENGTH_DAY : HEIGHT_DAY }
  return scored(
    heightUsedCm,
    [undefined, undefined, undefined, rounded(whoIndexZ('weight_for_length_height', stand))],
    severe,
  )
}

/** Scores a child of 5 to 19 years as a survey does (WHO AnthroPlus). */
function scoreFiveToNineteen(child: SurveyChild): ChildScores {
  const { sex, ageMonths, heightCm, weightKg } = child
  const oedema = child.oedema === true
  const hasWeightForAge = ageMonths !== undefined && ageMonths <= LAST_WEIGHT_MONTH_2007
  const severe = [false, oedema && hasWeightForAge, oedema, false]
  if (sex === undefined || !isAnalysed('5_to_19', child))
    return scored(heightCm, [undefined, undefined, undefined, undefined], severe)
  const measured = {
    sex,
    ageDays: REFERENCE_2007_DAY,
    ageMonths: ageMonths!,
    ...(weightKg === undefined ? {} : { weightKg }),
    ...(heightCm === undefined ? {} : { heightCm }),
    oedema,
  }
  return scored(
    heightCm,
    [
      rounded(whoIndexZ('length_height_for_age', measured)),
      hasWeightForAge ? rounded(whoIndexZ('weight_for_age', measured)) : undefined,
      rounded(whoIndexZ('bmi_for_age', measured)),
      undefined,
    ],
    severe,
  )
}

/** Scores one child by the rules of an age range (WHO Anthro and AnthroPlus, survey analysis). */
export const scoreChild = (range: AgeRange, child: SurveyChild): ChildScores =>
  range === 'under_5' ? scoreUnderFive(child) : scoreFiveToNineteen(child)
