/** Returns σ(ℓ) = 1/(1 + e^(−ℓ)), in [0, 1], without overflow. */
export function sigmoid(logOdds: number): number {
  if (logOdds >= 0) return 1 / (1 + Math.exp(-logOdds))
  const e = Math.exp(logOdds)
  return e / (1 + e)
}

/** Returns log(1 + e^x), without overflow. */
export function softplus(x: number): number {
  return x > 0 ? x + Math.log1p(Math.exp(-x)) : Math.log1p(Math.exp(x))
}

/** Returns log(p/(1 − p)) of a probability; infinite for 0 and 1. */
export function logit(probability: number): number {
  return Math.log(probability) - Math.log1p(-probability)
}
