import { inputNameOfWire } from '../../domain/metrics/inputs.ts'
import { Refusal } from '../../domain/refusal.ts'
import { escapeFormula } from '../../domain/survey/formula-cell.ts'
import { readCell } from '../../domain/survey/read-cell.ts'
import type { TableFormat, TableRow } from '../../operations/ports.ts'
import { type CsvRecord, csvRecords } from './csv-records.ts'

/** A longer record is a broken quote, not a child. */
const MAX_RECORD_CHARACTERS = 100_000
/** A row may be two characters long and is answered with all columns: more of them would be work for nothing. */
const MAX_COLUMNS = 5000
/** Few enough that a row is forgotten before the garbage collector takes it for something that lasts. */
const ROWS_PER_GROUP = 100

const NEEDS_QUOTES = /[",\r\n]/
/** A cell as it is written: quoted where it must be, and never a formula to the spreadsheet that opens the table. */
const written = (text: string) => {
  const cell = escapeFormula(text)
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

const refuse = (field: string, issue: string, provided: unknown): never => {
  throw new Refusal('VALIDATION_ERROR', `${field} ${issue}`, { field, issue, provided })
}

/** Which cells of a line are parameters; a parameter that two columns claim is refused. */
function parameterColumns(header: readonly string[]): readonly { index: number; column: string }[] {
  const columns = header.flatMap((column, index) =>
    inputNameOfWire(column) === undefined ? [] : [{ index, column }],
  )
  const twice = columns.find(({ column, index }) => header.indexOf(column) !== index)
  if (twice) refuse(twice.column, 'occurs twice in the header', twice.column)
  return columns
}

/** The names of the columns; a table without a usable header is refused as a whole. */
function headerOf(record: CsvRecord): readonly string[] {
  if ('problem' in record) return refuse('header', `cannot be read: ${record.problem}`, null)
  const { length } = record.cells
  if (length > MAX_COLUMNS) return refuse('header', `must have at most ${MAX_COLUMNS} columns`, length)
  return record.cells.map((name) => name.trim())
}

/** Comma-separated values with a header of wire names (`sex,age_days,weight_kg,…`); other columns are carried along. */
export const csvFormat: TableFormat = {
  mediaType: 'text/csv',
  open(metricIds) {
    let header: readonly string[] | undefined
    let parameters: ReturnType<typeof parameterColumns> = []
    let headed = false

    const toRow = (cells: readonly string[]): TableRow => {
      const extra = cells.length - header!.length
      if (extra > 0) return { cells, problem: `the line has ${extra} more cells than the header` }
      const given: Record<string, unknown> = {}
      for (const { index, column } of parameters) {
        const cell = cells[index]
        if (cell !== undefined) given[column] = readCell(column, cell)
      }
      return { cells, parameters: given }
    }
    const head = () => {
      if (headed || header === undefined) return ''
      headed = true
      return `${[...header, ...metricIds, 'error'].map(written).join(',')}\n`
    }

    return {
      async *read(bytes) {
        const decoder = new TextDecoder()
        const records = csvRecords(MAX_RECORD_CHARACTERS)
        const groups = function* (text: string, atEnd = false) {
          let rows: TableRow[] = []
          for (const record of records(text, atEnd)) {
            if (header === undefined) {
              header = headerOf(record)
              parameters = parameterColumns(header)
            } else rows.push('problem' in record ? record : toRow(record.cells))
            if (rows.length < ROWS_PER_GROUP) continue
            yield rows
            rows = []
          }
          yield rows
        }
        for await (const chunk of bytes) yield* groups(decoder.decode(chunk, { stream: true }))
        yield* groups(decoder.decode(), true)
      },
      rows(results) {
        let text = head()
        for (const { cells = [], metrics, error } of results) {
          const given = cells as readonly string[]
          for (const cell of given) text += `${written(cell)},`
          text += ','.repeat(Math.max(0, (header?.length ?? 0) - given.length))
          for (const id of metricIds) text += `${metrics[id] ?? ''},`
          text += error === undefined ? '\n' : `${written(error)}\n`
        }
        return text
      },
      end: head,
    }
  },
}
