import { createRequire } from 'node:module'
import type { MainModule, Mol } from '@rdkit/rdkit'
import { Molecule } from 'openchemlib'
import { MORGAN_BITS, MORGAN_RADIUS, type Structure, type StructureInput } from '../../domain/molecule.ts'
import { invalid } from '../../domain/refusal.ts'
import type { StructureReader } from '../../operations/ports.ts'

/** InChI and the drawing take time that grows with the molecule; small molecules are what this service is about. */
export const MAX_ATOMS = 500

const DEPICTION_PIXELS = 300

type LoadRdkit = (options?: object) => Promise<MainModule>

/** OpenChemLib says where a text breaks; its class names mean nothing to people. */
const readable = (message: string) => message.replace(/^[\w$]+: (SmilesParser: )?/, '')

function parse(input: StructureInput, field: string): Molecule {
  try {
    const molecule =
      input.kind === 'smiles'
        ? Molecule.fromSmiles(input.text, { noCoordinates: true })
        : Molecule.fromMolfile(input.text)
    if (molecule.getAllAtoms() === 0) throw new Error('holds no atoms')
    if (molecule.getAllAtoms() > MAX_ATOMS) throw new Error(`has more than ${MAX_ATOMS} atoms`)
    return molecule
  } catch (error) {
    throw invalid(field, `cannot be read: ${readable((error as Error).message)}`, input.text)
  }
}

function derive(rdkit: MainModule, mol: Mol, parsed: Molecule, input: StructureInput, field: string) {
  const inchi = mol.get_inchi()
  if (inchi === '') throw invalid(field, 'has no InChI', input.text)
  const formula = parsed.getMolecularFormula()
  const structure: Structure = {
    input,
    canonicalSmiles: mol.get_smiles(),
    inchi,
    inchikey: rdkit.get_inchikey_for_inchi(inchi),
    formula: formula.formula,
    exactMassDa: formula.absoluteWeight,
    averageMassDa: formula.relativeWeight,
    descriptors: JSON.parse(mol.get_descriptors()) as Record<string, number>,
    svg: mol.get_svg(DEPICTION_PIXELS, DEPICTION_PIXELS),
  }
  const morganBits = mol.get_morgan_fp(JSON.stringify({ radius: MORGAN_RADIUS, nBits: MORGAN_BITS }))
  return { structure, morganBits }
}

/**
 * RDKit for canonical forms, descriptors, drawing and fingerprint; OpenChemLib for formula, masses and errors that say
 * what is wrong (RDKit's are only logged). RDKit is WebAssembly: it loads once, at the first structure.
 */
export function chemistryStructureReader(): StructureReader {
  let loading: Promise<MainModule> | undefined
  return {
    async read(input, field) {
      const parsed = parse(input, field)
      loading ??= (createRequire(import.meta.url)('@rdkit/rdkit') as LoadRdkit)()
      const rdkit = await loading
      const mol = rdkit.get_mol(input.text)
      if (!mol) {
        throw invalid(
          field,
          'is no possible molecule: a valence or an aromatic ring does not work out',
          input.text,
        )
      }
      try {
        return derive(rdkit, mol, parsed, input, field)
      } finally {
        mol.delete() // the memory is WebAssembly's; no garbage collector sees it
      }
    },
  }
}
