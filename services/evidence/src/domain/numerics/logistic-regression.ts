import { cholesky, choleskySolve } from './linear-algebra.ts'
import { sigmoid, softplus } from './logistic.ts'

/**
 * Gaussian prior of a coefficient: mean and precision (0 = flat). `nonNegative` restricts it to values of at least
 * 0.
 */
export interface CoefficientPrior {
  readonly mean: number
  readonly precision: number
  readonly nonNegative: boolean
}

/** Result of a fit. */
export interface LogisticFit {
  readonly coefficients: Float64Array
  /** Penalised negative log-likelihood at the solution. */
  readonly loss: number
}

/**
 * Fits maximum a posteriori logistic regression with an offset, by damped Newton steps. Non-negative coefficients
 * stay at 0 while their gradient points outward (projected Newton: Bertsekas, SIAM J. Control 20 (1982) 221–246).
 * `features` is row-major, rows × width.
 */
export function fitLogistic(
  features: Float64Array,
  labels: Float64Array,
  priors: readonly CoefficientPrior[],
  offset?: Float64Array,
  start?: ArrayLike<number>,
): LogisticFit {
  const width = priors.length
  const rows = labels.length
  let beta = Float64Array.from(start ?? priors.map((p) => p.mean))
  let loss = penalisedLoss(features, labels, priors, offset, beta)
  for (let iteration = 0; iteration < 60; iteration += 1) {
    const gradient = new Float64Array(width)
    const hessian = new Float64Array(width * width)
    for (let r = 0; r < rows; r += 1) {
      let eta = offset?.[r] ?? 0
      for (let j = 0; j < width; j += 1) eta += features[r * width + j]! * beta[j]!
      const p = sigmoid(eta)
      const error = p - labels[r]!
      const weight = p * (1 - p)
      for (let j = 0; j < width; j += 1) {
        const x = features[r * width + j]!
        if (x === 0) continue
        gradient[j] = gradient[j]! + error * x
        for (let k = 0; k <= j; k += 1) {
          hessian[j * width + k] = hessian[j * width + k]! + weight * x * features[r * width + k]!
        }
      }
    }
    for (let j = 0; j < width; j += 1) {
      const prior = priors[j]!
      gradient[j] = gradient[j]! + prior.precision * (beta[j]! - prior.mean)
      hessian[j * width + j] = hessian[j * width + j]! + prior.precision + 1e-9
      for (let k = 0; k < j; k += 1) hessian[k * width + j] = hessian[j * width + k]!
    }
    for (let j = 0; j < width; j += 1) {
      if (!(priors[j]!.nonNegative && beta[j]! <= 0 && gradient[j]! > 0)) continue
      for (let k = 0; k < width; k += 1) {
        hessian[j * width + k] = 0
        hessian[k * width + j] = 0
      }
      hessian[j * width + j] = 1
      gradient[j] = 0
    }
    const factor = cholesky(hessian, width)
    if (factor === undefined) break
    const step = choleskySolve(factor, width, gradient)
    let improved = false
    for (let scale = 1; scale > 1e-4; scale /= 2) {
      const next = beta.map((b, j) => {
        const value = b - scale * step[j]!
        return priors[j]!.nonNegative ? Math.max(0, value) : value
      })
      const nextLoss = penalisedLoss(features, labels, priors, offset, next)
      if (nextLoss < loss) {
        improved = loss - nextLoss > 1e-9 * (1 + Math.abs(loss))
        beta = next
        loss = nextLoss
        break
      }
    }
    if (!improved) break
  }
  return { coefficients: beta, loss }
}

function penalisedLoss(
  features: Float64Array,
  labels: Float64Array,
  priors: readonly CoefficientPrior[],
  offset: Float64Array | undefined,
  beta: Float64Array,
): number {
  const width = priors.length
  let loss = 0
  for (let r = 0; r < labels.length; r += 1) {
    let eta = offset?.[r] ?? 0
    for (let j = 0; j < width; j += 1) eta += features[r * width + j]! * beta[j]!
    loss += softplus(eta) - labels[r]! * eta
  }
  for (let j = 0; j < width; j += 1) {
    loss += 0.5 * priors[j]!.precision * (beta[j]! - priors[j]!.mean) ** 2
  }
  return loss
}
