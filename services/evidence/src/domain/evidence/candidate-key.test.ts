import { describe, expect, it } from 'vitest'
import { candidateKey } from './candidate-key.ts'

describe('candidateKey', () => {
  it.each([
    ['inchikey:BSYNRYMUTXBXSQ-UHFFFAOYSA-N', {}, 'BSYNRYMUTXBXSQ'],
    ['CHEBI:15365', { inchikey: 'BSYNRYMUTXBXSQ-UHFFFAOYSA-N' }, 'BSYNRYMUTXBXSQ'],
    ['CHEBI:15365', { inchikey: 'bsynrymutxbxsq' }, 'BSYNRYMUTXBXSQ'],
    ['CHEBI:15365', { inchikey: 'InChIKey=BSYNRYMUTXBXSQ-UHFFFAOYSA-N' }, 'BSYNRYMUTXBXSQ'],
    ['CHEBI:15365', { inchikey: 'null' }, 'CHEBI:15365'],
    ['CHEBI:15365', { inchikey: 7 }, 'CHEBI:15365'],
    ['MOL_12345', {}, 'MOL_12345'],
    // Fourteen letters are a name unless a column says otherwise.
    ['PHENYLALANINES', {}, 'PHENYLALANINES'],
  ])('%s %j', (id, metadata, key) => expect(candidateKey(id, metadata)).toBe(key))
})
