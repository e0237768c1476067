import { GNPS_CARDS } from '../../scores/metabolomics.ts'
import type { Row, TableLayout } from '../layout.ts'

const SCAN = ['#Scan#', 'Scan', 'query_scan', 'cluster index', 'cluster_index']
const SPECTRUM = ['SpectrumID', 'spectrum_id']
const MQSCORE = ['MQScore']
const INCHIKEY = ['InChIKey', 'InChIKey_smiles', 'InChIKey_inchi', 'inchi_key']
const PLANAR = ['InChIKey-Planar', 'InChIKey_Planar']
const INCHI = ['INCHI', 'InChI']
const MASS_DIFF = ['MassDiff', 'mass_diff']
const LIBRARY_MZ = ['LibMZ', 'Precursor_MZ']
const QUERY_MZ = ['SpecMZ', 'precursor_mz_query', 'precmass']
const ERROR_PPM = ['MZErrorPPM', 'mz_error_ppm']

/** Difference of the precursors from which a hit is an analogue; ion traps have errors of up to half a dalton. */
const ANALOG_DA = 0.5

/** Difference of the two precursors in Da. The masses themselves decide where the tool writes them. */
function precursorDifference(row: Row): number | undefined {
  const library = row.number(LIBRARY_MZ)
  const query = row.number(QUERY_MZ)
  if (library !== undefined && query !== undefined && library > 0 && query > 0)
    return Math.abs(library - query)
  const difference = row.number(MASS_DIFF)
  return difference === undefined ? undefined : Math.abs(difference)
}

/** GNPS library and analogue search: classical, feature-based and the JSON of its web interface. */
export const gnps: TableLayout = {
  id: 'gnps_library_hits',
  tool: 'GNPS',
  title: 'GNPS library search (classical, feature-based, analogue)',
  needs: [SCAN, MQSCORE, [...SPECTRUM, 'Compound_Name']],
  observation: (row) => row.text(SCAN),
  candidates: [
    {
      names: (row) => ({
        inchikey: row.first(INCHIKEY, PLANAR),
        inchi: row.text(INCHI),
        ids: [],
        smiles: row.text(['Smiles']),
        name: row.first(['Compound_Name'], SPECTRUM),
      }),
      cards: GNPS_CARDS,
      adduct: ['Adduct'],
      label: ['Compound_Name'],
      smiles: ['Smiles'],
      keep: {
        library_spectrum: SPECTRUM,
        library_quality: ['LibraryQualityString', 'library_quality'],
        instrument: ['Instrument'],
        ion_mode: ['IonMode'],
      },
      analog: (row) => (precursorDifference(row) ?? 0) > ANALOG_DA,
      counts: (row, card) => {
        if (card.id !== 'gnps.mz_error') return undefined
        // A hit of another charge has the same m/z at another mass: the two columns contradict each other.
        const [difference, error, mz] = [row.number(MASS_DIFF), row.number(ERROR_PPM), row.number(QUERY_MZ)]
        if (difference === undefined || error === undefined || mz === undefined) return undefined
        return difference > ANALOG_DA && error < (1e6 * ANALOG_DA) / mz
          ? 'MassDiff contradicts MZErrorPPM'
          : undefined
      },
    },
  ],
  ignore: [
    {
      pattern: /^(?:tic|ticquery|numberhits|moleculeexplorer)/,
      because: 'describes the spectrum or the library, not the match',
    },
  ],
  emptyBecause: 'GNPS found no library hit above the threshold of the job',
}
