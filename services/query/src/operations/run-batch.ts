import type { ColumnOptions } from '../domain/survey/columns.ts'
import type { Batch } from './compute-batch.ts'
import type { TableFormat, TableSummary } from './ports.ts'

/** Awaited between groups of rows: lets whoever shares the thread have a turn, and may throw to end the batch. */
type Turn = () => Promise<void>
const noTurn: Turn = async () => {}

/** Rows that wait for the first score: a table of which so many have none is answered all the same. */
const MAX_HELD_ROWS = 1000

/** A table on its way: which batch computes it, how it is read, and how its summary is shaped at the end. */
export interface BatchRun {
  readonly batch: Batch
  readonly format: TableFormat
  readonly columns?: ColumnOptions | undefined
  readonly turn?: Turn
}

/** The rows of a table with their metrics, as text in the same format, piece by piece; a table without any score is refused. */
export async function* batchRows(
  { batch, format, columns, turn = noTurn }: BatchRun,
  bytes: AsyncIterable<Uint8Array>,
  present: (summary: TableSummary) => unknown,
): AsyncGenerator<string, void, undefined> {
  const table = format.open(batch.metricIds, columns)
  let held = ''
  let rows = 0
  for await (const group of table.read(bytes)) {
    held += table.rows(group.map(batch.compute))
    rows += group.length
    if (held !== '' && (batch.hasScores || rows > MAX_HELD_ROWS)) {
      yield held
      held = ''
    }
    await turn()
  }
  if (rows <= MAX_HELD_ROWS) batch.refuseIfUseless(table.describe())
  const end = table.end(present({ ...batch.summary(), table: table.describe() }))
  if (held + end !== '') yield held + end
}

/** Only the summary: every row is read, none is written. A table without any score is refused. */
export async function batchSummary(
  { batch, format, columns, turn = noTurn }: BatchRun,
  bytes: AsyncIterable<Uint8Array>,
): Promise<TableSummary> {
  const table = format.open(batch.metricIds, columns)
  for await (const group of table.read(bytes)) {
    for (const row of group) batch.compute(row)
    await turn()
  }
  batch.refuseIfUseless(table.describe())
  return { ...batch.summary(), table: table.describe() }
}
