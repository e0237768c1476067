import { invalid } from '../refusal.ts'
import type { StructureInput } from './molecule.ts'

/**
 * Maximum number of atoms. The service is for small molecules; the time for InChI, descriptors and drawing grows
 * fast.
 */
const MAX_ATOMS = 500
/**
 * Maximum number of independent rings. Buckminsterfullerene has 31; RDKit needs minutes for a grid of 20 × 20
 * fused rings.
 */
const MAX_RINGS = 64

/** Size of a structure. */
export interface StructureSize {
  readonly atoms: number
  /** Number of independent cycles: bonds − atoms + parts. */
  readonly rings: number
}

/** Whether any structure of this size takes only milliseconds. */
export const isSmall = ({ atoms, rings }: StructureSize): boolean => atoms <= 100 && rings <= 12

/** Bracket atom, atom of the organic subset, or ring closure. Bonds and branches do not count. */
const SMILES_TOKEN = /\[[^\]]*\]|Cl|Br|[A-Za-z*]|%\(\d+\)|%\d\d|\d/g

function smilesSize(text: string): StructureSize {
  let atoms = 0
  let closures = 0
  for (const [token] of text.matchAll(SMILES_TOKEN)) {
    if (/^[%\d]/.test(token)) closures += 1
    else atoms += 1
  }
  return { atoms, rings: Math.floor(closures / 2) }
}

function molfileSize(text: string): StructureSize {
  const counts =
    /^M {2}V30 COUNTS +(\d+) +(\d+)/m.exec(text) ??
    /^([ \d]{3})([ \d]{3})/.exec(text.split(/\r?\n/, 4)[3] ?? '')
  const atoms = Number(counts?.[1] ?? 0)
  const bonds = Number(counts?.[2] ?? 0)
  return { atoms, rings: atoms === 0 ? 0 : Math.max(0, bonds - atoms + 1) }
}

/** Counts atoms and rings in the text without chemistry, in linear time. Returns size 0 for unreadable text. */
export const structureSize = (input: StructureInput): StructureSize =>
  input.kind === 'smiles' ? smilesSize(input.text) : molfileSize(input.text)

/** Refuses a structure above the limits. */
export function checkSize({ atoms, rings }: StructureSize, field: string, provided: string): void {
  if (atoms > MAX_ATOMS) throw invalid(field, `has ${atoms} atoms; the maximum is ${MAX_ATOMS}`, provided)
  if (rings > MAX_RINGS) throw invalid(field, `has ${rings} rings; the maximum is ${MAX_RINGS}`, provided)
}
