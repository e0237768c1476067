import { ANNOTATION_CARDS } from '../../scores/search-engines.ts'
import type { TableLayout } from '../layout.ts'

const cardsOf = (tool: string) => ANNOTATION_CARDS.filter((card) => card.tool === tool)
const PREDICTION = ['ms2query_model_prediction']
const DIFFERENCE = ['precursor_mz_difference', 'precursor_mz_diff']
/** Difference of the precursors in Da up to which a hit of MS2Query is the molecule itself. */
const SAME_PRECURSOR_DA = 0.02

/** MS2Query, versions with `id`, `feature_id` or the number of the spectrum. */
export const ms2query: TableLayout = {
  id: 'ms2query_results',
  tool: 'MS2Query',
  title: 'MS2Query results',
  needs: [PREDICTION, ['inchikey', 'smiles', 'analog_compound_name', 'compound_name']],
  observation: (row) => row.first(['feature_id'], ['id'], ['query_spectrum_nr']),
  candidates: [
    {
      names: (row) => ({ inchikey: row.text(['inchikey']), smiles: row.text(['smiles']) }),
      cards: cardsOf('MS2Query'),
      label: ['analog_compound_name', 'compound_name'],
      smiles: ['smiles'],
      keep: { precursor_mz_difference: DIFFERENCE },
      analog: (row) => Math.abs(row.number(DIFFERENCE) ?? 0) > SAME_PRECURSOR_DA,
    },
  ],
}

/** Pairwise similarities of matchms. */
export const matchms: TableLayout = {
  id: 'matchms_scores',
  tool: 'matchms',
  title: 'matchms similarities of query and reference',
  needs: [
    ['query', 'query_id', 'query_name'],
    ['reference', 'reference_id', 'reference_name'],
  ],
  observation: (row) => row.text(['query', 'query_id', 'query_name']),
  candidates: [
    {
      names: (row) => ({
        inchikey: row.first(['reference_inchikey', 'inchikey'], ['reference', 'reference_id']),
        name: row.text(['reference', 'reference_id', 'reference_name']),
      }),
      cards: cardsOf('matchms'),
      label: ['reference', 'reference_name', 'reference_id'],
      smiles: ['reference_smiles', 'smiles'],
      skip: (row) => {
        const query = row.text(['query', 'query_id', 'query_name'])
        const itself =
          query !== undefined && query === row.text(['reference', 'reference_id', 'reference_name'])
        const exact = row.cells.some((cell) => Math.abs(Number(cell) - 1) < 1e-6 && cell.includes('.'))
        return itself && exact ? 'a spectrum compared with itself' : undefined
      },
    },
  ],
  ignore: [
    { pattern: /metadatamatch/, because: 'says that metadata agree; it is a filter, not a similarity' },
  ],
}

/** xMSannotator and recetox-xMSannotator: the feature has no id, only m/z and time. */
export const xmsannotator: TableLayout = {
  id: 'xmsannotator_annotations',
  tool: 'xMSannotator',
  title: 'xMSannotator annotations',
  needs: [['chemical_ID', 'chemicalid'], ['Confidence'], ['mz'], ['time', 'rt']],
  observation: (row) => {
    const [mz, time] = [row.number(['mz']), row.number(['time', 'rt'])]
    return mz === undefined || time === undefined ? undefined : `mz ${mz.toFixed(4)} rt ${time.toFixed(2)}`
  },
  candidates: [
    {
      names: (row) => ({
        ids: [row.text(['chemical_ID', 'chemicalid'])].flatMap((id) => id ?? []),
        inchikey: row.text(['InChiKey', 'inchikey']),
      }),
      cards: cardsOf('xMSannotator'),
      adduct: ['Adduct'],
      label: ['Name'],
      formula: ['Formula'],
      keep: { match_category: ['MatchCategory'] },
    },
  ],
  ignore: [{ pattern: /^score$/, because: 'has no fixed scale; Confidence is made from it' }],
}
