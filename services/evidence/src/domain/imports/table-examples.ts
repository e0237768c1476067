/** Examples of tables for the tests of the readers. */
import { readLines } from './understand.ts'

/** Lines of a table with tabs. */
export const tsv = (...rows: readonly (readonly (string | number)[])[]) => rows.map((row) => row.join('\t'))
/** Reads lines as a file of this name. */
export const read = (lines: readonly string[], name = 'file.txt', folder?: string) =>
  readLines(lines, { name, ...(folder ? { folder } : {}) })

/** Molecule, observation, type and rounded value of each item. */
export const brief = (lines: readonly string[], name?: string, folder?: string) =>
  read(lines, name, folder).items.map(({ moleculeId, item }) => [
    moleculeId,
    item.metadata.observation_id,
    item.type,
    Math.round(item.value * 1000) / 1000,
  ])

/** InChIKey of L-tryptophan. */
export const TRYPTOPHAN = 'QIVBCDIJIAJPQS-VIFPVBQESA-N'
/** Columns of a GNPS library search, names of people included. */
export const GNPS_HEADER = [
  'SpectrumID',
  'Compound_Name',
  'PI',
  'Data_Collector',
  'Adduct',
  'Smiles',
  'INCHI',
  'LibraryQualityString',
  '#Scan#',
  'MQScore',
  'MZErrorPPM',
  'SharedPeaks',
  'MassDiff',
  'LibMZ',
  'SpecMZ',
  'InChIKey',
]
/** One hit under `GNPS_HEADER`. */
export const GNPS_ROW = [
  'CCMSLIB1',
  'Tryptophan',
  'A Person',
  'B Person',
  'M+H',
  'NC(Cc1c[nH]c2ccccc12)C(O)=O',
  'N/A',
  'Gold',
  58,
  0.99,
  1.5,
  16,
  0.0003,
  205.097,
  205.0973,
  TRYPTOPHAN,
]
/** Returns the row with some of its cells replaced, by the names of their columns. */
export const withCells = (
  row: readonly (string | number)[],
  header: readonly string[],
  cells: Record<string, string | number>,
) => row.map((cell, i) => cells[header[i]!] ?? cell)
