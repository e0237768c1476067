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

/** Returns the refusal for a molecule that the organization does not have, whether or not another one has it. */
export const unknownMolecule = (id: string) =>
  new Refusal('NOT_FOUND', `Your organization has no molecule ${id}.`, {
    field: 'molecule_id',
    issue: 'does not exist',
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

/** Name, aliases and structure of a molecule. */
export interface MoleculeDescription {
  readonly name: string | null
  readonly aliases: readonly string[]
  readonly structure: StructureInput | null
}

/** Creates a molecule or replaces its description. Its evidence does not change. */
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

/** Lists molecules by key, in pages that stay correct during writes. */
export function listMolecules(deps: { molecules: MoleculeStore }) {
  return (actor: Actor, request: { after: string | undefined; limit: number }): Promise<Page<Molecule>> =>
    page(
      request,
      (wanted) => deps.molecules.list(actor.organizationId, wanted),
      ({ id }) => id,
    )
}

/** Lists the molecules with the most similar structures. */
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

/** Lists the kept evidence of one molecule, in pages. */
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

/** Draws a structure as SVG. */
export function drawStructure(deps: { structures: StructureReader }) {
  return async ({ organizationId }: Actor, smiles: string, signal?: AbortSignal): Promise<string> => {
    const input = { kind: 'smiles' as const, text: smiles }
    const { structure } = await deps.structures.read(organizationId, input, 'smiles', signal)
    return structure.svg
  }
}
