const MS_PER_DAY = 86_400_000

/** Returns the age in days, at least 0: evidence dated after `now` counts as new. */
export function ageDays(observedAtMs: number, nowMs: number): number {
  return Math.max(0, (nowMs - observedAtMs) / MS_PER_DAY)
}

/**
 * Returns w = 2^(−age/half-life), in [0, 1]. It is a factor of the log-likelihood ratio, so old evidence returns
 * to the prior. As a factor of a confidence it would turn old support into evidence against.
 */
export function temporalWeight(age: number, halfLifeDays: number): number {
  return 2 ** (-age / halfLifeDays)
}

/**
 * Returns v(s) = 1 − s², the factor of λ for an uncertainty s (a standard deviation on [0, 1]): 1 at s = 0, 0 at s
 * = 1. The expectation over the value already flattens λ; this removes what the shoulders leave of an item without
 * information.
 */
export function uncertaintyWeight(uncertainty: number): number {
  return Math.max(0, 1 - uncertainty * uncertainty)
}
