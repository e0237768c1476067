/**
 * Returns the mean of paired differences with its bootstrap percentile interval (95 %), deterministic for a given
 * generator. Source: Efron and Tibshirani, An Introduction to the Bootstrap, 1993, section 13.3.
 */
export function pairedInterval(
  differences: readonly number[],
  random: () => number,
  rounds = 2000,
): { mean: number; low: number; high: number } {
  const n = differences.length
  const mean = differences.reduce((sum, d) => sum + d, 0) / n
  const means = new Float64Array(rounds)
  for (let r = 0; r < rounds; r++) {
    let sum = 0
    for (let i = 0; i < n; i++) sum += differences[Math.floor(random() * n)]!
    means[r] = sum / n
  }
  means.sort()
  return { mean, low: means[Math.floor(rounds * 0.025)]!, high: means[Math.floor(rounds * 0.975)]! }
}
