import { escapeFormula } from './formula-cell.ts'

/** Formats in which every list and every result of a command can be printed. */
export const OUTPUT_FORMATS = ['table', 'json', 'tsv'] as const

/** Content of one cell. Null, undefined and numbers that are not finite are missing. */
export type Cell = string | number | boolean | null | undefined

/**
 * Columns of a table in order: what each one means, and its cell of a row. Tab-separated values have `exact` cells as they are:
 * ids and secrets of the program itself, which other programs take from there.
 */
export type Columns<Row> = Readonly<
  Record<string, readonly [about: string, cell: (row: Row) => Cell, exact?: 'exact']>
>

/** What a sheet is, without the types of its rows: enough to document it. */
export interface SheetDescription {
  /** What one row stands for, such as "one beat of a file". */
  readonly row: string
  /** When the command prints this sheet, for a command with several. */
  readonly when?: string
  /** Format that is printed unless another one is asked for; `table` if absent. */
  readonly usual?: string
  readonly columns: Readonly<Record<string, readonly [about: string, ...unknown[]]>>
}

/** How a command prints one kind of result in each format. */
export interface Sheet<Result, Row = Result> extends SheetDescription {
  readonly columns: Columns<Row>
  readonly rows: (result: Result) => readonly Row[]
  /** Writes the result as JSON, with the line break at its end. */
  readonly json: (result: Result) => string
  /** Writes the result for people; an aligned table of the columns if absent. */
  readonly text?: (result: Result) => string
}

/** Writes a value as one line of JSON. */
export const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`
/** Writes values as lines of JSON. */
export const jsonLines = (values: readonly unknown[]): string => values.map(jsonLine).join('')
/** Writes a value as JSON over several lines, for people. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`

/** Characters that end a line somewhere, and tabs. */
const BREAKS = /[\t-\r\u0085\u2028\u2029]+/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g

/** Makes a text fit for one line of a terminal: no line break, and nothing that controls the terminal. */
const printable = (text: string): string => text.replace(BREAKS, ' ').replace(CONTROLS, '?')

function plain(cell: Cell): string {
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : ''
  return String(cell ?? '')
}

/**
 * Writes a cell of tab-separated values: no tab or line break, and nothing that a spreadsheet takes for a formula. A quote
 * at the start gets an apostrophe too: spreadsheets strip the quotes of `"=1+1"`, and read on over tabs and lines after a
 * lone one.
 */
export function tsvCell(cell: Cell): string {
  const text = plain(cell)
  return printable(text.startsWith('"') ? `'${text}` : escapeFormula(text))
}

/** Writes the line of column names. */
export const tsvHeader = (columns: SheetDescription['columns']): string =>
  `${Object.keys(columns).join('\t')}\n`

/** Writes one line for each row. */
export function tsvRows<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const cells = Object.values(columns)
  const written = (row: Row) =>
    cells.map(([, cell, exact]) => (exact ? printable(plain(cell(row))) : tsvCell(cell(row))))
  return rows.map((row) => `${written(row).join('\t')}\n`).join('')
}

/** Writes lines of cells under each other, for people. */
export function aligned(lines: readonly (readonly string[])[]): string {
  const shown = lines.map((line) => line.map(printable))
  const widths = (shown[0] ?? []).map((_, i) =>
    shown.reduce((width, line) => Math.max(width, line[i]!.length), 0),
  )
  const padded = shown.map((line) => line.map((cell, i) => cell.padEnd(widths[i]!)).join('  '))
  return padded.map((line) => `${line.trimEnd()}\n`).join('')
}

function tableText<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const cells = Object.values(columns)
  return aligned([Object.keys(columns), ...rows.map((row) => cells.map(([, cell]) => plain(cell(row))))])
}

/**
 * Starts the output of a command. Returns a function that prints one result; tab-separated values begin with the line of
 * column names, also if no result follows.
 */
export function printer<Result, Row>(
  sheet: Sheet<Result, Row>,
  format: string = sheet.usual ?? 'table',
  write: (text: string) => unknown = (text) => process.stdout.write(text),
): (result: Result) => void {
  const { columns, rows, json, text } = sheet
  if (format === 'tsv') {
    write(tsvHeader(columns))
    return (result) => write(tsvRows(columns, rows(result)))
  }
  if (format === 'json') return (result) => write(json(result))
  return (result) => write(text ? text(result) : tableText(columns, rows(result)))
}

/** Prints one result of a command in a format, the usual one of the sheet if none is given. */
export const printResult = <Result, Row>(
  sheet: Sheet<Result, Row>,
  format: string | undefined,
  result: Result,
): void => printer(sheet, format)(result)
