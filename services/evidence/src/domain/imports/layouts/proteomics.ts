import { PERCOLATOR_CARDS, PSM_CARDS } from '../../scores/search-engines.ts'
import { baseName } from '../cells.ts'
import type { FileHint } from '../import-record.ts'
import type { CandidateReading, Row, TableLayout } from '../layout.ts'
import { normalisePeptide, onlyDecoys, proteinNames } from '../peptides.ts'

const ALL = [...PERCOLATOR_CARDS, ...PSM_CARDS]
const cardsOf = (tool: string) => ALL.filter((card) => card.tool === tool)
const PSM = ['PSMId', 'PSM ID', 'SpecId']
const PEPTIDE = ['peptide', 'Peptide']
const PROTEINS = ['proteinIds', 'protein_list', 'proteins', 'Proteins', 'protein id']
const SCAN = ['scannr', 'ScanNr', 'Scan number', 'scan']

/** Returns the number of a scan in a native id (`controllerType=0 controllerNumber=1 scan=30069`), or the id. */
const scanOf = (id: string): string => /(?:^|[\s;])(?:scan|spectrum|index|scanId)=(\d+)/.exec(id)?.[1] ?? id

/** Returns the base name of a run without the extensions of spectra. */
const runOf = (file: string): string =>
  baseName(file).replace(/\.(?:gz|mzml|raw|d|mgf|mzxml|wiff|pep\.xml)$/gi, '')

/** Reads `run_scan_charge_rank` and its relatives; other ids stay as they are. */
function spectrumOfPsm(id: string): string {
  const plain = baseName(id)
  const crux = /^(?:target|decoy)_(\d+)_(\d+)_\d+_-?\d+$/.exec(plain)
  if (crux) return `${crux[1]}:${crux[2]}`
  const named = /^(.+)_(\d+)_\d+_-?\d+$/.exec(plain)
  if (named) return `${runOf(named[1]!)}:${named[2]}`
  const dotted = /^(.+)\.0*(\d+)\.0*\d+\.\d+(?:_\d+)?$/.exec(plain)
  if (dotted) return `${runOf(dotted[1]!)}:${dotted[2]}`
  return /(?:^|;)spectrum:([^;]+)/.exec(id)?.[1] ?? plain
}

function candidate(tool: string, decoy: (row: Row, file: FileHint) => boolean): CandidateReading {
  return {
    names: (row) => {
      const modified = row.first(['Modified sequence'], ['Modified Peptide'], PEPTIDE, ['Sequence'])
      const peptide = normalisePeptide(modified) ?? normalisePeptide(row.first(PEPTIDE, ['Sequence']))
      return peptide === undefined ? undefined : { key: `peptide:${peptide}` }
    },
    cards: cardsOf(tool),
    keep: { charge: ['charge', 'Charge', 'z'] },
    extra: (row) => ({ proteins: proteinsOf(row).slice(0, 5).join(';') || undefined }),
    decoy,
  }
}

/** Proteins of a row; Percolator writes further ones into further cells. */
const proteinsOf = (row: Row): string[] => {
  const named = row.first(PROTEINS, ['Protein'])
  const more = row.text(['Mapped Proteins'])
  return [named, ...(more === undefined ? [] : [more]), ...row.rest()].flatMap((cell) => proteinNames(cell))
}

/** Percolator writes decoys to their own file, which may name them in its name only. */
const percolatorDecoy = (row: Row, file: FileHint): boolean => {
  const proteins = proteinsOf(row)
  if (proteins.length > 0 && onlyDecoys(proteins)) return true
  return (
    /^decoy_/i.test(row.text(PSM) ?? '') ||
    (/\bdecoy|_decoy/i.test(file.name ?? '') && !/target/i.test(file.name ?? ''))
  )
}

const isFalse = (text: string | undefined): boolean => /^(?:false|f|0|no|-1)$/i.test(text ?? '')
const FEW = 'no peptide-spectrum match has a posterior error'

/** Tables of peptide-spectrum matches. */
export const proteomicsLayouts: readonly TableLayout[] = [
  {
    id: 'mokapot_psms',
    tool: 'mokapot',
    title: 'mokapot peptide-spectrum matches or peptides',
    needs: [['mokapot score', 'mokapot_score', 'mokapot q-value', 'mokapot PEP'], PEPTIDE],
    observation: (row) => {
      const id = row.first(['spectrum_id'], PSM, SCAN)
      const run = row.first(['run'], ['filename'], ['Spectrum File'])
      if (id === undefined) return undefined
      return run === undefined ? spectrumOfPsm(scanOf(id)) : `${runOf(run)}:${scanOf(id)}`
    },
    candidates: [
      candidate('mokapot', (row) => isFalse(row.first(['is_target'], ['Label'])) || percolatorDecoy(row, {})),
    ],
    emptyBecause: FEW,
  },
  {
    id: 'percolator_psms',
    tool: 'Percolator',
    title: 'Percolator peptide-spectrum matches or peptides',
    needs: [PSM, ['posterior_error_prob', 'percolator PEP'], PEPTIDE],
    observation: (row) => {
      const id = row.text(PSM)
      return id === undefined ? undefined : spectrumOfPsm(id)
    },
    candidates: [candidate('Percolator', percolatorDecoy)],
    emptyBecause: FEW,
  },
  {
    id: 'sage_results',
    tool: 'Sage',
    title: 'Sage results',
    needs: [['sage_discriminant_score'], PEPTIDE, SCAN],
    observation: (row) => {
      const scan = row.text(SCAN)
      return scan === undefined ? undefined : `${runOf(row.text(['filename']) ?? '')}:${scanOf(scan)}`
    },
    candidates: [
      candidate(
        'Sage',
        (row) =>
          isFalse(row.text(['label'])) ||
          isFalse(row.text(['is_target'])) ||
          /^true$/i.test(row.text(['is_decoy']) ?? ''),
      ),
    ],
    emptyBecause: FEW,
  },
  {
    id: 'fragpipe_psms',
    tool: 'FragPipe',
    title: 'FragPipe or Philosopher psm.tsv',
    needs: [['Spectrum'], PEPTIDE, ['PeptideProphet Probability', 'Probability']],
    observation: (row) => {
      const id = row.text(['Spectrum'])
      return id === undefined ? undefined : spectrumOfPsm(id)
    },
    candidates: [
      candidate(
        'FragPipe',
        (row) => /^true$/i.test(row.text(['Is Decoy']) ?? '') || onlyDecoys(proteinsOf(row)),
      ),
    ],
    emptyBecause: FEW,
  },
  {
    id: 'maxquant_msms',
    tool: 'MaxQuant',
    title: 'MaxQuant msms.txt or evidence.txt',
    needs: [['Raw file'], ['Sequence', 'Modified sequence'], ['PEP']],
    observation: (row) => {
      const [run, scan] = [
        row.text(['Raw file']),
        row.first(['Scan number'], ['MS/MS scan number'], ['MS/MS Scan Number']),
      ]
      return run === undefined || scan === undefined ? undefined : `${runOf(run)}:${scan}`
    },
    candidates: [
      candidate('MaxQuant', (row) => row.text(['Reverse']) === '+' || onlyDecoys(proteinsOf(row))),
    ],
    emptyBecause: FEW,
  },
]
