import { isWhoFlagged } from '../growth/flags.ts'
import type { WhoIndex } from '../growth/who.ts'
import type { Inputs } from '../metrics/inputs.ts'
import { accumulateDigits } from './digit-preference.ts'
import { accumulateMoments, type Moments } from './moments.ts'
import { type Proportion, proportion } from './proportion.ts'

/** The indices that surveys report (WHO/UNICEF 2019). */
export const SURVEY_INDICES = [
  'weight_for_age',
  'length_height_for_age',
  'weight_for_length_height',
  'bmi_for_age',
] as const satisfies readonly WhoIndex[]
export type SurveyIndex = (typeof SURVEY_INDICES)[number]

/** Cut-offs in SD below and above which a share is reported. */
export const CUT_OFFS = [-3, -2, -1, 1, 2, 3] as const
type CutOff = (typeof CUT_OFFS)[number]

/** The name of each share that has one (WHO/UNICEF 2019, table 1). */
const NAMED_SHARES: readonly {
  readonly name: string
  readonly index: SurveyIndex
  readonly cutOff: CutOff
}[] = [
  { name: 'underweight', index: 'weight_for_age', cutOff: -2 },
  { name: 'severe_underweight', index: 'weight_for_age', cutOff: -3 },
  { name: 'stunting', index: 'length_height_for_age', cutOff: -2 },
  { name: 'severe_stunting', index: 'length_height_for_age', cutOff: -3 },
  { name: 'wasting', index: 'weight_for_length_height', cutOff: -2 },
  { name: 'severe_wasting', index: 'weight_for_length_height', cutOff: -3 },
  { name: 'overweight', index: 'weight_for_length_height', cutOff: 2 },
  { name: 'obesity', index: 'weight_for_length_height', cutOff: 3 },
]

export interface IndexSummary {
  readonly z: Moments
  /** Beyond WHO's limits of plausibility; not counted in anything else. */
  readonly flagged: Proportion
  /** Share below a negative, above a positive cut-off. */
  readonly shares: Readonly<Record<CutOff, Proportion>>
}

export interface SurveySummary {
  readonly rows: number
  readonly refusedRows: number
  readonly boys: number
  readonly girls: number
  readonly indices: Readonly<Record<SurveyIndex, IndexSummary>>
  readonly named: Readonly<Record<string, Proportion>>
  readonly quality: {
    /** Share of children whose age is a whole number of years. Far above 1 in 12 it shows heaping. */
    readonly wholeYearAgesPercent: number
    /** Preference for some last digits, 0 to 100; see `accumulateDigits`. */
    readonly weightDigitPreference: number
    readonly heightDigitPreference: number
    /** Sentences for people: what looks wrong and which threshold says so. */
    readonly warnings: readonly string[]
  }
}

export interface SurveyAccumulator {
  /** One row: its inputs and the z-score of each index that could be computed. */
  add(inputs: Inputs, z: Readonly<Partial<Record<SurveyIndex, number>>>): void
  refuse(): void
  summary(): SurveySummary
}

function accumulateIndex(index: SurveyIndex) {
  const moments = accumulateMoments()
  const beyond = new Array<number>(CUT_OFFS.length).fill(0)
  let flagged = 0
  return {
    add(z: number) {
      if (isWhoFlagged(index, z)) {
        flagged += 1
        return
      }
      moments.add(z)
      for (let i = 0; i < CUT_OFFS.length; i++) {
        const cutOff = CUT_OFFS[i]!
        if (cutOff < 0 ? z < cutOff : z > cutOff) beyond[i] = beyond[i]! + 1
      }
    },
    summary(): IndexSummary {
      const z = moments.result()
      const shares = Object.fromEntries(
        CUT_OFFS.map((cutOff, i) => [cutOff, proportion(beyond[i]!, z.count)]),
      )
      return { z, flagged: proportion(flagged, flagged + z.count), shares: shares as IndexSummary['shares'] }
    },
  }
}

