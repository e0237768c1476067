import { addSparse, type Outcome, sharesOf } from '../numerics/merged-shares.ts'
import { NORMAL_95 } from '../numerics/normal.ts'
import { fitRounds, type Trained } from './fit-parameters.ts'
import { parameterPrior, type TypeSlot } from './parameter-prior.ts'
import { choiceOf, type PreparedCandidate } from './prepared-candidates.ts'

/** Largest factor that is believed. */
const MOST_FACTOR = 2

/**
 * Learns the last factor of the bounds: the parameters are fitted to either half of the labels, and the difference of
 * the log-odds that they give is compared with what their covariances allow; the factor makes nominal 90 % bounds
 * cover 90 % of the differences, and is at least 1.
 */
export function widthFactor(
  candidates: readonly PreparedCandidate[][],
  slots: readonly TypeSlot[],
  { fit, shapes }: Trained,
): number {
  const prior = parameterPrior(slots)
  const [first, second] = [0, 1].map((half) => {
    const own = candidates.filter((_, i) => i % 2 === half)
    return fitRounds(own, slots, prior, shapes, fit.parameters, 1)
  })
  const width = fit.parameters.length
  const covariance = first!.covariance.map((x, i) => x + second!.covariance[i]!)
  const ratios: number[] = []
  for (const list of candidates) {
    const { outcomes } = choiceOf(list, fit.parameters, shapes)
    const shares = sharesOf(outcomes, fit.parameters)
    outcomes.forEach((outcome, k) => {
      if (outcome.observed === undefined) return
      const gradient = logOddsGradient(outcomes, shares, k, width)
      let difference = 0
      let variance = 0
      for (let i = 0; i < width; i += 1) {
        if (gradient[i] === 0) continue
        difference += gradient[i]! * (first!.parameters[i]! - second!.parameters[i]!)
        for (let j = 0; j < width; j += 1)
          variance += gradient[i]! * gradient[j]! * covariance[i * width + j]!
      }
      if (variance > 0) ratios.push(Math.abs(difference) / Math.sqrt(variance))
    })
  }
  ratios.sort((a, b) => a - b)
  const reached = (ratios[Math.floor(0.9 * ratios.length)] ?? NORMAL_95) / NORMAL_95
  return Math.min(MOST_FACTOR, Math.max(1, reached))
}

/** d logit p_k/dθ = x_k − Σ_j r_j x_j over the other outcomes. */
function logOddsGradient(
  outcomes: readonly Outcome[],
  shares: Float64Array,
  k: number,
  width: number,
): Float64Array {
  const gradient = new Float64Array(width)
  const others = Math.max(1e-12, 1 - shares[k]!)
  outcomes.forEach((other, j) => {
    addSparse(gradient, other, j === k ? 1 : -shares[j]! / others)
  })
  return gradient
}
