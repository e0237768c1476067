/** Steps of the rhythmic grid per beat. */
const STEPS_PER_BEAT = 4
/** Bars before and after in which the same step is looked at. */
const NEIGHBOUR_BARS = [-2, -1, 1, 2]
/** How much the neighbours count; 0.3 was best of 0.3, 0.5 and 0.6 on the tuning half. */
const NEIGHBOUR_WEIGHT = 0.3
/** Evidence is cut here, so that one certain hit does not decide for its neighbours. */
const LIMIT = 5

/** Step of each time (seconds, sorted) counted from the first beat, four to a beat; beats sorted, at least two. */
export function gridSteps(times: readonly number[], beats: readonly number[]): number[] {
  let j = 0
  return times.map((time) => {
    while (j + 2 < beats.length && beats[j + 1]! <= time) j++
    const length = beats[j + 1]! - beats[j]!
    return Math.round((j + (time - beats[j]!) / length) * STEPS_PER_BEAT)
  })
}

/**
 * Evidence (log odds) of hits drawn towards what the same place of the neighbouring bars says: patterns repeat, and a
 * chord that falls where nobody drums does not. An empty step counts as evidence against.
 */
export function repeatEvidence(
  evidence: readonly number[],
  steps: readonly number[],
  beatsPerBar: number,
): number[] {
  const cut = (x: number): number => Math.max(-LIMIT, Math.min(LIMIT, x))
  const strongest = new Map<number, number>()
  for (const [i, step] of steps.entries())
    strongest.set(step, Math.max(strongest.get(step) ?? -LIMIT, cut(evidence[i]!)))
  const first = steps[0] ?? 0
  const last = steps.at(-1) ?? 0
  return evidence.map((here, i) => {
    let sum = 0
    let count = 0
    for (const bars of NEIGHBOUR_BARS) {
      const step = steps[i]! + bars * beatsPerBar * STEPS_PER_BEAT
      if (step < first || step > last) continue
      sum += strongest.get(step) ?? -LIMIT
      count++
    }
    return count === 0 ? here : (1 - NEIGHBOUR_WEIGHT) * here + (NEIGHBOUR_WEIGHT * sum) / count
  })
}

/** Below this nothing is a candidate for the split. */
const LEAST_EVIDENCE = -3
const LEAST_CANDIDATES = 12
/** Two groups are two when their means lie this many deviations apart. */
const LEAST_SEPARATION = 3
/** The split may lower the model's threshold by half a unit and raise it by one and a half. */
const MOST_LOWERED = 0.5
const MOST_RAISED = 1.5

/**
 * Threshold (log odds) for this track: the middle between the two groups its candidates fall into, where there are two,
 * kept near the model's own. A kit unlike the training kits moves all its evidence up or down; the gap stays.
 * Two-means after Lloyd 1982.
 */
export function trackThreshold(evidence: readonly number[], modelThreshold: number): number {
  const values = evidence.filter((x) => x > LEAST_EVIDENCE)
  if (values.length < LEAST_CANDIDATES) return modelThreshold
  let low = values.reduce((a, b) => Math.min(a, b))
  let high = values.reduce((a, b) => Math.max(a, b))
  let spread = 0
  for (let round = 0; round < 30; round++) {
    const middle = (low + high) / 2
    const below = values.filter((x) => x < middle)
    const above = values.filter((x) => x >= middle)
    if (below.length === 0 || above.length === 0) return modelThreshold
    low = below.reduce((sum, x) => sum + x, 0) / below.length
    high = above.reduce((sum, x) => sum + x, 0) / above.length
    const squares = values.reduce((sum, x) => sum + (x - (x < middle ? low : high)) ** 2, 0)
    spread = Math.sqrt(squares / values.length)
  }
  if ((high - low) / (spread + 1e-9) <= LEAST_SEPARATION) return modelThreshold
  return Math.max(modelThreshold - MOST_LOWERED, Math.min(modelThreshold + MOST_RAISED, (low + high) / 2))
}
