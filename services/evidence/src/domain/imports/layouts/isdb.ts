import { ISDB_CARDS } from '../../scores/metabolomics.ts'
import type { TableLayout } from '../layout.ts'

const WIKIDATA = ['structure_wikidata']

/** Candidates of ISDB with taxonomic re-ranking (met_annot_enhancer and relatives). */
export const isdb: TableLayout = {
  id: 'isdb_candidates',
  tool: 'ISDB',
  title: 'ISDB candidates with taxonomic re-ranking',
  needs: [
    ['feature_id', 'feature id'],
    ['msms_score', 'score_input'],
    ['structure_inchikey', 'short_inchikey', 'structure_smiles'],
  ],
  observation: (row) => row.text(['feature_id', 'feature id']),
  candidates: [
    {
      names: (row) => ({
        inchikey: row.first(['structure_inchikey'], ['short_inchikey']),
        inchi: row.text(['structure_inchi']),
        ids: [row.text(WIKIDATA)?.split('/').at(-1)].flatMap((id) =>
          id === undefined ? [] : [`wikidata:${id}`],
        ),
        smiles: row.text(['structure_smiles']),
      }),
      cards: ISDB_CARDS,
      adduct: ['adduct'],
      label: ['structure_nameTraditional', 'structure_name'],
      smiles: ['structure_smiles'],
      formula: ['structure_molecular_formula'],
      keep: { library: ['libname'], organism: ['organism_name'] },
    },
  ],
  ignore: [
    { pattern: /^rank(?:spec|final)$/, because: 'is a rank, not a score' },
    { pattern: /^freq/, because: 'is a share of the neighbours, which score_max_consistency contains' },
  ],
}
