/** Structure as received. */
export type StructureInput =
  | { readonly kind: 'smiles'; readonly text: string }
  | { readonly kind: 'molfile'; readonly text: string }

/** Structure and the values derived from it. */
export interface Structure {
  readonly input: StructureInput
  readonly canonicalSmiles: string
  readonly inchi: string
  readonly inchikey: string
  /** Formula in Hill order. */
  readonly formula: string
  /** Monoisotopic mass in Da. */
  readonly exactMassDa: number
  /** Mass of the natural isotope mixture in Da. */
  readonly averageMassDa: number
  readonly descriptors: Readonly<Record<string, number>>
  readonly svg: string
}

/** Number of bits of the Morgan fingerprint. */
export const MORGAN_BITS = 2048
/** Radius of the Morgan fingerprint in bonds; 2 corresponds to ECFP4 (Rogers & Hahn, JCIM 50 (2010) 742–754). */
export const MORGAN_RADIUS = 2

/** Molecule of an organization. */
export interface Molecule {
  /** Identifier as returned by `moleculeKey`. */
  readonly id: string
  readonly name: string | null
  readonly aliases: readonly string[]
  readonly structure: Structure | null
  readonly createdAt: Date
}
