import { isWhoFlagged } from '../growth/flags.ts'
import { type Child, WHO_2006_LAST_DAY, type WhoIndex, whoIndexZ, whoLengthOrHeight } from '../growth/who.ts'
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
  /** Stunting together with weight for height; undefined without both indices. */
  readonly combined: 'neither' | 'wasted' | 'overweight' | undefined
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

const NO_INDEX: readonly boolean[] = [false, false, false, false]
const WEIGHT_INDICES: readonly boolean[] = [false, true, true, true]
const NO_SCORES: readonly undefined[] = [undefined, undefined, undefined, undefined]
const STUNTING = SURVEY_INDICES.indexOf('length_height_for_age')
const WASTING = SURVEY_INDICES.indexOf('weight_for_length_height')

/** Whether a stunted child is also wasted (or has oedema) or overweight. */
function combinedOf(
  z: readonly (number | undefined)[],
  flagged: readonly boolean[],
  severe: readonly boolean[],
): ChildScores['combined'] {
  const [height, weight] = [z[STUNTING], z[WASTING]]
  if (height === undefined || flagged[STUNTING]) return undefined
  if (severe[WASTING]) return height < -2 ? 'wasted' : 'neither'
  if (weight === undefined || flagged[WASTING]) return undefined
  if (height >= -2) return 'neither'
  return weight < -2 ? 'wasted' : weight > 2 ? 'overweight' : 'neither'
}

function scored(
  heightUsedCm: number | undefined,
  z: readonly (number | undefined)[],
  severe: readonly boolean[],
): ChildScores {
  const isFlagged = (value: number | undefined, i: number) =>
    value !== undefined && isWhoFlagged(SURVEY_INDICES[i]!, value)
  const flagged = z.some(isFlagged) ? z.map(isFlagged) : NO_INDEX
  return { heightUsedCm, z, flagged, severe, combined: combinedOf(z, flagged, severe) }
}

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
  const severe = child.oedema === true ? WEIGHT_INDICES : NO_INDEX
  if (sex === undefined || isTooOld) return scored(heightUsedCm, NO_SCORES, severe)
  if (hasAge(child))
    return scored(
      heightUsedCm,
      SURVEY_INDICES.map((index) => rounded(whoIndexZ(index, child))),
      severe,
    )
  const lying = position === undefined ? (heightCm ?? 0) < LYING_BELOW_CM : position === 'lying'
  // The stand-in for the age is one that takes the measurement as it is.
  const { position: _position, ...rest } = child
  const ageless = { ...rest, ageDays: lying ? LENGTH_DAY : HEIGHT_DAY } as Child
  return scored(
    heightUsedCm,
    [undefined, undefined, undefined, rounded(whoIndexZ('weight_for_length_height', ageless))],
    severe,
  )
}

/** A child with sex and age can be scored as it is. */
const hasAge = (child: SurveyChild): child is Child => child.sex !== undefined && child.ageDays !== undefined

/** Scores a child of 5 to 19 years as a survey does (WHO AnthroPlus). */
function scoreFiveToNineteen(child: SurveyChild): ChildScores {
  const { sex, ageMonths, heightCm, weightKg } = child
  const oedema = child.oedema === true
  const hasWeightForAge = ageMonths !== undefined && ageMonths <= LAST_WEIGHT_MONTH_2007
  const severe = [false, oedema && hasWeightForAge, oedema, false]
  if (sex === undefined || !isAnalysed('5_to_19', child)) return scored(heightCm, NO_SCORES, severe)
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
