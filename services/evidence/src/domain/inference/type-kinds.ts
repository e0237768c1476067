import { internalTerms } from '../fuzzy/term-sets.ts'

/**
 * How values of an evidence type enter the posterior.
 *
 * - `similarity`: a score in [0, 1], more is better; its likelihood table is a preset until labels are learned.
 * - `probability`: the value is a probability p that the candidate is right; it enters as logit(p) less the prior.
 * - `error`: the value is a posterior error probability; it enters as the probability 1 − value.
 * - `false_discovery_rate`: the value is a q-value. The error of the item itself is taken as 2q: q is the mean error
 *   of all that are at least as good, which is half of the last one's when errors grow evenly from 0.
 * - `unknown`: a similarity that nobody has calibrated; it speaks at most 1.5 to 1 until labels are learned.
 */
export type TypeKind = 'similarity' | 'probability' | 'error' | 'false_discovery_rate' | 'unknown'

/** Preset of a type: its kind and, for similarities, the odds that a value of 1 speaks before labels. */
interface TypePreset {
  readonly kind: TypeKind
  /** Odds for a value of 1, and against for a value of 0. */
  readonly endOdds: number
}

const similarity = (endOdds: number): TypePreset => ({ kind: 'similarity', endOdds })

/** Odds that a type without a preset speaks at most. */
const UNKNOWN_END_ODDS = 1.5

const UNKNOWN: TypePreset = { kind: 'unknown', endOdds: UNKNOWN_END_ODDS }

/** Evidence types with a preset, by normalised name. */
const PRESETS: Readonly<Record<string, TypePreset>> = {
  spectral_match: similarity(9),
  sequence_similarity: similarity(9),
  pathway_membership: similarity(9),
  protein_interaction: similarity(9),
  fragmentation_match: similarity(4),
  insilico_match: similarity(4),
  learned_similarity: similarity(4),
  structure_score: similarity(4),
  annotation_score: similarity(3),
  denovo_score: similarity(3),
  mass_accuracy: similarity(3),
  retention_time: similarity(3),
  collision_cross_section: similarity(3),
  isotope_pattern: similarity(3),
  formula_score: similarity(3),
  class_consistency: similarity(2),
  taxonomic_proximity: similarity(2),
  identification_probability: { kind: 'probability', endOdds: 1 },
  identification_error: { kind: 'error', endOdds: 1 },
  identification_q_value: { kind: 'false_discovery_rate', endOdds: 1 },
  // Confidence of SIRIUS looks like a probability, but its authors say that it is none.
  structure_confidence: similarity(3),
  // The candidate is the formula or the class itself (see `domain/scores`).
  formula_probability: { kind: 'probability', endOdds: 1 },
  class_probability: { kind: 'probability', endOdds: 1 },
}

/** Returns the preset of a type; types without one are `unknown`. */
export function typePreset(type: string): TypePreset {
  return Object.hasOwn(PRESETS, type) ? PRESETS[type]! : UNKNOWN
}

/** Returns λ at the centres of the nine internal terms before labels: it rises evenly from −ln(odds) to ln(odds). */
export function presetLevels(type: string): number[] {
  const end = Math.log(typePreset(type).endOdds)
  return internalTerms.triangular[9].centers.map((c) => end * (2 * c - 1))
}

/** Largest probability that a probability or error statistic may state: beyond it no tool is calibrated. */
const MOST_CERTAIN = 0.999

/** Returns the log-odds that a value of a probability kind states by its definition; undefined for similarities. */
export function statedLogOdds(kind: TypeKind, value: number): number | undefined {
  const p =
    kind === 'probability'
      ? value
      : kind === 'error'
        ? 1 - value
        : kind === 'false_discovery_rate'
          ? 1 - 2 * value
          : undefined
  if (p === undefined) return undefined
  const kept = Math.min(MOST_CERTAIN, Math.max(1 - MOST_CERTAIN, p))
  return Math.log(kept / (1 - kept))
}
