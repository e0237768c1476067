import {
  expectedDegrees,
  type Granularity,
  INTERNAL_TERM_COUNT,
  internalTerms,
  type TermSet,
} from '../fuzzy/term-sets.ts'
import { readValue, type TypeReading } from '../fuzzy/type-reading.ts'
import { uncertaintyWeight } from './decay.ts'
import { type LearnedModel, type TypeParameters, typeParameters } from './learned-model.ts'
import { statedLogOdds, type TypeKind, typePreset } from './type-kinds.ts'

/** Parameters to read items of one type. Created once per request. */
export interface TypeModel {
  readonly parameters: TypeParameters
  readonly kind: TypeKind
  readonly reading: TypeReading
  readonly terms: TermSet
  /** Every how many of the nine centres a term stands: 1, 2 or 4. */
  readonly stride: number
  /** ℓ₀ that a stated probability already holds; 0 once levels were fitted, which then hold it. */
  readonly statedPrior: number
}

/** Creates the reader of one evidence type from a model. */
export function typeModel(
  model: LearnedModel,
  type: string,
  reading: TypeReading,
  granularity: Granularity = 9,
  priorLogOdds = model.priorLogOdds,
): TypeModel {
  return {
    parameters: typeParameters(model, type),
    kind: typePreset(type).kind,
    reading,
    terms: internalTerms[reading.family][granularity],
    stride: (INTERNAL_TERM_COUNT - 1) / (granularity - 1),
    statedPrior: Object.hasOwn(model.types, type) ? 0 : priorLogOdds,
  }
}

/** λ of one item, after v(s) but before decay and type weight. */
export interface ItemEvidence {
  readonly lambda: number
  /** v²·(dλ/dm)²·s², at most (0.4·λ)²: variance of λ from the noise of the value. */
  readonly variance: number
  /** dλ/d(levels): v(s)·E[μ_t(X)], normalised; at the nine centres. */
  readonly degrees: Float64Array
  /** dλ/d(quality levels); undefined without quality. */
  readonly qualityDegrees: Float64Array | undefined
}

const scratch = new Float64Array(INTERNAL_TERM_COUNT)
const slopes = new Float64Array(INTERNAL_TERM_COUNT)
const SILENT: ItemEvidence = {
  lambda: 0,
  variance: 0,
  degrees: new Float64Array(INTERNAL_TERM_COUNT),
  qualityDegrees: undefined,
}
/** Largest noise of λ as a share of λ: an item that says little cannot be wrong by much. */
const MOST_NOISE = 0.4

const QUALITY_TERMS = internalTerms.triangular[9]

/**
 * Returns v(s)·(Σ_t E[μ_t(X)]·level_t + quality), X ~ N(m, s²): λ interpolates the levels of its type, without steps
 * between the terms. Values that are probabilities by definition enter as logit(p) − ℓ₀, to which fitted levels add.
 * An item with uncertainty 1 gives exactly 0.
 */
export function itemEvidence(
  type: TypeModel,
  value: number,
  uncertainty: number,
  quality: number | undefined,
): ItemEvidence {
  const v = uncertaintyWeight(uncertainty)
  if (v === 0) return SILENT
  const read = readValue(type.reading, value, uncertainty)
  const s = read.uncertainty
  const { levels, qualityLevels } = type.parameters
  expectedDegrees(type.terms, read.value, s, scratch, slopes)
  const degrees = new Float64Array(INTERNAL_TERM_COUNT)
  const n = type.terms.centers.length
  let sum = 0
  let slopeSum = 0
  for (let t = 0; t < n; t += 1) {
    sum += scratch[t]!
    slopeSum += slopes[t]!
  }
  let lambda = 0
  let slope = 0
  for (let t = 0; t < n; t += 1) {
    const level = levels[t * type.stride]!
    const degree = sum > 1e-200 ? scratch[t]! / sum : 1 / n
    degrees[t * type.stride] = v * degree
    lambda += degree * level
    slope += ((slopes[t]! - degree * slopeSum) / Math.max(sum, 1e-200)) * level
  }
  const stated = statedLogOdds(type.kind, read.value)
  if (stated !== undefined) {
    // Mean and half-difference of the two sigma points, which stay finite at the ends.
    const low = statedLogOdds(type.kind, read.value - s)!
    const high = statedLogOdds(type.kind, read.value + s)!
    lambda += (low + high) / 2 - type.statedPrior
    if (s > 1e-12) slope += (high - low) / (2 * s)
  }
  let qualityDegrees: Float64Array | undefined
  if (quality !== undefined && qualityLevels.length > 0) {
    qualityDegrees = new Float64Array(INTERNAL_TERM_COUNT)
    expectedDegrees(QUALITY_TERMS, quality, 0, qualityDegrees)
    for (let t = 0; t < INTERNAL_TERM_COUNT; t += 1) {
      lambda += qualityDegrees[t]! * qualityLevels[t]!
      qualityDegrees[t] = v * qualityDegrees[t]!
    }
  }
  const noise = v * Math.min(Math.abs(slope) * s, MOST_NOISE * Math.abs(lambda))
  return { lambda: v * lambda, variance: noise * noise, degrees, qualityDegrees }
}
