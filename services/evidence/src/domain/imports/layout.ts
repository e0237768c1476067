import type { ScoreCard } from '../scores/score-card.ts'
import type { CandidateNames } from './candidate.ts'
import { columnKey, present } from './cells.ts'
import type { FileHint } from './import-record.ts'

/** Number of lists of names whose position is remembered by identity. */
const REMEMBERED_LISTS = 200

/** Columns of a table, found by any of their names. */
export class Columns {
  readonly header: readonly string[]
  readonly #index = new Map<string, number>()
  readonly #found = new Map<string, number>()
  /** The same by the list itself, for the constant lists of a layout. */
  readonly #known = new Map<readonly string[], number>()

  constructor(header: readonly string[]) {
    this.header = header
    header.forEach((name, i) => {
      const key = columnKey(name)
      if (key !== '' && !this.#index.has(key)) this.#index.set(key, i)
    })
  }

  /** Returns the position of the first of these names that the table has, or −1. */
  find(names: readonly string[]): number {
    const known = this.#known.get(names)
    if (known !== undefined) return known
    const at = this.#search(names)
    // Constant lists come first; lists that are made for each row are not kept beyond that.
    if (this.#known.size < REMEMBERED_LISTS) this.#known.set(names, at)
    return at
  }

  #search(names: readonly string[]): number {
    const wanted = names.length === 1 ? names[0]! : names.join('\u0001')
    const before = this.#found.get(wanted)
    if (before !== undefined) return before
    const at = names.map((name) => this.#index.get(columnKey(name))).find((i) => i !== undefined) ?? -1
    this.#found.set(wanted, at)
    return at
  }

  /** Returns the positions of the columns that were looked for and found. */
  used(): Set<number> {
    return new Set([...this.#found.values()].filter((at) => at >= 0))
  }

  /** Returns the positions of the columns whose key matches a pattern. */
  matching(pattern: RegExp): number[] {
    return [...this.#index].filter(([key]) => pattern.test(key)).map(([, i]) => i)
  }
}

/** One row of a table. */
export class Row {
  readonly columns: Columns
  readonly cells: readonly string[]

  constructor(columns: Columns, cells: readonly string[]) {
    this.columns = columns
    this.cells = cells
  }

  /** Returns the cell of the first of these columns that the table has, or undefined if it says nothing. */
  text(names: readonly string[]): string | undefined {
    const at = this.columns.find(names)
    return at < 0 ? undefined : present(this.cells[at])
  }

  /** Returns the first of these columns that has a value in this row. */
  first(...alternatives: readonly (readonly string[])[]): string | undefined {
    for (const names of alternatives) {
      const text = this.text(names)
      if (text !== undefined) return text
    }
    return undefined
  }

  /** Returns the number in a column, or undefined. Accepts a decimal comma. */
  number(names: readonly string[]): number | undefined {
    const text = this.text(names)
    const value = text === undefined ? Number.NaN : Number(text.replace(',', '.'))
    return Number.isFinite(value) ? value : undefined
  }

  /** Returns the cells beyond the header. */
  rest(): string[] {
    return this.cells.slice(this.columns.header.length).filter((cell) => cell.trim() !== '')
  }
}

/** Score that a row may have, and the reason if it does not count in this row. */
export type Countable = (row: Row, card: ScoreCard, bound: ReadonlySet<string>) => string | undefined

/** How the candidate of a row is read. A row may have several, for instance one for each level of classes. */
export interface CandidateReading {
  readonly names: (row: Row) => CandidateNames | undefined
  readonly cards: readonly ScoreCard[]
  /** Columns of the adduct. */
  readonly adduct?: readonly string[]
  /** Columns of a name for people; also decides whether the row is an annotation. */
  readonly label?: readonly string[]
  readonly smiles?: readonly string[]
  readonly formula?: readonly string[]
  /** Other metadata and their columns. Only what is listed is kept: names of people and paths never are. */
  readonly keep?: Readonly<Record<string, readonly string[]>>
  /** What the observation is assessed for, if not for its structure. Such candidates are not rivals of structures. */
  readonly about?: string
  /** Reason why the row has no candidate. */
  readonly skip?: (row: Row) => string | undefined
  /** Whether the hit is an analogue, not the molecule itself. */
  readonly analog?: (row: Row) => boolean
  readonly decoy?: (row: Row, file: FileHint) => boolean
  /** Error of the precursor mass in ppm where the table has no column of it. */
  readonly massErrorPpm?: (row: Row) => number | undefined
  readonly counts?: Countable
  /** Further fields computed from the row. */
  readonly extra?: (row: Row) => Readonly<Record<string, string | number | undefined>>
}

/** Layout of a table of one tool. */
export interface TableLayout {
  readonly id: string
  /** Tool; the source of its items. */
  readonly tool: string
  readonly title: string
  /** Groups of names; a table has the layout if it has one of each group. */
  readonly needs: readonly (readonly string[])[]
  /** Names of which a table of this layout has none. */
  readonly without?: readonly string[]
  /** How the table is written; rows by default. */
  readonly written?: 'blocks'
  readonly observation: (row: Row, file: FileHint) => string | undefined
  readonly candidates: readonly CandidateReading[]
  /** Why a table of this layout may have no items. */
  readonly emptyBecause?: string
  /** Columns that look like scores and are not, with the reason. */
  readonly ignore?: readonly { readonly pattern: RegExp; readonly because: string }[]
}

/** Whether a header has the columns of a layout. */
export const fits = (layout: TableLayout, columns: Columns): boolean =>
  layout.needs.every((names) => columns.find(names) >= 0) &&
  !(layout.without && columns.find(layout.without) >= 0)

/** Score column of a file: its card and position. */
export interface BoundScore {
  readonly card: ScoreCard
  readonly at: number
  readonly name: string
}

/** Returns the score columns of a table. Of the names of one card the first wins, unless it names a pattern. */
export function bindScores(cards: readonly ScoreCard[], columns: Columns): BoundScore[] {
  return cards.flatMap((card) => {
    const places = card.pattern
      ? columns.matching(card.pattern)
      : [columns.find(card.columns)].filter((i) => i >= 0)
    return places.map((at) => ({ card, at, name: columns.header[at]! }))
  })
}
