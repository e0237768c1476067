import { INTERNAL_TERM_COUNT } from '../fuzzy/term-sets.ts'
import { NORMAL_95 } from '../numerics/normal.ts'
import { COMMON_PARAMETERS, type LearnedModel } from './learned-model.ts'

/** Sum of the evidence of one type about one candidate. */
export interface TypeSum {
  readonly type: string
  /** Λ of all its groups. */
  readonly logOdds: number
  /** dΛ/d(levels) and dΛ/d(quality levels), summed over items with their discounts. */
  readonly degrees: Float64Array
  readonly qualityDegrees: Float64Array | undefined
}

/** Evidence about one candidate, as its bounds need it. */
export interface EvidenceSum {
  /** ℓ, prior included. */
  readonly logOdds: number
  readonly types: readonly TypeSum[]
  /** Variance of ℓ from measurement and from sources that disagree: independent between candidates. */
  readonly variance: number
  /** The same with the items that were set aside, if there are any. */
  readonly disputed?: EvidenceSum
}

/** Other candidate of the observation and its share among all outcomes but the candidate. */
export interface RivalSum {
  readonly sum: EvidenceSum
  readonly share: number
}

/** Standard deviations of the log-odds towards smaller and larger values. */
export interface Spread {
  readonly below: number
  readonly above: number
}

/** Standard deviation of ℓ₀ before labels: nobody has said how many candidates are right. */
const PRIOR_SPREAD = 1.5
/** Standard deviation of ν before labels. */
const NONE_SPREAD = 1
/**
 * Standard deviations of Λ of a type before labels, as shares of Λ: towards 0 and away from it. Towards 0 it is
 * below 1/1.645, so that evidence that supports never lowers the lower bound; the sign of a type is known, its
 * strength is not.
 */
const PRESET_TOWARDS_ZERO = 0.5
const PRESET_AWAY = 0.8
/** Grows the share away from 0: presets never say more than 9 to 1, good scores of a field often do. */
const PRESET_BEYOND = 1

/**
 * Number of labels that halve what noise and disagreement add: levels fitted to values with the same noise already
 * hold what it does to λ.
 */
const LEARNED_NOISE_LABELS = 100

/**
 * Standard deviation of fitted log-odds away from 0, per squared log-odds: fits shrink towards the presets and are flat
 * beyond the outermost terms, so strong evidence is understated. Set on the development lab of the bench.
 */
const UNDERSTATED = 0.05

interface Parameters {
  readonly width: number
  readonly covariance: Float64Array
  readonly offsets: ReadonlyMap<string, number>
}

const parametersOf = new WeakMap<LearnedModel, Parameters | null>()

/** Expands the stored triangle once per model. */
function fittedParameters(model: LearnedModel): Parameters | null {
  const known = parametersOf.get(model)
  if (known !== undefined) return known
  let result: Parameters | null = null
  if (model.covariance !== undefined) {
    const offsets = new Map<string, number>()
    let width = COMMON_PARAMETERS
    for (const type of model.covariance.types) {
      offsets.set(type, width)
      width += INTERNAL_TERM_COUNT + (model.types[type]?.qualityLevels.length ?? 0)
    }
    const covariance = new Float64Array(width * width)
    let at = 0
    for (let i = 0; i < width; i += 1) {
      for (let j = 0; j <= i; j += 1) {
        const value = model.covariance.values[at] ?? 0
        covariance[i * width + j] = value
        covariance[j * width + i] = value
        at += 1
      }
    }
    result = { width, covariance, offsets }
  }
  parametersOf.set(model, result)
  return result
}

/** Derivative of logit p by the parameters of the model, and what types without fitted parameters say. */
interface Gradient {
  readonly fitted: Parameters | null
  /** By the fitted parameters; undefined before a fit. */
  readonly by: Float64Array | undefined
  /** Λ of each unfitted type, less that of the rivals. */
  readonly unfitted: ReadonlyMap<string, number>
}

