import { type LevelKind, levelKind } from './evidence-kinds.ts'

/** Item as far as a level depends on it. */
export interface LevelItem {
  readonly type: string
  /** Whether the item speaks for the candidate. Evidence against it allows no level. */
  readonly supports: boolean
  /** Whether the value compares with a reference standard measured by the same method. */
  readonly referenceStandard: boolean
}

/** Schymanski level; 2a is a match with a library spectrum, 2b diagnostic evidence. */
type SchymanskiLevel = '1' | '2a' | '2b' | '3' | '4' | '5'
/** Level of the Metabolomics Standards Initiative. */
type MsiLevel = '1' | '2' | '3' | '4'

/** Levels of an identification that the kinds of evidence allow. */
export interface IdentificationLevel {
  /** Null if the scheme does not apply. */
  readonly schymanski: SchymanskiLevel | null
  readonly msi: MsiLevel | null
  /** One sentence. */
  readonly reason: string
}

const level = (
  schymanski: SchymanskiLevel | null,
  msi: MsiLevel | null,
  reason: string,
): IdentificationLevel => ({ schymanski, msi, reason })

/** Names of the kinds, for sentences. */
const NAMES: Partial<Record<LevelKind, string>> = {
  structure: 'predicted spectra, fingerprints or related molecules',
  class: 'the compound class or an analogue',
}

/**
 * Returns the highest identification level that the kinds of supporting evidence allow, after Schymanski et al.
 * (Environ. Sci. Technol. 48 (2014) 2097–2098) and the Metabolomics Standards Initiative (Sumner et al., Metabolomics 3
 * (2007) 211–221). The level says what was measured, not how probable the identification is.
 *
 * `ambiguous` means that another candidate of the same observation has evidence of the same level: one structure is
 * then not the only one that fits, which level 2 demands.
 */
export function identificationLevel(items: readonly LevelItem[], ambiguous = false): IdentificationLevel {
  const kinds = new Set(items.flatMap(({ type }) => levelKind(type) ?? []))
  const supporting = items.filter(({ supports }) => supports)
  const has = (kind: LevelKind, withStandard = false): boolean =>
    supporting.some((item) => levelKind(item.type) === kind && (!withStandard || item.referenceStandard))
  const smallMolecule = [...kinds].some((kind) => kind !== 'protein')
  if (!smallMolecule) {
    return kinds.has('protein')
      ? level(
          null,
          null,
          'Not applicable: the levels are defined for small molecules, not for peptides or proteins.',
        )
      : level(null, null, 'Not applicable: no evidence from mass spectrometry, retention or NMR is present.')
  }
  const standard = has('reference_standard')
  const spectrum = has('library_spectrum')
  if (spectrum && has('retention')) {
    if (standard || (has('library_spectrum', true) && has('retention', true)))
      return level(
        '1',
        '1',
        'Spectrum and retention time both agree with a reference standard measured by the same method.',
      )
  }
  if (spectrum || has('diagnostic')) {
    const found = spectrum ? 'A library spectrum agrees' : 'Diagnostic evidence fits'
    if (ambiguous)
      return level(
        '3',
        '3',
        `${found}, but another candidate of the observation has evidence of the same kind, so no single structure stands out.`,
      )
    return spectrum
      ? level(
          '2a',
          '2',
          'A measured library spectrum agrees; level 1 needs spectrum and retention time of a reference standard.',
        )
      : level(
          '2b',
          '2',
          'Diagnostic evidence fits this structure, but no library spectrum or reference standard confirms it.',
        )
  }
  for (const kind of ['structure', 'class'] as const) {
    if (has(kind))
      return level(
        '3',
        '3',
        `Only ${NAMES[kind]} support a tentative candidate; level 2 needs a measured library spectrum or diagnostic evidence.`,
      )
  }
  if (has('formula'))
    return level(
      '4',
      '4',
      'Isotope pattern or fragments support the molecular formula, but nothing supports a structure.',
    )
  return level(
    '5',
    '4',
    has('mass')
      ? 'Only the exact mass supports the candidate.'
      : 'No evidence supports more than the exact mass of interest.',
  )
}

/** Candidate of an observation, with its probability. */
export interface LevelCandidate {
  readonly items: readonly LevelItem[]
  readonly probability: number
}

/** Share of a candidate's probability from which another one of the same level makes it ambiguous. */
const AMBIGUOUS_SHARE = 0.5

/**
 * Returns the levels of all candidates of one observation. Candidates at level 2 are ambiguous if another one at level
 * 2 is at least half as probable.
 */
export function levelsOfObservation(candidates: readonly LevelCandidate[]): IdentificationLevel[] {
  const alone = candidates.map(({ items }) => identificationLevel(items))
  const atTwo = (j: number): boolean => alone[j]!.msi === '2'
  return candidates.map(({ items, probability }, j) => {
    const ambiguous =
      atTwo(j) &&
      candidates.some((other, k) => k !== j && atTwo(k) && other.probability >= AMBIGUOUS_SHARE * probability)
    return ambiguous ? identificationLevel(items, true) : alone[j]!
  })
}
