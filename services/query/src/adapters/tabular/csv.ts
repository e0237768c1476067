import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { stringify } from 'csv-stringify/sync'
import { readCell } from '../../domain/survey/read-cell.ts'
import type { TableFormat, TableRow } from '../../operations/ports.ts'

/** A longer record is a broken quote, not a child. */
const MAX_RECORD_BYTES = 100_000
const ROWS_PER_GROUP = 1000

function typed(cells: Record<string, string>): TableRow {
  const parameters: Record<string, unknown> = {}
  for (const column in cells) parameters[column] = readCell(column, cells[column] as string)
  return { cells, parameters }
}

/** Comma-separated values with a header of wire names (`sex,age_days,weight_kg,…`); other columns are carried along. */
export const csvFormat: TableFormat = {
  mediaType: 'text/csv',
  async *read(bytes) {
    const problems: TableRow[] = []
    const parser = parse({
      bom: true,
      columns: true,
      skip_empty_lines: true,
      relax_column_count_less: true,
      max_record_size: MAX_RECORD_BYTES,
      skip_records_with_error: true,
      on_skip: (error) => {
        problems.push({ problem: error?.message ?? 'the line cannot be read' })
        return undefined
      },
    })
    Readable.from(bytes, { objectMode: false })
      .on('error', (error) => parser.destroy(error))
      .pipe(parser)
    let group: TableRow[] = []
    for await (const cells of parser as AsyncIterable<Record<string, string>>) {
      group.push(typed(cells))
      if (group.length < ROWS_PER_GROUP) continue
      yield [...problems.splice(0), ...group]
      group = []
    }
    yield [...problems.splice(0), ...group]
  },
  writer(metricIds) {
    let columns: string[] | undefined
    return {
      rows(results) {
        const records: unknown[][] = []
        if (columns === undefined && results.length > 0) {
          columns = Object.keys(results.find(({ error }) => error === undefined)?.cells ?? results[0]!.cells)
          records.push([...columns, ...metricIds, 'error'])
        }
        for (const { cells, metrics, error } of results) {
          const record: unknown[] = (columns ?? []).map((column) => cells[column])
          for (const id of metricIds) record.push(metrics[id])
          record.push(error)
          records.push(record)
        }
        return stringify(records, { cast: { boolean: String } })
      },
      end: () => '',
    }
  },
}
