/** What a type of evidence can show about an identification. */
export type LevelKind =
  | 'reference_standard'
  | 'library_spectrum'
  | 'retention'
  | 'diagnostic'
  | 'structure'
  | 'class'
  | 'formula'
  | 'mass'
  | 'protein'

/** Kinds of the evidence types that say something about a level. Types that are not listed (biology, counts) do not. */
const KINDS: Readonly<Record<string, LevelKind>> = {
  reference_standard: 'reference_standard',
  // Measured spectrum against a measured one.
  spectral_match: 'library_spectrum',
  library_match: 'library_spectrum',
  retention_time: 'retention',
  retention_index: 'retention',
  // Evidence that leaves one structure only, without a spectrum to compare with.
  diagnostic_fragment: 'diagnostic',
  diagnostic_evidence: 'diagnostic',
  nmr_match: 'diagnostic',
  // Measured spectrum against predicted ones, or against those of similar molecules.
  insilico_match: 'structure',
  fragmentation_match: 'structure',
  fingerprint_similarity: 'structure',
  structure_similarity: 'structure',
  structure_confidence: 'structure',
  structure_score: 'structure',
  denovo_score: 'structure',
  learned_similarity: 'structure',
  analog_match: 'class',
  class_probability: 'class',
  class_consistency: 'class',
  formula_probability: 'formula',
  formula_score: 'formula',
  isotope_pattern: 'formula',
  mass_accuracy: 'mass',
  accurate_mass: 'mass',
  sequence_similarity: 'protein',
  protein_interaction: 'protein',
  identification_probability: 'protein',
  identification_error: 'protein',
  identification_q_value: 'protein',
}

/** Returns the kind of a normalised evidence type, or undefined if it says nothing about a level. */
export const levelKind = (type: string): LevelKind | undefined =>
  Object.hasOwn(KINDS, type) ? KINDS[type] : undefined
