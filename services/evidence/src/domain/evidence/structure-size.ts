import { invalid } from '../refusal.ts'
import type { StructureInput } from './molecule.ts'

/** Small molecules are what this service is about; InChI, descriptors and the drawing take time that grows fast. */
const MAX_ATOMS = 500
/** Independent rings. Buckminsterfullerene has 31; a grid of 20 × 20 fused rings takes RDKit minutes. */
const MAX_RINGS = 64

export interface StructureSize {
  readonly atoms: number
  /** Independent cycles: bonds − atoms + parts. */
  readonly rings: number
}

/** Up to this size a structure takes milliseconds, whatever it looks like. */
export const isSmall = ({ atoms, rings }: StructureSize): boolean => atoms <= 100 && rings <= 12

/** One bracket atom, one atom of the organic subset, or one ring closure; bonds and branches have no size. */
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

/** Atoms and rings as the text names them, without any chemistry: linear in its length. Unreadable text has size 0. */
export const structureSize = (input: StructureInput): StructureSize =>
  input.kind === 'smiles' ? smilesSize(input.text) : molfileSize(input.text)

/** Refuses a structure that is larger than this service reads. */
export function checkSize({ atoms, rings }: StructureSize, field: string, provided: string): void {
  if (atoms > MAX_ATOMS) throw invalid(field, `has ${atoms} atoms; at most ${MAX_ATOMS} are read`, provided)
  if (rings > MAX_RINGS) throw invalid(field, `has ${rings} rings; at most ${MAX_RINGS} are read`, provided)
}
