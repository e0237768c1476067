import { describe, expect, it } from 'vitest'
import { Refusal } from '../../domain/refusal.ts'
import { chemistryStructureReader } from './structure-reader.ts'

const reader = chemistryStructureReader()
const smiles = (text: string) => reader.read({ kind: 'smiles', text }, 'structure.smiles')

describe('chemistryStructureReader', () => {
  it('derives the published identifiers of aspirin (PubChem CID 2244)', async () => {
    const { structure, morganBits } = await smiles('OC(=O)c1ccccc1OC(C)=O')
    expect(structure).toMatchObject({
      canonicalSmiles: 'CC(=O)Oc1ccccc1C(=O)O',
      inchi: 'InChI=1S/C9H8O4/c1-6(10)13-8-5-3-2-4-7(8)9(11)12/h2-5H,1H3,(H,11,12)',
      inchikey: 'BSYNRYMUTXBXSQ-UHFFFAOYSA-N',
      formula: 'C9H8O4',
    })
    expect(structure.exactMassDa).toBeCloseTo(180.04225873, 4)
    expect(structure.descriptors.NumHeavyAtoms).toBe(13)
    expect(structure.svg).toContain('<svg')
    expect(morganBits).toMatch(/^[01]{2048}$/)
  })

  it('reads a molfile as the same molecule', async () => {
    const { Molecule } = await import('openchemlib')
    const text = Molecule.fromSmiles('CC(=O)Oc1ccccc1C(=O)O').toMolfile()
    const { structure } = await reader.read({ kind: 'molfile', text }, 'structure.molfile')
    expect(structure.inchikey).toBe('BSYNRYMUTXBXSQ-UHFFFAOYSA-N')
  })

  it.each(['C1CC', 'CC(=O)Qc', '', 'C(C)(C)(C)(C)(C)C', 'not a molecule', 'C'.repeat(501)])(
    'refuses %.20j, naming the field',
    async (text) => {
      await expect(smiles(text)).rejects.toThrow(Refusal)
      await expect(smiles(text)).rejects.toThrow(/structure\.smiles/)
    },
  )
})
