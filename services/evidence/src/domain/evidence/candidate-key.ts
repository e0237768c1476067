const INCHIKEY = /^(?:inchikey[:=])?([A-Z]{14})-[A-Z]{10}-[A-Z]$/i
/** First block alone, as some tools write it ("InChIkey2D"). */
const FIRST_BLOCK = /^(?:inchikey[:=])?([A-Z]{14})$/i

/**
 * Returns the key under which the candidates of one observation are compared: the first block of the InChIKey
 * (the skeleton without stereochemistry, which spectra rarely tell apart) if the molecule id is an InChIKey or the
 * metadata name one, otherwise the molecule id. Candidates with one key are one candidate.
 */
export function candidateKey(moleculeId: string, metadata: Readonly<Record<string, unknown>>): string {
  const ofId = INCHIKEY.exec(moleculeId)?.[1]
  if (ofId !== undefined) return ofId.toUpperCase()
  const named = metadata.inchikey
  if (typeof named !== 'string') return moleculeId
  const block = (INCHIKEY.exec(named.trim()) ?? FIRST_BLOCK.exec(named.trim()))?.[1]
  return block?.toUpperCase() ?? moleculeId
}

/** Returns a candidate key if it is that of a structure, which several molecule ids may share; null otherwise. */
export const structureKey = (key: string): string | null => (/^[A-Z]{14}$/.test(key) ? key : null)

/**
 * Returns the candidate key of a molecule from the metadata of all its items. Where they disagree, the first key in
 * the order of the alphabet counts, so that no result depends on the order of the items.
 */
export function candidateKeyOfAll(
  moleculeId: string,
  metadata: Iterable<Readonly<Record<string, unknown>>>,
): string {
  let key: string | undefined
  for (const one of metadata) {
    const named = candidateKey(moleculeId, one)
    if (named !== moleculeId && (key === undefined || named < key)) key = named
  }
  return key ?? candidateKey(moleculeId, {})
}
