import type { EvidenceItem } from '../evidence/evidence-item.ts'

/** Evidence about one candidate, with a curated label if it has one. */
export interface LabelledObservation {
  /** Whether the pair is right; absent for a rival that nobody has labelled. */
  readonly label?: boolean
  readonly items: readonly EvidenceItem[]
  /** Candidates with the same id are rivals for the same measured signal. */
  readonly observationId?: string
}
