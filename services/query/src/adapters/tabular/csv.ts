import { escapeFormula } from '@assay/kit/formula-cell'
import { Refusal } from '../../domain/refusal.ts'
import { type ColumnPlan, planColumns, readCell } from '../../domain/survey/columns.ts'
import type { TableFormat, TableResult, TableRow } from '../../operations/ports.ts'
import { type CsvRecord, csvRecords, type Delimiter, sniffDelimiter } from './csv-records.ts'
import { textDecoder } from './decode-text.ts'

/** A longer record is a broken quote, not a child. */
const MAX_RECORD_CHARACTERS = 100_000
/** A row may be two characters long and is answered with all columns: more of them would be work for nothing. */
const MAX_COLUMNS = 5000
/** Few enough that a row is forgotten before the garbage collector takes it for something that lasts. */
export const ROWS_PER_GROUP = 100

const NEEDS_QUOTES = /[",;|\t\r\n]/
/** A cell as it is written: quoted where it must be, and never a formula to the spreadsheet that opens the table. */
const written = (text: string) => {
  const cell = escapeFormula(text)
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

const refuse = (field: string, issue: string, provided: unknown): never => {
  throw new Refusal('VALIDATION_ERROR', `${field} ${issue}`, { field, issue, provided })
}

/** The names of the columns; a table without a usable header is refused as a whole. */
export function headerOf(record: CsvRecord): readonly string[] {
  if ('problem' in record) return refuse('header', `cannot be read: ${record.problem}`, null)
  const { length } = record.cells
  if (length > MAX_COLUMNS) return refuse('header', `must have at most ${MAX_COLUMNS} columns`, length)
  return record.cells.map((name) => name.trim())
}

/** One row of cells as parameters and place; `hasDecimalComma` where a comma in a number is a decimal one. */
export function rowOf(
  cells: readonly string[],
  columns: number,
  plan: ColumnPlan,
  hasDecimalComma: boolean,
): TableRow {
  const extra = cells.length - columns
  if (extra > 0) return { cells, problem: `the line has ${extra} more cells than the header` }
  const parameters: Record<string, unknown> = {}
  const place: Record<string, unknown> = {}
  for (let i = 0; i < columns; i++) {
    const target = plan.targetOf(i)
    if (target === undefined) continue
    const cell = cells[i]
    const value = cell === undefined ? undefined : readCell(cell, target, hasDecimalComma)
    if (target.to === 'input') parameters[target.key] = value
    else place[target.place] = value ?? ''
  }
  return { cells, parameters, place, reading: plan.reading }
}

/** Writes rows as CSV: the cells as they came, then the metrics, then the error. */
export function csvWriter(metricIds: readonly string[]) {
  let headed = false
  const headOf = (header: readonly string[] | undefined, delimiter: string) => {
    if (headed || header === undefined) return ''
    headed = true
    return `${[...header, ...metricIds, 'error'].map(written).join(delimiter)}\n`
  }
  return {
    head: headOf,
    rows(
      header: readonly string[] | undefined,
      delimiter: string,
      hasDecimalComma: boolean,
      results: readonly TableResult[],
    ): string {
      let text = headOf(header, delimiter)
      const width = header?.length ?? 0
      for (const { cells = [], metrics, error } of results) {
        const given = cells as readonly string[]
        for (const cell of given) text += written(cell) + delimiter
        text += delimiter.repeat(Math.max(0, width - given.length))
        for (const id of metricIds) {
          const value = metrics[id]
          if (value !== undefined) text += hasDecimalComma ? written(String(value).replace('.', ',')) : value
          text += delimiter
        }
        text += error === undefined ? '\n' : `${written(error)}\n`
      }
      return text
    },
  }
}

const FIRST_LINE_END = /[\r\n]/
const DECIMAL_COMMA = /^[+-]?\d+,\d+$/
/** Spreadsheets write the delimiter on a line of its own above the header. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/

/**
 * Delimited text with a header: commas, semicolons, tabs or bars, UTF-8, UTF-16 or Windows-1252, told from the table
 * itself. Columns that mean nothing are carried along.
 */
export const csvFormat: TableFormat = {
  mediaType: 'text/csv',
  open(metricIds, options) {
    const decoder = textDecoder()
    const writer = csvWriter(metricIds)
    let header: readonly string[] | undefined
    let plan: ColumnPlan | undefined
    let delimiter: Delimiter = ','
    let records: ReturnType<typeof csvRecords> | undefined
    let hasDecimalComma = false
    let start = ''

    const toRow = (cells: readonly string[]): TableRow => {
      if (delimiter !== ',' && !hasDecimalComma)
        hasDecimalComma = cells.some((cell) => DECIMAL_COMMA.test(cell))
      return rowOf(cells, header!.length, plan!, delimiter !== ',')
    }
    /** Text from the first line on, once it is there: only then is the delimiter known. */
    const sniffed = (text: string, atEnd: boolean): string | undefined => {
      if (records) return text
      start += text
      if (!atEnd && !FIRST_LINE_END.test(start) && start.length <= MAX_RECORD_CHARACTERS) return undefined
      const told = SEPARATOR_LINE.exec(start)
      const body = told ? start.slice(told[0].length) : start
      delimiter = sniffDelimiter(
        told ? told[1]! : body.slice(0, MAX_RECORD_CHARACTERS).split(FIRST_LINE_END, 1)[0]!,
      )
      records = csvRecords(MAX_RECORD_CHARACTERS, delimiter)
      start = ''
      return body
    }
    const groups = function* (decoded: string, atEnd = false) {
      const text = sniffed(decoded, atEnd)
      if (text === undefined) return
      let rows: TableRow[] = []
      for (const record of records!(text, atEnd)) {
        if (header === undefined) {
          header = headerOf(record)
          plan = planColumns(header, options)
        } else rows.push('problem' in record ? record : toRow(record.cells))
        if (rows.length < ROWS_PER_GROUP) continue
        yield rows
        rows = []
      }
      yield rows
    }

    return {
      async *read(bytes) {
        for await (const chunk of bytes) yield* groups(decoder.decode(chunk))
        yield* groups(decoder.decode(new Uint8Array(), true), true)
      },
      rows: (results) => writer.rows(header, delimiter, hasDecimalComma, results),
      end: () => writer.head(header, delimiter),
      describe: () => ({
        layout: plan?.layout,
        encoding: decoder.encoding,
        delimiter: delimiter === '\t' ? 'tab' : delimiter,
        decimalComma: hasDecimalComma,
        read: plan?.read ?? {},
        unread: plan?.unread ?? [],
        assumed: plan?.assumed ?? [],
      }),
    }
  },
}
