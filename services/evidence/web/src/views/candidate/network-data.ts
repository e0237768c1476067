import type { components } from '@assay/evidence-client'

/** Kept evidence of a molecule as a graph. */
export type EvidenceNetwork = components['schemas']['EvidenceNetwork']

/** Most relationships in the picture; more of them hide each other. */
export const MOST_EDGES = 1500

/** Relationships that are drawn: the strongest ones. */
export const drawnEdges = ({ edges }: EvidenceNetwork): EvidenceNetwork['edges'] =>
  edges.length <= MOST_EDGES ? edges : edges.toSorted((a, b) => b.strength - a.strength).slice(0, MOST_EDGES)
