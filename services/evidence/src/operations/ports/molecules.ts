import type { Molecule, Structure, StructureInput } from '../../domain/evidence/molecule.ts'
import type { Actor } from './accounts.ts'

/** Page of a list that is sorted by key. `after` is the last key of the previous page. */
interface PageRequest {
  readonly after: string | undefined
  readonly limit: number
}

/** Molecule with the number of its kept items. */
export interface MoleculeSummary extends Molecule {
  readonly evidenceCount: number
}

/** Molecule found by similarity. */
export interface SimilarMolecule {
  readonly molecule: Molecule
  /** Tanimoto coefficient of the Morgan fingerprints, in [0, 1]. */
  readonly similarity: number
}

/** Kept evidence item. */
export interface StoredEvidence {
  /** Id made from the content: equal items have equal ids in all molecules and organizations. */
  readonly id: string
  readonly type: string
  readonly value: number
  readonly uncertainty: number
  readonly observedAt: Date
  readonly source: string
  readonly metadata: Readonly<Record<string, unknown>>
  readonly recordedAt: Date
}

interface NewMolecule {
  readonly id: string
  readonly name: string | null
  readonly aliases: readonly string[]
  readonly structure: { readonly structure: Structure; readonly morganBits: string } | null
}

/** Molecules of an organization. */
export interface MoleculeStore {
  find(organizationId: string, id: string): Promise<MoleculeSummary | undefined>
  /** Creates a molecule or replaces its description. Its evidence does not change. */
  put(actor: Actor, molecule: NewMolecule): Promise<void>
  list(organizationId: string, page: PageRequest): Promise<Molecule[]>
  similar(
    organizationId: string,
    morganBits: string,
    options: { limit: number; minSimilarity: number },
  ): Promise<SimilarMolecule[]>
  evidence(organizationId: string, id: string, page: PageRequest): Promise<StoredEvidence[]>
}

/**
 * Reads structures within a time limit. Organizations take turns. Refuses `field` for an unreadable structure and says
 * where it is wrong.
 */
export interface StructureReader {
  read(
    organizationId: string,
    input: StructureInput,
    field: string,
    signal?: AbortSignal,
  ): Promise<{ structure: Structure; morganBits: string }>
  /** Returns the Morgan fingerprint only, as bits. */
  fingerprint(
    organizationId: string,
    input: StructureInput,
    field: string,
    signal?: AbortSignal,
  ): Promise<string>
}
