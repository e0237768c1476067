import type { ObservationRow } from '../../service.ts'
import type { Sort, TableSearch } from './table-search.ts'

/** Row of the table with what filters and orders compare, computed once. */
export interface TableRow {
  readonly row: ObservationRow
  readonly probability: number
  /** Everything that a search finds, in lower case. */
  readonly text: string
  /** Name of the best candidate in lower case; those without one come last. */
  readonly name: string
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
    name: (row.best?.name ?? row.best?.molecule_id ?? '\uffff').toLowerCase(),
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
const falling = (a: number, b: number) => b - a

/** What an order compares, and how. */
interface Order<Key extends string | number> {
  readonly keyOf: (row: TableRow) => Key
  readonly compare: (a: Key, b: Key) => number
}
const orderBy = <Key extends string | number>(
  keyOf: Order<Key>['keyOf'],
  compare: Order<Key>['compare'],
): Order<never> => ({ keyOf, compare }) as unknown as Order<never>

const ORDERS: Readonly<Record<Exclude<Sort, 'probability'>, Order<never>>> = {
  observation: orderBy(({ order }) => order, compareText),
  best: orderBy(({ name }) => name, compareText),
  level: orderBy(({ row }) => row.schymanski ?? '9', compareText),
  conflict: orderBy(({ row }) => row.conflict, falling),
  sources: orderBy(({ row }) => row.sources, falling),
}

/** Remembers the last results for the same rows, whatever React does with a render that is under way. */
function remembered<Result>(compute: (rows: readonly TableRow[], key: string) => Result) {
  const kept = new WeakMap<readonly TableRow[], Map<string, Result>>()
  return (rows: readonly TableRow[], key: string): Result => {
    const results = kept.get(rows) ?? new Map<string, Result>()
    kept.set(rows, results)
    const known = results.get(key)
    if (known !== undefined) return known
    const result = compute(rows, key)
    if (results.size >= MOST_REMEMBERED) results.clear()
    results.set(key, result)
    return result
  }
}
const MOST_REMEMBERED = 12

const byId = remembered((rows) => rows.toSorted((a, b) => compareText(a.order, b.order)))

/**
 * Sorts groups of equal rows, of which most columns have few; within a group rows stay in the order of their ids. By
 * probability rows come from the service almost in order, page by page, and are sorted as they are.
 */
const sorted = remembered((rows, key) => {
  const [sort, turned] = key.split(' ') as [Sort, string]
  if (sort === 'probability') {
    const sign = turned ? -1 : 1
    return rows.toSorted((a, b) => sign * (b.probability - a.probability) || compareText(a.order, b.order))
  }
  const { keyOf, compare } = ORDERS[sort]
  const groups = [...Map.groupBy(byId(rows, ''), keyOf)].sort(([a], [b]) => compare(a, b))
  if (turned) groups.reverse()
  return groups.flatMap(([, group]) => group)
})

/** Returns the rows in the order of the address; equal ones by their id. */
export const sortRows = (
  rows: readonly TableRow[],
  { sort = 'probability', turned }: TableSearch,
): readonly TableRow[] => sorted(rows, `${sort} ${turned ?? ''}`)

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
