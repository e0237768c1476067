import { CUT_OFFS } from './design.ts'
import { accumulateDigits } from './digit-preference.ts'
import { accumulateMoments, type Moments } from './moments.ts'
import { type Proportion, proportion } from './proportion.ts'
import { type ChildScores, SURVEY_INDICES, type SurveyChild, type SurveyIndex } from './score-child.ts'

/** Histogram of z-scores for plots: intervals of a quarter SD from −6 to 6. */
export const HISTOGRAM = { from: -6, width: 0.25, bins: 48 } as const

/** How well a survey was measured and written down (WHO/UNICEF 2019), over the children analysed, without weights. */
export interface SurveyQuality {
  /** Share of children whose age is a whole number of years. Far above 1 in 12 it shows heaping. */
  readonly wholeYearAgesPercent: number
  /** Preference for some last digits, 0 to 100; see `accumulateDigits`. */
  readonly weightDigitPreference: number
  readonly heightDigitPreference: number
  /** How often each last digit 0–9 was written. */
  readonly weightDigits: readonly number[]
  readonly heightDigits: readonly number[]
  /** Children without a value. */
  readonly missing: {
    readonly sex: number
    readonly age: number
    readonly weight: number
    readonly height: number
  }
  readonly oedema: number
  /** Sentences for people: what looks wrong and which threshold says so. */
  readonly warnings: readonly string[]
}

export interface IndexQuality {
  /** Distribution of the z-scores that are not flagged. */
  readonly z: Moments
  /** Beyond WHO's limits of plausibility; not counted in anything else. */
  readonly flagged: Proportion
  /** Unflagged z-scores by interval of `HISTOGRAM`. */
  readonly histogram: readonly number[]
  /** Children beyond each cut-off, those with oedema as below −3; not weighted. */
  readonly beyond: readonly number[]
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
/** Twice the share that ages without heaping have (1 in 12). */
const MAX_WHOLE_YEARS_PERCENT = 100 / 6
/** Below this many children a quality figure is mostly chance. */
const MIN_CHILDREN_FOR_QUALITY = 100

/** Accumulates the quality figures of a survey in constant memory. */
export function accumulateQuality() {
  const moments = SURVEY_INDICES.map(accumulateMoments)
  const histograms = SURVEY_INDICES.map(() => new Array<number>(HISTOGRAM.bins).fill(0))
  const flagged = SURVEY_INDICES.map(() => 0)
  const beyond = SURVEY_INDICES.map(() => new Array<number>(CUT_OFFS.length).fill(0))
  const weightDigits = accumulateDigits()
  const heightDigits = accumulateDigits()
  const missing = { sex: 0, age: 0, weight: 0, height: 0 }
  let ages = 0
  let wholeYears = 0
  let oedema = 0

  const indexQuality = (i: number): IndexQuality => {
    const z = moments[i]!.result()
    return {
      z,
      flagged: proportion(flagged[i]!, flagged[i]! + z.count),
      histogram: histograms[i]!,
      beyond: beyond[i]!,
    }
  }
  const countBeyond = (i: number, z: number) => {
    const counts = beyond[i]!
    for (let c = 0; c < CUT_OFFS.length; c++) {
      const cutOff = CUT_OFFS[c]!
      if (cutOff < 0 ? z < cutOff : z > cutOff) counts[c] = counts[c]! + 1
    }
  }

  return {
    add(child: SurveyChild, scores: ChildScores) {
      if (child.sex === undefined) missing.sex++
      if (child.oedema === true) oedema++
      if (child.weightKg === undefined) missing.weight++
      else weightDigits.add(child.weightKg)
      if (child.heightCm === undefined) missing.height++
      else heightDigits.add(child.heightCm)
      if (child.ageMonths === undefined) missing.age++
      else {
        ages++
        if (Math.floor(child.ageMonths) % 12 === 0) wholeYears++
      }
      for (let i = 0; i < SURVEY_INDICES.length; i++) {
        const z = scores.z[i]
        if (scores.severe[i]) countBeyond(i, Number.NEGATIVE_INFINITY)
        if (z === undefined) continue
        if (scores.flagged[i]) flagged[i] = flagged[i]! + 1
        else {
          moments[i]!.add(z)
          countBeyond(i, z)
          const bin = Math.min(HISTOGRAM.bins - 1, Math.floor((z - HISTOGRAM.from) / HISTOGRAM.width))
          histograms[i]![bin] = histograms[i]![bin]! + 1
        }
      }
    },
    indices: () => SURVEY_INDICES.map((_, i) => indexQuality(i)),
    result(): SurveyQuality {
      const [weight, height] = [weightDigits.result(), heightDigits.result()]
      const warnings: string[] = []
      SURVEY_INDICES.forEach((index, i) => {
        const { z, flagged: share } = indexQuality(i)
        if (share.of < MIN_CHILDREN_FOR_QUALITY) return
        if (share.percent > MAX_FLAGGED_PERCENT)
          warnings.push(
            `${index}: ${share.percent.toFixed(1)} % of z-scores are implausible (more than ${MAX_FLAGGED_PERCENT} %)`,
          )
        const widest = MAX_STANDARD_DEVIATION[index]
        if (widest !== undefined && z.standardDeviation > widest)
          warnings.push(
            `${index}: standard deviation ${z.standardDeviation.toFixed(2)} (more than ${widest})`,
          )
      })
      for (const [name, digits] of [
        ['weight', weight],
        ['height', height],
      ] as const)
        if (digits.count >= MIN_CHILDREN_FOR_QUALITY && digits.score > MAX_DIGIT_PREFERENCE)
          warnings.push(
            `${name}: digit preference score ${digits.score.toFixed(0)} (more than ${MAX_DIGIT_PREFERENCE})`,
          )
      const wholeYearAgesPercent = (100 * wholeYears) / ages
      if (ages >= MIN_CHILDREN_FOR_QUALITY && wholeYearAgesPercent > MAX_WHOLE_YEARS_PERCENT)
        warnings.push(
          `age: ${wholeYearAgesPercent.toFixed(0)} % of ages are whole years (about 8 % without heaping)`,
        )
      return {
        wholeYearAgesPercent,
        weightDigitPreference: weight.score,
        heightDigitPreference: height.score,
        weightDigits: weight.digits,
        heightDigits: height.digits,
        missing,
        oedema,
        warnings,
      }
    },
  }
}
