/** A key: pitch class 0 to 11 with C = 0, and its mode. */
export interface ScoredKey {
  readonly tonic: number
  readonly mode: 'major' | 'minor'
}

/**
 * Computes the MIREX weighted key score: 1 same, 0.5 a fifth above in the same mode, 0.3 relative, 0.2 parallel, else
 * 0. Source: MIREX audio key detection; mir_eval.key.weighted_score.
 */
export function keyScore(reference: ScoredKey, estimated: ScoredKey): number {
  const distance = (estimated.tonic - reference.tonic + 12) % 12
  if (estimated.mode === reference.mode) {
    if (distance === 0) return 1
    return distance === 7 ? 0.5 : 0
  }
  if (distance === 0) return 0.2
  return distance === (reference.mode === 'major' ? 9 : 3) ? 0.3 : 0
}
