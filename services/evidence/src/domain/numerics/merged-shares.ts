import { cholesky, choleskyInverse, choleskySolve } from './linear-algebra.ts'

/** Sparse features of one outcome. */
export interface Outcome {
  readonly at: Int32Array
  readonly values: Float64Array
  /** Number added to its linear predictor, which no parameter changes. */
  readonly offset: number
  /** 1: observed; 0: known not to be; undefined: not known. */
  readonly observed: boolean | undefined
}

/** Exclusive outcomes of one observation, of which exactly one is true. */
export interface Choice {
  readonly outcomes: readonly Outcome[]
  /** Factor of its log-likelihood. */
  readonly weight: number
}

/** Gaussian prior of all parameters together. */
export interface GaussianPrior {
  readonly mean: Float64Array
  /** Inverse covariance, row-major. */
  readonly precision: Float64Array
}

/** Result of a fit. */
export interface SharesFit {
  readonly parameters: Float64Array
  /** Penalised negative log-likelihood. */
  readonly loss: number
  /** Inverse of Fisher information and prior precision: covariance of the parameters (Laplace). */
  readonly covariance: Float64Array
}

/**
 * Fits p_k ∝ e^(x_k·θ) over the outcomes of each choice, where some outcomes are labelled and the rest are merged
 * into one: log p of the right one, or log of the merged rest when every label says wrong. Fisher scoring with step
 * halving; concave when all outcomes are labelled (McFadden, Frontiers in Econometrics (1974) 105–142).
 */
export function fitShares(
  choices: readonly Choice[],
  prior: GaussianPrior,
  start?: Float64Array,
  iterations = 30,
): SharesFit {
  const width = prior.mean.length
  let theta = Float64Array.from(start ?? prior.mean)
  const gradient = new Float64Array(width)
  const information = new Float64Array(width * width)
  let loss = evaluate(choices, prior, theta, gradient, information)
  for (let iteration = 0; iteration < iterations; iteration += 1) {
    const factor = cholesky(information, width)
    if (factor === undefined) break
    const step = choleskySolve(factor, width, gradient)
    let next = theta
    let nextLoss = loss
    for (let scale = 1; scale > 1e-3; scale /= 2) {
      next = theta.map((x, i) => x + scale * step[i]!)
      nextLoss = evaluate(choices, prior, next)
      if (nextLoss < loss) break
    }
    if (!(nextLoss < loss)) break
    const gain = loss - nextLoss
    theta = next
    loss = evaluate(choices, prior, theta, gradient, information)
    if (gain < 1e-4) break
  }
  const factor = cholesky(information, width)
  if (factor === undefined) throw new Error('The information matrix is not positive definite.')
  return { parameters: theta, loss, covariance: choleskyInverse(factor, width) }
}

/** Returns the penalised loss at θ; writes the negative gradient and the information if asked to. */
function evaluate(
  choices: readonly Choice[],
  prior: GaussianPrior,
  theta: Float64Array,
  gradient?: Float64Array,
  information?: Float64Array,
): number {
  const width = theta.length
  let loss = 0
  gradient?.fill(0)
  information?.fill(0)
  for (const choice of choices) {
    const { outcomes, weight } = choice
    const shares = sharesOf(outcomes, theta)
    let restShare = 0
    let right = 0
    for (let k = 0; k < outcomes.length; k += 1) {
      const { observed } = outcomes[k]!
      if (observed === undefined) restShare += shares[k]!
      else if (observed) {
        loss -= weight * Math.log(Math.max(1e-300, shares[k]!))
        right += 1
      }
    }
    if (right === 0) loss -= weight * Math.log(Math.max(1e-300, restShare))
    if (gradient === undefined || information === undefined) continue
    addInformation(choice, shares, restShare, right, gradient, information)
  }
  for (let i = 0; i < width; i += 1) {
    let pull = 0
    for (let j = 0; j < width; j += 1) {
      const precision = prior.precision[i * width + j]!
      pull += precision * (theta[j]! - prior.mean[j]!)
    }
    loss += 0.5 * pull * (theta[i]! - prior.mean[i]!)
    if (gradient === undefined || information === undefined) continue
    gradient[i] = gradient[i]! - pull
    for (let j = 0; j <= i; j += 1) {
      information[i * width + j] = information[i * width + j]! + prior.precision[i * width + j]!
      information[j * width + i] = information[i * width + j]!
    }
  }
  return loss
}

