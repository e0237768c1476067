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

/** OpenChemLib says where a text breaks; its class names mean nothing to people. */
const readable = (message: string) => message.replace(/^[\w$]+: (SmilesParser: )?/, '')

function parse(input: StructureInput, field: string): Molecule {
  let molecule: Molecule
  try {
    molecule =
      input.kind === 'smiles'
        ? Molecule.fromSmiles(input.text, { noCoordinates: true })
        : Molecule.fromMolfile(input.text)
    if (molecule.getAllAtoms() === 0) throw new Error('holds no atoms')
  } catch (error) {
    throw invalid(field, `cannot be read: ${readable((error as Error).message)}`, input.text)
  }
  const atoms = molecule.getAllAtoms()
  const parts = molecule.getFragmentNumbers(new Array(atoms).fill(0), false, false)
  // What was really read: the counts of a molfile may say anything.
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

export interface Chemistry {
  /** Everything that is kept of a structure. */
  describe(input: StructureInput, field: string): { structure: Structure; morganBits: string }
  /** What a search needs: no drawing, no InChI, no descriptors. */
  fingerprint(input: StructureInput, field: string): string
}

/**
 * Loads RDKit (canonical forms, descriptors, drawing, fingerprint). OpenChemLib gives formula, masses and errors that say
 * what is wrong; RDKit's are only logged. Both compute without pause for as long as a structure makes them, so they run in
 * a thread that can be ended. An error that is not a refusal may have damaged RDKit's memory.
 */
export async function loadChemistry(): Promise<Chemistry> {
  const rdkit = await (createRequire(import.meta.url)('@rdkit/rdkit') as LoadRdkit)()
  const read = <T>(input: StructureInput, field: string, use: (mol: Mol, parsed: Molecule) => T): T => {
    const parsed = parse(input, field)
    const mol = rdkit.get_mol(input.text)
    if (!mol) {
      throw invalid(
        field,
        'is no possible molecule: a valence or an aromatic ring does not work out',
        input.text,
      )
    }
    try {
      return use(mol, parsed)
    } finally {
      mol.delete() // the memory is WebAssembly's; no garbage collector sees it
    }
  }
  return {
    describe: (input, field) => read(input, field, (mol, parsed) => derive(rdkit, mol, parsed, input, field)),
    fingerprint: (input, field) => read(input, field, fingerprintOf),
  }
}
