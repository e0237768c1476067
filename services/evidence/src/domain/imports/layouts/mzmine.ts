import { MZMINE_CARDS } from '../../scores/mzmine-mztab.ts'
import type { CandidateReading, TableLayout } from '../layout.ts'

const cardsOf = (...ids: readonly string[]) => MZMINE_CARDS.filter((card) => ids.includes(card.id))
const ION = {
  ion_identity: ['ion_identities:ion_identities', 'best ion'],
  ion_network: ['ion_identities:iin_id'],
}

const spectral: CandidateReading = {
  names: (row) =>
    row.first(
      ['spectral_db_matches:compound_name'],
      ['spectral_db_matches:inchi_key'],
      ['spectral_db_matches:smiles'],
    ) === undefined
      ? undefined
      : {
          inchikey: row.text(['spectral_db_matches:inchi_key', 'spectral_db_matches:inchikey']),
          inchi: row.text(['spectral_db_matches:inchi']),
          smiles: row.text(['spectral_db_matches:smiles']),
        },
  cards: cardsOf('mzmine.similarity', 'mzmine.signals', 'mzmine.explained', 'mzmine.match_ppm'),
  adduct: ['spectral_db_matches:ion_adduct'],
  label: ['spectral_db_matches:compound_name'],
  smiles: ['spectral_db_matches:smiles'],
  formula: ['spectral_db_matches:mol_formula'],
  keep: ION,
}

const database = (prefix: string): CandidateReading => ({
  names: (row) => {
    const name = row.first([`${prefix}:compound_name`], [`${prefix}:inchi_key`], [`${prefix}:smiles`])
    if (name === undefined) return undefined
    return {
      inchikey: row.text([`${prefix}:inchi_key`, `${prefix}:inchikey`]),
      inchi: row.text([`${prefix}:inchi`]),
      smiles: row.text([`${prefix}:smiles`]),
      ids: [row.text([`${prefix}:database_id`, `${prefix}:id`])].flatMap((id) => id ?? []),
    }
  },
  cards: cardsOf('mzmine.compound', 'mzmine.compound_ppm').map((card) => ({
    ...card,
    columns: card.columns.filter((name) => name.startsWith(prefix)),
  })),
  adduct: [`${prefix}:adduct`],
  label: [`${prefix}:compound_name`],
  smiles: [`${prefix}:smiles`],
  formula: [`${prefix}:mol_formula`],
  keep: ION,
})

const ALIGNMENT = {
  pattern: /^alignmentscores/,
  because: 'measures the alignment of runs, not an identification',
}

/** Full feature table of mzmine 3 and 4, with or without annotations. */
export const mzmine: TableLayout = {
  id: 'mzmine_features',
  tool: 'mzmine',
  title: 'mzmine 3 or 4 feature table',
  needs: [['id'], ['mz'], ['rt'], ['mz_range:min', 'rt_range:min', 'fragment_scans', 'intensity_range:min']],
  observation: (row) => row.text(['id']),
  candidates: [spectral, database('compound_db_identity'), database('compound_db_matches')],
  ignore: [ALIGNMENT],
  emptyBecause: 'the feature table has no annotation columns, or no feature has an annotation',
}

/** Quantity table in the style of MZmine 2 and the GNPS export: features without candidates. */
export const mzmineQuant: TableLayout = {
  id: 'mzmine_quantities',
  tool: 'mzmine',
  title: 'mzmine quantity table (GNPS export)',
  needs: [['row ID'], ['row m/z'], ['row retention time']],
  observation: (row) => row.text(['row ID']),
  candidates: [],
  emptyBecause: 'a quantity table has features, but no candidates and no scores',
}
