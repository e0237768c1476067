import { confidenceLevels, type Defuzzification, type SNorm, type TNorm } from './linguistic-variables.ts'
import { degree } from './membership.ts'
import { reportedTerms } from './term-sets.ts'

/** Operators of the classical fuzzy reading. */
export interface FuzzyOperations {
  readonly tNorm: TNorm
  readonly sNorm: SNorm
  readonly defuzzification: Defuzzification
}

/** Returns the fuzzy "and" of two degrees in [0, 1] (Klement, Mesiar & Pap, Triangular Norms, 2000). */
export function tNorm(kind: TNorm, a: number, b: number): number {
  switch (kind) {
    case 'minimum':
      return Math.min(a, b)
    case 'product':
      return a * b
    case 'lukasiewicz':
      return Math.max(0, a + b - 1)
  }
}

/**
 * Returns the fuzzy "or" of two degrees in [0, 1]: the De Morgan dual 1 − T(1−a, 1−b) of the t-norm at the same
 * position.
 */
export function sNorm(kind: SNorm, a: number, b: number): number {
  switch (kind) {
    case 'maximum':
      return Math.max(a, b)
    case 'probabilistic':
      return a + b - a * b
    case 'lukasiewicz':
      return Math.min(1, a + b)
  }
}

/**
 * Converts the activations of the five terms to a confidence in [0, 1].
 *
 * `centroid`: centroid of the union (maximum) of the terms clipped at their activation (Mamdani), by exact
 * integration of the piecewise linear outline. `weighted_average`: average of the centres of the terms
 * (Takagi–Sugeno). `maximum`: mean of the points where the clipped union is highest. Without any activation the
 * result is 0.5, the middle of the scale.
 */
export function defuzzify(kind: Defuzzification, activation: readonly number[]): number {
  const total = activation.reduce((a, b) => a + b, 0)
  if (total <= 0) return 0.5
  if (kind === 'weighted_average') {
    return (
      activation.reduce((sum, a, t) => sum + a * confidenceLevels[t]!.membershipFunction.parameters[1], 0) /
      total
    )
  }
  return kind === 'centroid' ? centroid(activation) : meanOfMaximum(activation)
}

const SHAPES = reportedTerms.triangular.shapes

/** Returns the height of the clipped union at x. */
function clippedUnion(activation: readonly number[], x: number): number {
  let height = 0
  for (let t = 0; t < activation.length; t += 1) {
    height = Math.max(height, Math.min(activation[t]!, degree(SHAPES[t]!, x)))
  }
  return height
}

/** Returns the points where the outline may bend: feet, peaks, clipping points and crossings of neighbouring edges. */
function breakpoints(activation: readonly number[]): number[] {
  const points = new Set<number>([0, 1])
  const edges: { from: number; to: number; x0: number; x1: number }[] = []
  confidenceLevels.forEach((level, t) => {
    const [left, center, right] = level.membershipFunction.parameters
    const a = activation[t]!
    for (const x of [left, center, right]) points.add(x)
    points.add(left + a * (center - left))
    points.add(right - a * (right - center))
    if (center > left) edges.push({ from: 0, to: 1, x0: left, x1: center })
    if (right > center) edges.push({ from: 1, to: 0, x0: center, x1: right })
  })
  for (const e of edges) {
    const slope = (e.to - e.from) / (e.x1 - e.x0)
    for (const other of edges) {
      const otherSlope = (other.to - other.from) / (other.x1 - other.x0)
      if (slope === otherSlope) continue
      const x = (other.from - otherSlope * other.x0 - (e.from - slope * e.x0)) / (slope - otherSlope)
      if (x > 0 && x < 1) points.add(x)
    }
    for (const height of activation) points.add(e.x0 + (height - e.from) / slope)
  }
  return [...points].filter((x) => x >= 0 && x <= 1).sort((a, b) => a - b)
}

function centroid(activation: readonly number[]): number {
  const points = breakpoints(activation)
  let area = 0
  let moment = 0
  for (let i = 1; i < points.length; i += 1) {
    const x0 = points[i - 1]!
    const width = points[i]! - x0
    if (width < 1e-14) continue
    // The outline is linear between bends: sample inside, away from jumps at vertical edges.
    const at1 = clippedUnion(activation, x0 + width / 3)
    const at2 = clippedUnion(activation, x0 + (2 * width) / 3)
    const middle = (at1 + at2) / 2
    const slope = ((at2 - at1) * 3) / width
    area += middle * width
    moment += middle * width * (x0 + width / 2) + (slope * width ** 3) / 12
  }
  return area > 0 ? moment / area : 0.5
}

function meanOfMaximum(activation: readonly number[]): number {
  const top = activation.reduce((a, b) => Math.max(a, b), 0)
  let length = 0
  let moment = 0
  let points = 0
  let sum = 0
  confidenceLevels.forEach((level, t) => {
    if (activation[t]! < top - 1e-12) return
    const [left, center, right] = level.membershipFunction.parameters
    const from = left + top * (center - left)
    const to = right - top * (right - center)
    length += to - from
    moment += (to - from) * ((from + to) / 2)
    points += 1
    sum += (from + to) / 2
  })
  return length > 1e-12 ? moment / length : sum / points
}

/**
 * Computes the classical fuzzy reading: per term the s-norm over all items of t-norm(weight, degree), then
 * defuzzified.
 */
export function fuzzyReading(
  items: readonly { readonly weight: number; readonly degrees: readonly number[] }[],
  operations: FuzzyOperations,
): { readonly activation: readonly number[]; readonly score: number } {
  const activation = [0, 0, 0, 0, 0]
  for (const { weight, degrees } of items) {
    for (let t = 0; t < 5; t += 1) {
      activation[t] = sNorm(
        operations.sNorm,
        activation[t]!,
        tNorm(operations.tNorm, weight, degrees[t] ?? 0),
      )
    }
  }
  return { activation, score: defuzzify(operations.defuzzification, activation) }
}
