import { INTERNAL_TERM_COUNT } from '../fuzzy/term-sets.ts'
import { COMMON_PARAMETERS } from '../inference/learned-model.ts'
import { presetLevels } from '../inference/type-kinds.ts'
import { cholesky, choleskyInverse } from '../numerics/linear-algebra.ts'
import type { GaussianPrior } from '../numerics/merged-shares.ts'

/** Parameters of one type in the vector of all. */
export interface TypeSlot {
  readonly type: string
  readonly at: number
  readonly hasQuality: boolean
  readonly intercept: number
}

/** Standard deviations of the prior: ℓ₀, ν, its slope; then level, slope and bends of a type's λ. */
const PRIOR = {
  priorLogOdds: 1.5,
  none: 1,
  noneByLogCount: 0.7,
  noneByLogCountMean: 0.5,
  level: 0.8,
  slope: 2,
  bend: 0.6,
  bendLength: 0.6,
  own: 0.15,
  quality: 0.2,
} as const

/** Covariance of the deviation of nine levels from the preset: level + slope + a smooth curve. */
function levelCovariance(scale: number): Float64Array {
  const n = INTERNAL_TERM_COUNT
  const out = new Float64Array(n * n)
  for (let i = 0; i < n; i += 1) {
    for (let j = 0; j < n; j += 1) {
      // Position on the arcsine scale, on which the terms are equally far apart.
      const a = (2 * i) / (n - 1) - 1
      const b = (2 * j) / (n - 1) - 1
      const smooth = PRIOR.bend ** 2 * Math.exp(-((a - b) ** 2) / (2 * PRIOR.bendLength ** 2))
      out[i * n + j] =
        scale ** 2 * (PRIOR.level ** 2 + PRIOR.slope ** 2 * a * b + smooth + (i === j ? PRIOR.own ** 2 : 0))
    }
  }
  return out
}

function inverse(matrix: Float64Array, n: number): Float64Array {
  const factor = cholesky(matrix, n)
  if (factor === undefined) throw new Error('The prior covariance is not positive definite.')
  return choleskyInverse(factor, n)
}

/** Lays out the parameters: ℓ₀, ν, slope of ν, then nine levels (and nine of quality) per type. */
export function layOut(types: readonly string[], withQuality: ReadonlySet<string>): TypeSlot[] {
  let at = COMMON_PARAMETERS
  const slots = types.map((type) => {
    const slot = { type, at, hasQuality: withQuality.has(type) }
    at += INTERNAL_TERM_COUNT * (slot.hasQuality ? 2 : 1)
    return slot
  })
  return slots.map((slot, i) => ({ ...slot, intercept: at + i }))
}

/** Returns the prior of all parameters: presets as mean, deviations that are smooth in the value. */
export function parameterPrior(slots: readonly TypeSlot[]): GaussianPrior {
  const n = INTERNAL_TERM_COUNT
  const width = slots.reduce((sum, s) => sum + n * (s.hasQuality ? 2 : 1), COMMON_PARAMETERS) + slots.length
  const mean = new Float64Array(width)
  const precision = new Float64Array(width * width)
  mean[2] = PRIOR.noneByLogCountMean
  const common = [PRIOR.priorLogOdds, PRIOR.none, PRIOR.noneByLogCount]
  common.forEach((sd, i) => {
    precision[i * width + i] = 1 / sd ** 2
  })
  const levels = inverse(levelCovariance(1), n)
  const quality = inverse(levelCovariance(PRIOR.quality), n)
  for (const { type, at, hasQuality, intercept } of slots) {
    precision[intercept * width + intercept] = 0.1
    mean.set(presetLevels(type), at)
    for (let i = 0; i < n; i += 1) {
      for (let j = 0; j < n; j += 1) {
        precision[(at + i) * width + at + j] = levels[i * n + j]!
        if (hasQuality) precision[(at + n + i) * width + at + n + j] = quality[i * n + j]!
      }
    }
  }
  return { mean, precision }
}
