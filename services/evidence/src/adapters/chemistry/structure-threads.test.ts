import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import type { Refusal } from '../../domain/refusal.ts'
import { structureThreads } from './structure-threads.ts'

const entry = fileURLToPath(new URL('../../compose/threads/structure.ts', import.meta.url))
const reader = structureThreads({ entry, threads: 2, limitMs: 20_000 })
const smiles = (text: string) => reader.read('org', { kind: 'smiles', text }, 'structure.smiles')

afterAll(() => reader.close())

const refusalOf = (answer: Promise<unknown>): Promise<Refusal> =>
  answer.then(
    () => {
      throw new Error('was not refused')
    },
    (error: Refusal) => error,
  )

/** A square lattice of fused rings, n × m of them. */
function grid(n: number, m: number): string {
  let text = ''
  for (let row = 0; row <= n; row += 1) {
    for (let place = 0; place <= m; place += 1) {
      const closure = `%${10 + (row % 2 === 1 ? m - place : place)}`
      text += `C${row > 0 && place > 0 ? closure : ''}${row < n && place < m ? closure : ''}`
    }
  }
  return text
}

describe('structureThreads', () => {
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
    const input = { kind: 'smiles' as const, text: 'CC(=O)Oc1ccccc1C(=O)O' }
    expect(await reader.fingerprint('org', input, 'similar_to')).toBe(morganBits)
  })

  it('reads a molfile as the same molecule', async () => {
    const { Molecule } = await import('openchemlib')
    const text = Molecule.fromSmiles('CC(=O)Oc1ccccc1C(=O)O').toMolfile()
    const { structure } = await reader.read('org', { kind: 'molfile', text }, 'structure.molfile')
    expect(structure.inchikey).toBe('BSYNRYMUTXBXSQ-UHFFFAOYSA-N')
  })

  it.each(['C1CC', 'CC(=O)Qc', '', 'C(C)(C)(C)(C)(C)C', 'not a molecule', 'C'.repeat(501), grid(20, 20)])(
    'refuses %.20j, naming the field',
    async (text) => {
      const { details } = await refusalOf(smiles(text))
      expect(details).toMatchObject({ field: 'structure.smiles', provided: text })
      expect(details.issue).toEqual(expect.any(String))
    },
  )

  it('ends a thread that takes too long, and goes on with another', async () => {
    const hasty = structureThreads({ entry, threads: 2, limitMs: 1 })
    try {
      const input = { kind: 'smiles' as const, text: grid(8, 8) }
      const { details } = await refusalOf(hasty.read('org', input, 'structure.smiles'))
      expect(details.issue).toContain('takes more than 0.001 s')
      const again = await refusalOf(hasty.fingerprint('org', input, 'similar_to'))
      expect(again.details).toMatchObject({
        field: 'similar_to',
        issue: expect.stringContaining('takes more'),
      })
    } finally {
      await hasty.close()
    }
  })

  it('is not damaged by a structure that breaks the chemistry library', async () => {
    // RDKit's parser runs out of WebAssembly stack on these, and its module is unusable from then on.
    for (const depth of [100, 300, 490]) {
      await smiles(`${'C('.repeat(depth)}C${')'.repeat(depth)}`).catch(() => {})
      expect((await smiles('CCO')).structure.formula).toBe('C2H6O')
    }
  })
})
