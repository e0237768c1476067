import { moleculeKey } from '../domain/evidence/identifiers.ts'
import type { Molecule, StructureInput } from '../domain/evidence/molecule.ts'
import { Refusal } from '../domain/refusal.ts'
import { type Page, page } from './page.ts'
import type {
  Actor,
  MoleculeStore,
  MoleculeSummary,
  SimilarMolecule,
  StoredEvidence,
  StructureReader,
} from './ports.ts'

/** The refusal for a molecule that the organization does not have, whoever else may have it. */
export const unknownMolecule = (id: string) =>
  new Refusal('NOT_FOUND', `Your organization has no molecule ${id}.`, {
    field: 'molecule_id',
    issue: 'is unknown',
    provided: id,
  })

/** Finds one molecule by any spelling of its identifier. */
export function findMolecule(deps: { molecules: MoleculeStore }) {
  return async (actor: Actor, id: string): Promise<MoleculeSummary> => {
    const key = moleculeKey(id)
    const found = await deps.molecules.find(actor.organizationId, key)
    if (found) return found
    throw unknownMolecule(key)
  }
}

export interface MoleculeDescription {
  readonly name: string | null
  readonly aliases: readonly string[]
  readonly structure: StructureInput | null
}

/** Says what a molecule is: creates it or replaces the description. Its evidence is not touched. */
export function putMolecule(deps: { molecules: MoleculeStore; structures: StructureReader }) {
  return async (
    actor: Actor,
    id: string,
    description: MoleculeDescription,
    signal?: AbortSignal,
  ): Promise<MoleculeSummary> => {
    const key = moleculeKey(id)
    const aliases = description.aliases.map((alias, i) => moleculeKey(alias, `aliases.${i}`))
    const { structure: input } = description
    const structure =
      input && (await deps.structures.read(actor.organizationId, input, `structure.${input.kind}`, signal))
    const molecule = { id: key, name: description.name, aliases: [...new Set(aliases)], structure }
    await deps.molecules.put(actor, molecule)
    return findMolecule(deps)(actor, key)
  }
}

/** Molecules by key, in pages that stay right while others write. */
export function listMolecules(deps: { molecules: MoleculeStore }) {
  return (actor: Actor, request: { after: string | undefined; limit: number }): Promise<Page<Molecule>> =>
    page(
      request,
      (wanted) => deps.molecules.list(actor.organizationId, wanted),
      ({ id }) => id,
    )
}

/** The molecules whose structure is most like the given one. */
export function similarMolecules(deps: { molecules: MoleculeStore; structures: StructureReader }) {
  return async (
    actor: Actor,
    request: { smiles: string; limit: number; minSimilarity: number },
    signal?: AbortSignal,
  ): Promise<SimilarMolecule[]> => {
    const input = { kind: 'smiles' as const, text: request.smiles }
    const morganBits = await deps.structures.fingerprint(actor.organizationId, input, 'similar_to', signal)
    return deps.molecules.similar(actor.organizationId, morganBits, request)
  }
}

/** The kept evidence of one molecule, in pages. */
export function listEvidence(deps: { molecules: MoleculeStore }) {
  return async (
    actor: Actor,
    id: string,
    request: { after: string | undefined; limit: number },
  ): Promise<Page<StoredEvidence>> => {
    const { id: key } = await findMolecule(deps)(actor, id)
    return page(
      request,
      (wanted) => deps.molecules.evidence(actor.organizationId, key, wanted),
      (item) => item.id,
    )
  }
}
