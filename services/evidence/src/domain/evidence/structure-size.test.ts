import { describe, expect, it } from 'vitest'
import { structureSize } from './structure-size.ts'

const smiles = (text: string) => structureSize({ kind: 'smiles', text })

describe('structureSize', () => {
  it.each([
    ['CC(=O)Oc1ccccc1C(=O)O', 13, 1],
    ['C1CC1C2CC2', 6, 2],
    ['[13CH3][C@@H](Cl)Br', 4, 0],
    ['C%10CCC%10.c1ccc2ccccc2c1', 14, 3],
    ['C%(123)CC%(123)', 3, 1],
    ['[Na+].[Cl-]', 2, 0],
    ['', 0, 0],
    ['not a molecule', 12, 0],
  ])('counts %j', (text, atoms, rings) => {
    expect(smiles(text)).toEqual({ atoms, rings })
  })

  it('reads the counts of molfiles, V2000 and V3000', () => {
    const v2000 = '\n  source\n\n 13 13  0  0  0  0  0  0  0  0999 V2000\n'
    const v3000 =
      '\n  source\n\n  0  0  0     0  0            999 V3000\nM  V30 BEGIN CTAB\nM  V30 COUNTS 600 700 0 0 0\n'
    expect(structureSize({ kind: 'molfile', text: v2000 })).toEqual({ atoms: 13, rings: 1 })
    expect(structureSize({ kind: 'molfile', text: v3000 })).toEqual({ atoms: 600, rings: 101 })
    expect(structureSize({ kind: 'molfile', text: 'nothing' })).toEqual({ atoms: 0, rings: 0 })
  })
})
