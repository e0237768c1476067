import type { Posterior } from './posterior.ts'

/**
 * Returns (score − base)·Λ_i/ΣΛ per item: Aumann–Shapley shares (Values of Non-Atomic Games, 1974) along the
 * straight path from base to score in log-odds. They sum to score − base; if ΣΛ is 0, all are 0.
 */
export function contributions(result: Posterior): Float64Array {
  const total = result.items.reduce((sum, x) => sum + x.share, 0)
  const way = result.score - result.baseScore
  if (Math.abs(total) < 1e-12) return new Float64Array(result.items.length)
  return Float64Array.from(result.items, (x) => (way * x.share) / total)
}
