import type { UncertainParameters } from '../inference/bounds.ts'

/** Pair that a curator may label. */
export interface LabelChance {
  /** Probability that the label says correct. */
  readonly probability: number
  /** Derivative of logit p by the uncertain parameters. */
  readonly gradient: Float64Array
}

/** Pair that was chosen, and the bits that its label is expected to tell about the parameters. */
export interface ChosenLabel {
  readonly index: number
  readonly bits: number
}

/**
 * Chooses the pairs whose labels are expected to tell most about the parameters θ of the model, in this order. A label
 * of a pair with probability p has the expected information ½·log₂(1 + p(1−p)·φᵀSφ), with φ the derivative of logit p
 * and S the covariance of θ (MacKay, Information-based objective functions for active data selection, Neural
 * Computation 4 (1992) 590–604). After each choice S shrinks as that label would shrink it, so that the next one asks
 * something else.
 */
export function mostInformative(
  chances: readonly LabelChance[],
  { width, covariance }: Pick<UncertainParameters, 'width' | 'covariance'>,
  count: number,
): ChosenLabel[] {
  const s = Float64Array.from(covariance)
  const open = new Set(chances.keys())
  const chosen: ChosenLabel[] = []
  const product = new Float64Array(width)
  const spreadOf = (gradient: Float64Array): number => {
    let sum = 0
    for (let i = 0; i < width; i += 1) {
      const a = gradient[i]!
      if (a === 0) continue
      for (let j = 0; j < width; j += 1) sum += a * s[i * width + j]! * gradient[j]!
    }
    return Math.max(0, sum)
  }
  while (chosen.length < count && open.size > 0) {
    let best = -1
    let most = -1
    for (const index of open) {
      const { probability, gradient } = chances[index]!
      const gain = probability * (1 - probability) * spreadOf(gradient)
      if (gain > most) {
        most = gain
        best = index
      }
    }
    open.delete(best)
    chosen.push({ index: best, bits: 0.5 * Math.log2(1 + most) })
    shrink(s, width, chances[best]!, product)
  }
  return chosen
}

/** Updates S as one label does: S − w·(Sφ)(Sφ)ᵀ/(1 + w·φᵀSφ), w = p(1−p). */
function shrink(
  s: Float64Array,
  width: number,
  { probability, gradient }: LabelChance,
  product: Float64Array,
): void {
  let quadratic = 0
  for (let i = 0; i < width; i += 1) {
    let sum = 0
    for (let j = 0; j < width; j += 1) sum += s[i * width + j]! * gradient[j]!
    product[i] = sum
    quadratic += sum * gradient[i]!
  }
  const weight = probability * (1 - probability)
  const factor = weight / (1 + weight * quadratic)
  for (let i = 0; i < width; i += 1)
    for (let j = 0; j < width; j += 1)
      s[i * width + j] = s[i * width + j]! - factor * product[i]! * product[j]!
}
