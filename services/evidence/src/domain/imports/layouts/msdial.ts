import { MSDIAL4_CARDS, MSDIAL5_CARDS, MSFINDER_CARDS } from '../../scores/msdial.ts'
import type { FileHint } from '../import-record.ts'
import type { CandidateReading, Row, TableLayout } from '../layout.ts'

const ALIGNMENT = ['Alignment ID', 'AlignmentID']
const PEAK = ['PeakID', 'Peak ID', 'Scan', 'MS1 scan']
const NAME = ['Metabolite name', 'Name', 'Title']
const MZ = ['Average Mz', 'Precursor m/z', 'Quant mass', 'm/z']
const RT = ['Average Rt(min)', 'RT (min)', 'RT(min)']
/** Columns that only version 5 writes; the scores of both versions have the same names on other scales. */
const ONLY_5 = [
  'Simple dot product',
  'Weighted dot product',
  'Matched peaks count',
  'Matched peaks percentage',
]
const SIMILARITY = ['Dot product', 'Reverse dot product', 'Total score', ...ONLY_5]
const REFERENCE_MZ = ['Reference m/z']

function massError(row: Row): number | undefined {
  const measured = row.number(MZ)
  const reference = row.number(REFERENCE_MZ)
  if (measured === undefined || reference === undefined || measured <= 0 || reference <= 0) return undefined
  return ((measured - reference) / reference) * 1e6
}

const candidate: Omit<CandidateReading, 'cards'> = {
  names: (row) => {
    const name = row.text(NAME)
    return name === undefined
      ? undefined
      : {
          inchikey: row.text(['INCHIKEY', 'InChIKey']),
          inchi: row.text(['InChI']),
          smiles: row.text(['SMILES']),
          name,
        }
  },
  adduct: ['Adduct type', 'Adduct', 'Adduct ion name'],
  label: NAME,
  smiles: ['SMILES'],
  formula: ['Formula'],
  keep: { ontology: ['Ontology'], annotation_tag: ['Annotation tag (VS1.0)', 'Annotation tag'] },
  massErrorPpm: massError,
}

function peakOf(row: Row, file: FileHint): string | undefined {
  const peak = row.text(PEAK)
  const run = file.name?.replace(/\.[a-z]+$/i, '')
  return peak === undefined ? undefined : run === undefined ? peak : `${run}:${peak}`
}

const unidentified = 'MS-DIAL identified no feature: all names are Unknown or marked as low scores'

const alignment = {
  tool: 'MS-DIAL',
  observation: (row: Row) => row.text(ALIGNMENT),
  emptyBecause: unidentified,
} as const
const peaks = { tool: 'MS-DIAL', observation: peakOf, emptyBecause: unidentified } as const

/** Alignment and peak tables of MS-DIAL 4 and 5. Version 5 is told by columns that only it has. */
export const msdialLayouts: readonly TableLayout[] = [
  {
    ...alignment,
    id: 'msdial5_alignment',
    title: 'MS-DIAL 5 alignment table',
    needs: [ALIGNMENT, NAME, ONLY_5],
    candidates: [{ ...candidate, cards: MSDIAL5_CARDS }],
  },
  {
    ...alignment,
    id: 'msdial4_alignment',
    title: 'MS-DIAL 4 alignment table',
    needs: [ALIGNMENT, NAME, SIMILARITY],
    candidates: [{ ...candidate, cards: MSDIAL4_CARDS }],
  },
  {
    ...peaks,
    id: 'msdial5_peaks',
    title: 'MS-DIAL 5 peak list',
    needs: [PEAK, NAME, RT, ONLY_5],
    candidates: [{ ...candidate, cards: MSDIAL5_CARDS }],
  },
  {
    ...peaks,
    id: 'msdial4_peaks',
    title: 'MS-DIAL 4 peak list (.msdial)',
    needs: [PEAK, NAME, RT, SIMILARITY],
    candidates: [{ ...candidate, cards: MSDIAL4_CARDS }],
  },
]

const featureOfFile = (_row: Row, file: FileHint): string =>
  /\.sfd$/i.test(file.name ?? '') && file.folder !== undefined
    ? file.folder
    : (file.name?.replace(/\.[a-z]+$/i, '') ?? 'feature of the file')

/** Structure and formula candidates of MS-FINDER: blocks of `key: value` lines about one feature. */
export const msfinderLayouts: readonly TableLayout[] = [
  {
    id: 'msfinder_structures',
    tool: 'MS-FINDER',
    title: 'MS-FINDER structure candidates (.sfd)',
    written: 'blocks',
    needs: [['NAME'], ['TotalScore'], ['INCHIKEY', 'SMILES']],
    observation: featureOfFile,
    candidates: [
      {
        names: (row) => ({
          inchikey: row.first(['INCHIKEY'], ['ID']),
          smiles: row.text(['SMILES']),
          name: row.text(['NAME']),
        }),
        cards: MSFINDER_CARDS.filter(({ id }) => id === 'msfinder.total'),
        label: ['NAME'],
        smiles: ['SMILES'],
        keep: { ontology: ['Ontology'] },
      },
    ],
  },
  {
    id: 'msfinder_formulas',
    tool: 'MS-FINDER',
    title: 'MS-FINDER formula candidates (.fgt)',
    written: 'blocks',
    needs: [['NAME'], ['TOTALSCORE'], ['EXACTMASS', 'MASSDIFFSCORE']],
    observation: featureOfFile,
    candidates: [
      {
        about: 'formula',
        names: (row) => {
          const formula = row.text(['NAME'])
          return formula === undefined || !/^[A-Z][A-Za-z0-9+-]*$/.test(formula)
            ? undefined
            : { key: `formula:${formula}` }
        },
        cards: MSFINDER_CARDS.filter(({ id }) => id !== 'msfinder.total'),
        formula: ['NAME'],
        massErrorPpm: (row) => {
          const [exact, measured] = [row.number(['EXACTMASS']), row.number(['ACCURATEMASS'])]
          return exact !== undefined && measured !== undefined && exact > 0
            ? ((measured - exact) / exact) * 1e6
            : undefined
        },
      },
    ],
  },
]
