import { describe, expect, it } from 'vitest'
import { DEMO_MOLECULES } from '../../domain/demo/demo-molecules.ts'
import { loadChemistry } from './chemistry.ts'

describe('demonstration run', () => {
  it('has real molecules: RDKit gives their InChIKeys, formulas and masses', async () => {
    const chemistry = await loadChemistry()
    for (const { smiles, inchikey, formula, exactMassDa } of DEMO_MOLECULES) {
      const { structure } = chemistry.describe({ kind: 'smiles', text: smiles }, 'smiles')
      expect(structure).toMatchObject({ inchikey, formula })
      expect(structure.exactMassDa).toBeCloseTo(exactMassDa, 3)
    }
    expect(new Set(DEMO_MOLECULES.map(({ inchikey }) => inchikey.slice(0, 14))).size).toBe(
      DEMO_MOLECULES.length,
    )
  })
})