/** Returns d logit p/dθ = φ − Σ_k r_k φ_k, with r_k the shares of the other outcomes among themselves. */
function gradientOf(
  own: EvidenceSum,
  rivals: readonly RivalSum[],
  noneShare: number,
  model: LearnedModel,
): Gradient {
  const fitted = fittedParameters(model)
  const unfitted = new Map<string, number>()
  const gradient = fitted === null ? undefined : new Float64Array(fitted.width)
  const add = (sum: EvidenceSum, factor: number): void => {
    for (const { type, logOdds, degrees, qualityDegrees } of sum.types) {
      const at = fitted?.offsets.get(type)
      if (at === undefined) {
        unfitted.set(type, (unfitted.get(type) ?? 0) + factor * logOdds)
        continue
      }
      for (let t = 0; t < INTERNAL_TERM_COUNT; t += 1) {
        gradient![at + t] = gradient![at + t]! + factor * degrees[t]!
        if (qualityDegrees !== undefined) {
          const q = at + INTERNAL_TERM_COUNT + t
          gradient![q] = gradient![q]! + factor * qualityDegrees[t]!
        }
      }
    }
  }
  add(own, 1)
  for (const { sum, share } of rivals) add(sum, -share)
  if (gradient !== undefined) {
    gradient[0] = noneShare
    if (rivals.length > 0) {
      gradient[1] = -noneShare
      gradient[2] = -noneShare * Math.log(rivals.length + 1)
    }
  }
  return { fitted, by: gradient, unfitted }
}

/**
 * Variances of logit p that make its bounds, on the side of smaller and of larger values. They add up to the squared
 * spread of each side.
 */
export interface SpreadParts {
  /** Noise of the candidate's values, and sources that disagree. */
  readonly own: number
  /** The same of its rivals. */
  readonly rivals: number
  /** Errors of ℓ₀, ν and the fitted levels. */
  readonly model: number
  /** Strength of types that no label has fitted. */
  readonly presets: Spread
  /** Strong evidence that a fit understates. */
  readonly understated: Spread
  /** Conflict with items that were set aside. */
  readonly setAside: Spread
}

/**
 * Returns the standard deviation of logit p = ℓ − log(e^ν + Σ e^rival) on both sides, from three parts: the model
 * (errors of prior, ν and levels, shared by all items of a type and by all candidates), the measurement and the
 * sources that disagree. Types without fitted parameters have an error in proportion to what they say.
 *
 * Items that were set aside stay in the bounds, which include those with these items: setting evidence aside does not
 * undo the conflict that it showed.
 *
 * `logOdds` is logit p. `explain` receives the parts.
 */
export function logOddsSpread(
  own: EvidenceSum,
  rivals: readonly RivalSum[],
  noneShare: number,
  model: LearnedModel,
  logOdds: number,
  explain?: (parts: SpreadParts) => void,
): Spread {
  let parts: Omit<SpreadParts, 'setAside'> | undefined
  const inUse = spreadOf(own, rivals, noneShare, model, logOdds, explain && ((found) => (parts = found)))
  const spread = own.disputed ? around(inUse) : inUse
  explain?.({
    ...parts!,
    setAside: { below: spread.below ** 2 - inUse.below ** 2, above: spread.above ** 2 - inUse.above ** 2 },
  })
  return spread

  /** Returns the spread whose bounds also include those with the items that were set aside. */
  function around({ below, above }: Spread): Spread {
    const shift = own.disputed!.logOdds - own.logOdds
    const all = spreadOf(own.disputed!, rivals, noneShare, model, logOdds + shift)
    return {
      below: Math.max(below, all.below - shift / NORMAL_95),
      above: Math.max(above, all.above + shift / NORMAL_95),
    }
  }
}

