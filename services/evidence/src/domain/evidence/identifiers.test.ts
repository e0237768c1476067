import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../refusal.ts'
import { moleculeKey } from './identifiers.ts'

describe('moleculeKey', () => {
  it.each([
    ['CHEBI:15377', 'CHEBI:15377'],
    ['chebi:15377', 'CHEBI:15377'],
    ['https://identifiers.org/CHEBI:15377', 'CHEBI:15377'],
    ['http://identifiers.org/chebi/CHEBI:15377', 'CHEBI:15377'],
    ['http://purl.obolibrary.org/obo/CHEBI_15377', 'CHEBI:15377'],
    ['hmdb:HMDB0000122', 'hmdb:HMDB0000122'],
    ['HMDB00122', 'hmdb:HMDB0000122'],
    ['https://identifiers.org/hmdb/HMDB0000122', 'hmdb:HMDB0000122'],
    ['CID:702', 'pubchem.compound:702'],
    ['CID702', 'pubchem.compound:702'],
    ['pubchem.compound:702', 'pubchem.compound:702'],
    ['P69905', 'uniprot:P69905'],
    ['UniProtKB:p69905', 'uniprot:P69905'],
    ['https://identifiers.org/uniprot:P69905', 'uniprot:P69905'],
    ['A0A023GPI8', 'uniprot:A0A023GPI8'],
    ['BSYNRYMUTXBXSQ-UHFFFAOYSA-N', 'inchikey:BSYNRYMUTXBXSQ-UHFFFAOYSA-N'],
    ['InChIKey=BSYNRYMUTXBXSQ-UHFFFAOYSA-N', 'inchikey:BSYNRYMUTXBXSQ-UHFFFAOYSA-N'],
    ['cpd:C00031', 'kegg.compound:C00031'],
    ['CHEMBL25', 'chembl.compound:CHEMBL25'],
    ['LMFA01010001', 'lipidmaps:LMFA01010001'],
    ['CAS:50-78-2', 'cas:50-78-2'],
    ['MOL_12345', 'MOL_12345'],
    ['  batch 7: peak 12 ', 'batch 7: peak 12'],
    ['in-house:42', 'in-house:42'],
  ])('%s is kept as %s', (given, kept) => {
    expect(moleculeKey(given)).toBe(kept)
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }), (text) => {
        let once: string
        try {
          once = moleculeKey(text)
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal)
          return
        }
        expect(moleculeKey(once)).toBe(once)
      }),
    )
  })

  it.each(['', '   ', 'a\u0000b', 'x'.repeat(101), 'CHEBI:water', 'inchikey:nonsense'])(
    'refuses %j, naming the field',
    (text) => {
      expect(() => moleculeKey(text, 'molecule_ids.0')).toThrow(Refusal)
    },
  )
})