/** Adds the score of one choice to the gradient and its Fisher information, over labelled outcomes and the rest. */
function addInformation(
  { outcomes, weight }: Choice,
  shares: Float64Array,
  restShare: number,
  right: number,
  gradient: Float64Array,
  information: Float64Array,
): void {
  const width = gradient.length
  const rest = new Float64Array(width)
  for (let k = 0; k < outcomes.length; k += 1) {
    const outcome = outcomes[k]!
    if (outcome.observed === undefined && restShare > 0) addSparse(rest, outcome, shares[k]! / restShare)
  }
  const labelled = outcomes.flatMap((outcome, k) =>
    outcome.observed === undefined ? [] : [{ outcome, p: shares[k]! }],
  )
  if (labelled.length === 1) {
    // Two outcomes: p(1 − p) times the outer product of their difference.
    const { outcome, p } = labelled[0]!
    for (let i = 0; i < width; i += 1) rest[i] = -rest[i]!
    addSparse(rest, outcome, 1)
    const error = weight * ((outcome.observed ? 1 : 0) - p)
    for (let i = 0; i < width; i += 1) gradient[i] = gradient[i]! + error * rest[i]!
    addOuter(information, rest, weight * p * (1 - p))
    return
  }
  const mean = rest.map((x) => restShare * x)
  for (const { outcome, p } of labelled) addSparse(mean, outcome, p)
  const times = Math.max(1, right)
  const addDifference = (difference: Float64Array, p: number, observed: boolean): void => {
    for (let i = 0; i < width; i += 1) difference[i] = difference[i]! - mean[i]!
    if (observed) for (let i = 0; i < width; i += 1) gradient[i] = gradient[i]! + weight * difference[i]!
    addOuter(information, difference, weight * times * p)
  }
  for (const { outcome, p } of labelled) {
    const difference = new Float64Array(width)
    addSparse(difference, outcome, 1)
    addDifference(difference, p, outcome.observed === true)
  }
  if (restShare > 0) addDifference(rest, restShare, right === 0)
}

/** Returns the probability of each outcome. */
export function sharesOf(outcomes: readonly Outcome[], theta: Float64Array): Float64Array {
  const shares = new Float64Array(outcomes.length)
  let top = Number.NEGATIVE_INFINITY
  for (let k = 0; k < outcomes.length; k += 1) {
    const { at, values, offset } = outcomes[k]!
    let sum = offset
    for (let i = 0; i < at.length; i += 1) sum += values[i]! * theta[at[i]!]!
    shares[k] = sum
    top = Math.max(top, sum)
  }
  let total = 0
  for (let k = 0; k < shares.length; k += 1) {
    shares[k] = Math.exp(shares[k]! - top)
    total += shares[k]!
  }
  for (let k = 0; k < shares.length; k += 1) shares[k] = shares[k]! / total
  return shares
}

/** Adds a multiple of sparse features to a vector. */
export function addSparse(into: Float64Array, { at, values }: Outcome, factor: number): void {
  for (let i = 0; i < at.length; i += 1) into[at[i]!] = into[at[i]!]! + factor * values[i]!
}

function addOuter(into: Float64Array, x: Float64Array, factor: number): void {
  const width = x.length
  for (let i = 0; i < width; i += 1) {
    const a = factor * x[i]!
    if (a === 0) continue
    for (let j = 0; j <= i; j += 1) into[i * width + j] = into[i * width + j]! + a * x[j]!
  }
}
