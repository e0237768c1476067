import { normalCdf } from './normal.ts'

/** Nodes and weights of E[f(Z)] ≈ Σ weight·f(node), Z ~ N(0, 1). */
interface NormalRule {
  readonly nodes: Float64Array
  readonly weights: Float64Array
}

/**
 * Returns the n-point Gauss–Hermite rule for the standard normal density, by Newton iteration on the orthonormal
 * Hermite recurrence (Press et al., Numerical Recipes, 3rd ed., §4.6.1), scaled from e^(−x²) to φ.
 */
function gaussHermite(n: number): NormalRule {
  const nodes = new Float64Array(n)
  const weights = new Float64Array(n)
  const half = Math.floor((n + 1) / 2)
  let z = 0
  for (let i = 0; i < half; i += 1) {
    if (i === 0) z = Math.sqrt(2 * n + 1) - 1.85575 * (2 * n + 1) ** -0.16667
    else if (i === 1) z -= (1.14 * n ** 0.426) / z
    else if (i === 2) z = 1.86 * z - 0.86 * (nodes[0]! / -Math.SQRT2)
    else if (i === 3) z = 1.91 * z - 0.91 * (nodes[1]! / -Math.SQRT2)
    else z = 2 * z - nodes[i - 2]! / -Math.SQRT2
    let derivative = 1
    for (let iteration = 0; iteration < 100; iteration += 1) {
      let p1 = Math.PI ** -0.25
      let p2 = 0
      for (let j = 0; j < n; j += 1) {
        const p3 = p2
        p2 = p1
        p1 = z * Math.sqrt(2 / (j + 1)) * p2 - Math.sqrt(j / (j + 1)) * p3
      }
      derivative = Math.sqrt(2 * n) * p2
      const step = p1 / derivative
      z -= step
      if (Math.abs(step) < 1e-15) break
    }
    nodes[i] = -z * Math.SQRT2
    nodes[n - 1 - i] = z * Math.SQRT2
    weights[i] = 2 / (derivative * derivative) / Math.sqrt(Math.PI)
    weights[n - 1 - i] = weights[i]!
  }
  return { nodes, weights }
}

const RULE_32 = gaussHermite(32)

function logistic(x: number): number {
  return x >= 0 ? 1 / (1 + Math.exp(-x)) : Math.exp(x) / (1 + Math.exp(x))
}

/**
 * Returns E[σ(Z)] for Z ~ N(mean, sd²), in (0, 1), to 1e-10.
 *
 * Gauss–Hermite (32 points) for sd ≤ 1.2, where the poles of the logistic at ±iπ limit its error to about
 * exp(−35/sd). For larger sd the poles are too close, so it integrates by parts, E[σ(Z)] = ∫ σ′(y) Φ((mean −
 * y)/sd) dy, where the trapezoidal rule converges like exp(−2π²/h) (Trefethen & Weideman, SIAM Review 56 (2014)
 * 385–458).
 */
export function expectedLogistic(mean: number, sd: number): number {
  if (sd < 1e-12) return logistic(mean)
  if (sd <= 1.2) {
    let sum = 0
    for (let i = 0; i < 32; i += 1) sum += RULE_32.weights[i]! * logistic(mean + sd * RULE_32.nodes[i]!)
    return sum
  }
  const h = 0.5
  let sum = 0
  for (let j = -60; j <= 60; j += 1) {
    const y = j * h
    const s = logistic(y)
    sum += s * (1 - s) * normalCdf((mean - y) / sd)
  }
  return sum * h
}
