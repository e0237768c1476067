import { parse } from 'csv-parse'
import { inputNameOfWire } from '../../domain/metrics/inputs.ts'
import { Refusal } from '../../domain/refusal.ts'
import { readCell } from '../../domain/survey/read-cell.ts'
import type { TableFormat, TableRow } from '../../operations/ports.ts'

/** A longer record is a broken quote, not a child. */
const MAX_RECORD_BYTES = 100_000

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
        let rows: TableRow[] = []
        // Rows are collected where they are parsed, a chunk at a time: passing each through a stream costs more than all
        // z-scores of a child.
        const parser = parse({
          bom: true,
          skip_empty_lines: true,
          relax_column_count: true,
          max_record_size: MAX_RECORD_BYTES,
          skip_records_with_error: true,
          on_record: (cells: string[]) => {
            if (header === undefined) {
              header = cells.map((name) => name.trim())
              parameters = parameterColumns(header)
            } else rows.push(toRow(cells))
            return undefined
          },
          on_skip: (error) => {
            rows.push({ problem: reasonOf(error?.code) })
            return undefined
          },
        })
        let failure: Error | undefined
        parser.on('error', (error) => {
          failure = error
        })
        parser.resume()
        const feed = (chunk: Uint8Array | undefined) =>
          new Promise<void>((done, failed) => {
            const next = (error?: Error | null) => (error ? failed(error) : done())
            if (chunk === undefined) parser.end(next)
            else parser.write(chunk, next)
          })
        try {
          for await (const chunk of bytes) {
            await feed(chunk)
            yield rows
            rows = []
          }
          await feed(undefined)
          if (failure) throw failure
          yield rows
        } finally {
          parser.destroy()
        }
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

const REASONS: Readonly<Record<string, string>> = {
  CSV_MAX_RECORD_SIZE: `the line is longer than ${MAX_RECORD_BYTES} characters`,
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is opened and not closed',
  INVALID_OPENING_QUOTE: 'a quotation mark stands inside a cell that does not begin with one',
  CSV_INVALID_CLOSING_QUOTE: 'something follows a closing quotation mark',
}
const reasonOf = (code: string | undefined) => REASONS[code ?? ''] ?? 'the line cannot be read'