function spreadOf(
  own: EvidenceSum,
  rivals: readonly RivalSum[],
  noneShare: number,
  model: LearnedModel,
  logOdds: number,
  explain?: (parts: Omit<SpreadParts, 'setAside'>) => void,
): Spread {
  const { fitted, by, unfitted } = gradientOf(own, rivals, noneShare, model)
  let below = own.variance
  for (const { sum, share } of rivals) below += share * share * sum.variance
  const noise = below
  const learned =
    LEARNED_NOISE_LABELS / (LEARNED_NOISE_LABELS + (fitted === null ? 0 : model.calibration.labels))
  below *= learned
  const shared =
    fitted === null
      ? noneShare ** 2 * (PRIOR_SPREAD ** 2 + (rivals.length > 0 ? NONE_SPREAD ** 2 : 0))
      : quadraticForm(fitted, by!)
  below += shared
  const common = below
  let above = below
  for (const difference of unfitted.values()) {
    const towards = (PRESET_TOWARDS_ZERO * difference) ** 2
    const away = ((PRESET_AWAY + PRESET_BEYOND * Math.abs(difference)) * difference) ** 2
    below += difference > 0 ? towards : away
    above += difference > 0 ? away : towards
  }
  const understated = fitted === null ? 0 : (UNDERSTATED * logOdds * logOdds) ** 2
  const [understatedBelow, understatedAbove] = [logOdds < 0 ? understated : 0, logOdds > 0 ? understated : 0]
  const width = model.widthFactor ** 2
  explain?.({
    own: width * learned * own.variance,
    rivals: width * learned * (noise - own.variance),
    model: width * shared,
    presets: { below: width * (below - common), above: width * (above - common) },
    understated: { below: understatedBelow, above: understatedAbove },
  })
  return {
    below: Math.sqrt(width * below + understatedBelow),
    above: Math.sqrt(width * above + understatedAbove),
  }
}

/** Uncertain parameters of a model, those of unfitted types included, and their covariance. */
export interface UncertainParameters {
  readonly width: number
  readonly covariance: Float64Array
  /** Returns the derivative of logit p by the parameters. */
  gradient(own: EvidenceSum, rivals: readonly RivalSum[], noneShare: number): Float64Array
}

/**
 * Returns the parameters that labels can teach: the fitted ones with their covariance, or ℓ₀ and ν with their spread
 * before labels, and the strength of each unfitted type.
 */
export function uncertainParameters(model: LearnedModel, types: readonly string[]): UncertainParameters {
  const fitted = fittedParameters(model)
  const common = fitted?.width ?? 2
  const unfitted = types.filter((type) => !fitted?.offsets.has(type))
  const width = common + unfitted.length
  const covariance = new Float64Array(width * width)
  if (fitted === null) {
    covariance[0] = PRIOR_SPREAD ** 2
    covariance[width + 1] = NONE_SPREAD ** 2
  } else {
    for (let i = 0; i < common; i += 1)
      for (let j = 0; j < common; j += 1) covariance[i * width + j] = fitted.covariance[i * common + j]!
  }
  for (let i = common; i < width; i += 1)
    covariance[i * width + i] = ((PRESET_TOWARDS_ZERO + PRESET_AWAY) / 2) ** 2
  return {
    width,
    covariance,
    gradient(own, rivals, noneShare) {
      const found = gradientOf(own, rivals, noneShare, model)
      const result = new Float64Array(width)
      if (found.by !== undefined) result.set(found.by)
      else {
        result[0] = noneShare
        if (rivals.length > 0) result[1] = -noneShare
      }
      unfitted.forEach((type, k) => {
        result[common + k] = found.unfitted.get(type) ?? 0
      })
      return result
    },
  }
}

function quadraticForm({ width, covariance }: Parameters, gradient: Float64Array): number {
  let sum = 0
  for (let i = 0; i < width; i += 1) {
    const a = gradient[i]!
    if (a === 0) continue
    let row = 0.5 * a * covariance[i * width + i]!
    for (let j = 0; j < i; j += 1) row += gradient[j]! * covariance[i * width + j]!
    sum += 2 * a * row
  }
  return Math.max(0, sum)
}
