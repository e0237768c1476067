import type { ObservationRow } from '../../service.ts'
import type { Sort, TableSearch } from './table-search.ts'

/** Row of the table with what filters and orders compare, computed once. */
export interface TableRow {
  readonly row: ObservationRow
  readonly probability: number
  /** Everything that a search finds, in lower case. */
  readonly text: string
  /** Id with its numbers padded, so that 9 comes before 10. */
  readonly order: string
}

const padded = (text: string) => text.replace(/\d+/g, (digits) => digits.padStart(12, '0'))

/** Prepares rows for filters and orders. */
export const tableRows = (rows: readonly ObservationRow[]): TableRow[] =>
  rows.map((row) => ({
    row,
    probability: row.best?.probability ?? 0,
    text: [
      row.observation_id,
      ...row.shares.flatMap(({ name, molecule_id, candidate_key }) => [
        name ?? '',
        molecule_id,
        candidate_key,
      ]),
    ]
      .join('\n')
      .toLowerCase(),
    order: padded(row.observation_id),
  }))

/** Returns each observation once, as it came last. */
export const distinctRows = (rows: readonly TableRow[]): TableRow[] => [
  ...new Map(rows.map((one) => [one.row.observation_id, one])).values(),
]

/** Conflict from which the evidence of a candidate counts as disagreeing. */
const TORN = 0.1

/** Returns whether a row passes the filters and the threshold. */
function filterOf(search: TableSearch): (row: TableRow) => boolean {
  const words = (search.find ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const threshold = Number(search.threshold ?? 0)
  const sources = Number(search.sources ?? 0)
  const level = search.level === 'none' ? null : search.level
  return ({ row, probability, text }) =>
    probability >= threshold &&
    row.sources >= sources &&
    (level === undefined || row.schymanski === level) &&
    (search.conflict === undefined || row.conflict >= TORN === (search.conflict === 'torn')) &&
    words.every((word) => text.includes(word))
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const name = ({ row }: TableRow) => (row.best?.name ?? row.best?.molecule_id ?? '\uffff').toLowerCase()

const ORDERS: Readonly<Record<Sort, (a: TableRow, b: TableRow) => number>> = {
  probability: (a, b) => b.probability - a.probability,
  observation: (a, b) => compareText(a.order, b.order),
  best: (a, b) => compareText(name(a), name(b)),
  level: (a, b) => compareText(a.row.schymanski ?? '9', b.row.schymanski ?? '9'),
  conflict: (a, b) => b.row.conflict - a.row.conflict,
  sources: (a, b) => b.row.sources - a.row.sources,
}

/** Returns the rows in the order of the address; equal ones by their id. */
export function sortRows(
  rows: readonly TableRow[],
  { sort = 'probability', turned }: TableSearch,
): TableRow[] {
  const compare = ORDERS[sort]
  const sign = turned ? -1 : 1
  return rows.toSorted((a, b) => sign * compare(a, b) || compareText(a.order, b.order))
}

/** Returns the rows that pass the filters, in the same order. */
export const filterRows = (rows: readonly TableRow[], search: TableSearch): readonly TableRow[] =>
  rows.filter(filterOf(search))

/** What a threshold lets through. */
export interface Acceptance {
  readonly accepted: number
  /** Accepted observations whose scores are not calibrated. */
  readonly uncalibrated: number
  /** Expected number of wrong ones among the calibrated: the sum of 1 − p. */
  readonly expectedWrong: number
}

/** Counts what is accepted and, of what is calibrated, how many are expected to be wrong. */
export function acceptance(rows: readonly TableRow[]): Acceptance {
  let uncalibrated = 0
  let expectedWrong = 0
  for (const { row, probability } of rows) {
    if (row.calibrated) expectedWrong += 1 - probability
    else uncalibrated += 1
  }
  return { accepted: rows.length, uncalibrated, expectedWrong }
}