/** WHO/UNICEF 2019: more than 1 % of flagged values points to poor measurement or entry. */
const MAX_FLAGGED_PERCENT = 1
/**
 * Upper end of the standard deviation of z seen in well-measured surveys; a wider spread is largely measurement error.
 * WHO Technical Report Series 854 (1995), chapter 5. No figure is published for BMI for age.
 */
const MAX_STANDARD_DEVIATION: Partial<Record<SurveyIndex, number>> = {
  weight_for_age: 1.2,
  length_height_for_age: 1.3,
  weight_for_length_height: 1.1,
}
/** SMART methodology: a digit preference score above 20 is problematic. */
const MAX_DIGIT_PREFERENCE = 20
/** Below this many children a quality figure is mostly chance. */
const MIN_CHILDREN_FOR_QUALITY = 100

/** Accumulates prevalences and WHO/UNICEF quality figures over a survey of any length in constant memory. */
export function accumulateSurvey(): SurveyAccumulator {
  const indices = SURVEY_INDICES.map((index) => ({ index, accumulator: accumulateIndex(index) }))
  const weightDigits = accumulateDigits()
  const heightDigits = accumulateDigits()
  let rows = 0
  let refusedRows = 0
  let boys = 0
  let girls = 0
  let ages = 0
  let wholeYears = 0

  return {
    add(inputs, z) {
      rows += 1
      if (inputs.sex === 'male') boys += 1
      if (inputs.sex === 'female') girls += 1
      if (inputs.weightKg !== undefined) weightDigits.add(inputs.weightKg)
      if (inputs.heightCm !== undefined) heightDigits.add(inputs.heightCm)
      if (inputs.ageMonths !== undefined) {
        ages += 1
        if (Math.floor(inputs.ageMonths) % 12 === 0) wholeYears += 1
      }
      for (const { index, accumulator } of indices) {
        const value = z[index]
        if (value !== undefined) accumulator.add(value)
      }
    },
    refuse() {
      rows += 1
      refusedRows += 1
    },
    summary() {
      const summaries = Object.fromEntries(
        indices.map(({ index, accumulator }) => [index, accumulator.summary()]),
      ) as unknown as Record<SurveyIndex, IndexSummary>
      const weight = weightDigits.result()
      const height = heightDigits.result()
      const warnings: string[] = []
      for (const index of SURVEY_INDICES) {
        const { z, flagged } = summaries[index]
        if (flagged.of < MIN_CHILDREN_FOR_QUALITY) continue
        if (flagged.percent > MAX_FLAGGED_PERCENT)
          warnings.push(
            `${index}: ${flagged.percent.toFixed(1)} % of z-scores are implausible (more than ${MAX_FLAGGED_PERCENT} %)`,
          )
        const widest = MAX_STANDARD_DEVIATION[index]
        if (widest !== undefined && z.standardDeviation > widest)
          warnings.push(
            `${index}: standard deviation ${z.standardDeviation.toFixed(2)} (more than ${widest})`,
          )
      }
      for (const [name, digits] of [
        ['weight', weight],
        ['height', height],
      ] as const)
        if (digits.count >= MIN_CHILDREN_FOR_QUALITY && digits.score > MAX_DIGIT_PREFERENCE)
          warnings.push(
            `${name}: digit preference score ${digits.score.toFixed(0)} (more than ${MAX_DIGIT_PREFERENCE})`,
          )
      return {
        rows,
        refusedRows,
        boys,
        girls,
        indices: summaries,
        named: Object.fromEntries(
          NAMED_SHARES.map(({ name, index, cutOff }) => [name, summaries[index].shares[cutOff]]),
        ),
        quality: {
          wholeYearAgesPercent: (100 * wholeYears) / ages,
          weightDigitPreference: weight.score,
          heightDigitPreference: height.score,
          warnings,
        },
      }
    },
  }
}
