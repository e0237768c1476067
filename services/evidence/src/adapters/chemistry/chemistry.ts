import { createRequire } from 'node:module'
import type { MainModule, Mol } from '@rdkit/rdkit'
import { Molecule } from 'openchemlib'
import {
  MORGAN_BITS,
  MORGAN_RADIUS,
  type Structure,
  type StructureInput,
} from '../../domain/evidence/molecule.ts'
import { checkSize } from '../../domain/evidence/structure-size.ts'
import { invalid } from '../../domain/refusal.ts'

const DEPICTION_PIXELS = 300

type LoadRdkit = (options?: object) => Promise<MainModule>

/** Removes the class names from an error message of OpenChemLib; the rest says where the text is wrong. */
const readable = (message: string) => message.replace(/^[\w$]+: (SmilesParser: )?/, '')

function parse(input: StructureInput, field: string): Molecule {
  let molecule: Molecule
  try {
    molecule =
      input.kind === 'smiles'
        ? Molecule.fromSmiles(input.text, { noCoordinates: true })
        : Molecule.fromMolfile(input.text)
    if (molecule.getAllAtoms() === 0) throw new Error('contains no atoms')
  } catch (error) {
    throw invalid(field, `cannot be read: ${readable((error as Error).message)}`, input.text)
  }
  const atoms = molecule.getAllAtoms()
  const parts = molecule.getFragmentNumbers(new Array(atoms).fill(0), false, false)
  // Check the structure that was read: the counts line of a molfile may be wrong.
  checkSize({ atoms, rings: molecule.getAllBonds() - atoms + parts }, field, input.text)
  return molecule
}

const fingerprintOf = (mol: Mol): string =>
  mol.get_morgan_fp(JSON.stringify({ radius: MORGAN_RADIUS, nBits: MORGAN_BITS }))

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
  return { structure, morganBits: fingerprintOf(mol) }
}

/** Reads chemical structures, synchronously. */
export interface Chemistry {
  /** Returns everything that is stored about a structure. */
  describe(input: StructureInput, field: string): { structure: Structure; morganBits: string }
  /** Returns the Morgan fingerprint only, for a search: no drawing, InChI or descriptors. */
  fingerprint(input: StructureInput, field: string): string
}

/**
 * Loads RDKit (canonical forms, descriptors, drawing, fingerprint). OpenChemLib provides formula, masses and
 * readable error messages; RDKit only logs its own.
 *
 * Both libraries block their thread, for as long as a structure takes. Run them in a thread that can be
 * terminated. After an error that is not a `Refusal`, discard the thread: the memory of RDKit may be corrupt.
 */
export async function loadChemistry(): Promise<Chemistry> {
  const rdkit = await (createRequire(import.meta.url)('@rdkit/rdkit') as LoadRdkit)()
  const read = <T>(input: StructureInput, field: string, use: (mol: Mol, parsed: Molecule) => T): T => {
    const parsed = parse(input, field)
    const mol = rdkit.get_mol(input.text)
    if (!mol) {
      throw invalid(field, 'is not a valid molecule: a valence or an aromatic ring is impossible', input.text)
    }
    try {
      return use(mol, parsed)
    } finally {
      mol.delete() // WebAssembly memory is not garbage collected
    }
  }
  return {
    describe: (input, field) => read(input, field, (mol, parsed) => derive(rdkit, mol, parsed, input, field)),
    fingerprint: (input, field) => read(input, field, fingerprintOf),
  }
}
