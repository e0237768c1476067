const MS_PER_DAY = 86_400_000

/** Age in days, not negative: evidence dated after `now` counts as new. */
export function ageDays(observedAtMs: number, nowMs: number): number {
  return Math.max(0, (nowMs - observedAtMs) / MS_PER_DAY)
}

/**
 * w = 2^(−age/half-life), in [0, 1]. It multiplies the log-likelihood ratio, so old evidence returns to the prior;
 * multiplying a confidence would turn stale support into evidence against.
 */
export function temporalWeight(age: number, halfLifeDays: number): number {
  return 2 ** (-age / halfLifeDays)
}

/**
 * v(s) = 1 − s²: what an item of uncertainty s (a standard deviation on [0, 1]) may still say; 1 at 0, 0 at 1.
 * The expectation over the value already flattens λ; this takes away what the shoulders leave of a shapeless item.
 */
export function uncertaintyWeight(uncertainty: number): number {
  return Math.max(0, 1 - uncertainty * uncertainty)
}
