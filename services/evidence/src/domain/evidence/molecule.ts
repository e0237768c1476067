/** What a structure was given as. */
export type StructureInput =
  | { readonly kind: 'smiles'; readonly text: string }
  | { readonly kind: 'molfile'; readonly text: string }

/** A structure and everything derived from it. */
export interface Structure {
  readonly input: StructureInput
  readonly canonicalSmiles: string
  readonly inchi: string
  readonly inchikey: string
  /** Hill order. */
  readonly formula: string
  /** Monoisotopic mass, Da. */
  readonly exactMassDa: number
  /** Mass of the natural isotope mixture, Da. */
  readonly averageMassDa: number
  readonly descriptors: Readonly<Record<string, number>>
  readonly svg: string
}

/** Bits of the Morgan fingerprint. */
export const MORGAN_BITS = 2048
/** Bonds around each atom that the fingerprint sees; 2 corresponds to ECFP4 (Rogers & Hahn, JCIM 50 (2010) 742–754). */
export const MORGAN_RADIUS = 2

export interface Molecule {
  /** As `moleculeKey` writes it. */
  readonly id: string
  readonly name: string | null
  readonly aliases: readonly string[]
  readonly structure: Structure | null
  readonly createdAt: Date
}
