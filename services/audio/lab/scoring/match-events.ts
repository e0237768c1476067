/** Precision, recall and their harmonic mean, each 0 to 1. */
export interface MatchScore {
  readonly precision: number
  readonly recall: number
  readonly fMeasure: number
  readonly matched: number
}

/**
 * Returns the largest number of one-to-one pairs of sorted times at most `windowSeconds` apart. With one window for
 * all, taking the earliest partner first is optimal (interval scheduling), so no graph is needed; equals
 * mir_eval.util.match_events on sorted input.
 */
export function matchEvents(
  reference: readonly number[],
  estimated: readonly number[],
  windowSeconds: number,
): [referenceIndex: number, estimatedIndex: number][] {
  const pairs: [number, number][] = []
  let r = 0
  let e = 0
  while (r < reference.length && e < estimated.length) {
    const difference = estimated[e]! - reference[r]!
    // 1e-9 s: a pair exactly at the edge of the window counts, whatever the rounding.
    if (Math.abs(difference) <= windowSeconds + 1e-9) pairs.push([r++, e++])
    else if (difference < 0) e++
    else r++
  }
  return pairs
}

/**
 * Computes the F-measure of event times in seconds with a tolerance of ±`windowSeconds`, 0 to 1. Two empty lists agree
 * (1); one empty list scores 0. Source: Raffel et al., mir_eval, ISMIR 2014.
 */
export function eventScore(
  reference: readonly number[],
  estimated: readonly number[],
  windowSeconds: number,
): MatchScore {
  if (reference.length === 0 && estimated.length === 0)
    return { precision: 1, recall: 1, fMeasure: 1, matched: 0 }
  const matched = matchEvents(reference, estimated, windowSeconds).length
  const precision = estimated.length === 0 ? 0 : matched / estimated.length
  const recall = reference.length === 0 ? 0 : matched / reference.length
  const fMeasure = matched === 0 ? 0 : (2 * precision * recall) / (precision + recall)
  return { precision, recall, fMeasure, matched }
}
