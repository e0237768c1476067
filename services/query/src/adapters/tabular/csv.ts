import { inputNameOfWire } from '../../domain/metrics/inputs.ts'
import { Refusal } from '../../domain/refusal.ts'
import { readCell } from '../../domain/survey/read-cell.ts'
import type { TableFormat, TableRow } from '../../operations/ports.ts'
import { csvRecords } from './csv-records.ts'

/** A longer record is a broken quote, not a child. */
const MAX_RECORD_CHARACTERS = 100_000
/** Few enough that a row is forgotten before the garbage collector takes it for something that lasts. */
const ROWS_PER_GROUP = 100

const NEEDS_QUOTES = /[",\r\n]/
const quoted = (cell: string) => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Which cells of a line are parameters; a parameter that two columns claim is refused. */
function parameterColumns(header: readonly string[]): readonly { index: number; column: string }[] {
  const columns = header.flatMap((column, index) =>
    inputNameOfWire(column) === undefined ? [] : [{ index, column }],
  )
  const twice = columns.find(({ column, index }) => header.indexOf(column) !== index)
  if (twice) {
    const issue = 'occurs twice in the header'
    throw new Refusal('VALIDATION_ERROR', `${twice.column} ${issue}`, {
      field: twice.column,
      issue,
      provided: twice.column,
    })
  }
  return columns
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
      return `${[...header, ...metricIds, 'error'].map(quoted).join(',')}\n`
    }

    return {
      async *read(bytes) {
        const decoder = new TextDecoder()
        const records = csvRecords(MAX_RECORD_CHARACTERS)
        const groups = function* (text: string, atEnd = false) {
          let rows: TableRow[] = []
          for (const record of records(text, atEnd)) {
            if ('problem' in record) rows.push(record)
            else if (header === undefined) {
              header = record.cells.map((name) => name.trim())
              parameters = parameterColumns(header)
            } else rows.push(toRow(record.cells))
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
          const width = Math.max(header?.length ?? 0, given.length)
          for (let i = 0; i < width; i++) text += i < given.length ? `${quoted(given[i] as string)},` : ','
          for (const id of metricIds) text += `${metrics[id] ?? ''},`
          text += error === undefined ? '\n' : `${quoted(error)}\n`
        }
        return text
      },
      end: head,
    }
  },
}
