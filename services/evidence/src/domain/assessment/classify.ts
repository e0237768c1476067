/** Molecule of a batch with its posterior probability. */
export interface Candidate {
  readonly moleculeId: string
  readonly probability: number
  readonly bounds: readonly [number, number]
  readonly evidenceCount: number
}

interface Classified extends Candidate {
  readonly classification: 'accepted' | 'rejected'
  /** Expected share of false molecules among all that score at least as high, in [0, 1]. */
  readonly qValue: number
}

/** Accepted and rejected molecules of a batch. */
export interface BatchClassification {
  readonly molecules: readonly Classified[]
  /** Mean of 1 − p over the accepted molecules, in [0, 1]; 0 when none is accepted. */
  readonly expectedFalseDiscoveryRate: number
}

/** Smallest probability of an accepted molecule. */
export const DEFAULT_CONFIDENCE_THRESHOLD = 0.5

/**
 * Accepts molecules whose probability reaches the threshold and gives each a Bayesian q-value: the mean of 1 − p
 * over all that are at least as probable (Storey, Annals of Statistics 31 (2003) 2013–2035; Newton et al.,
 * Biostatistics 5 (2004) 155–176). Equal probabilities have equal q-values, and the q-value never falls as the
 * probability falls. Keeps the order of the molecules.
 */
export function classifyBatch(
  candidates: readonly Candidate[],
  threshold = DEFAULT_CONFIDENCE_THRESHOLD,
): BatchClassification {
  const sorted = candidates.toSorted((a, b) => b.probability - a.probability)
  const qValues = new Map<number, number>()
  let errors = 0
  sorted.forEach((candidate, i) => {
    errors += 1 - candidate.probability
    // The last of equal probabilities overwrites the earlier ones.
    qValues.set(candidate.probability, errors / (i + 1))
  })
  const molecules = candidates.map(
    (candidate): Classified => ({
      ...candidate,
      classification: candidate.probability >= threshold ? 'accepted' : 'rejected',
      qValue: qValues.get(candidate.probability)!,
    }),
  )
  const accepted = molecules.filter((m) => m.classification === 'accepted')
  const expected = accepted.reduce((sum, m) => sum + 1 - m.probability, 0)
  return { molecules, expectedFalseDiscoveryRate: accepted.length === 0 ? 0 : expected / accepted.length }
}
