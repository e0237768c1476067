import type { Batch } from './compute-batch.ts'
import type { TableFormat } from './ports.ts'

/** Awaited between groups of rows: lets whoever shares the thread have a turn, and may throw to end the batch. */
type Turn = () => Promise<void>
const noTurn: Turn = async () => {}

/** The rows of a table with their metrics, as text in the same format, piece by piece; `present` shapes the summary at the end. */
export async function* batchRows(
  batch: Batch,
  format: TableFormat,
  bytes: AsyncIterable<Uint8Array>,
  present: (summary: ReturnType<Batch['summary']>) => unknown,
  turn = noTurn,
): AsyncGenerator<string, void, undefined> {
  const table = format.open(batch.metricIds)
  for await (const group of table.read(bytes)) {
    const text = table.rows(group.map(batch.compute))
    if (text !== '') yield text
    await turn()
  }
  const end = table.end(present(batch.summary()))
  if (end !== '') yield end
}

/** Only the summary: every row is read, none is written. */
export async function batchSummary(
  batch: Batch,
  format: TableFormat,
  bytes: AsyncIterable<Uint8Array>,
  turn = noTurn,
): Promise<ReturnType<Batch['summary']>> {
  for await (const group of format.open(batch.metricIds).read(bytes)) {
    for (const row of group) batch.compute(row)
    await turn()
  }
  return batch.summary()
}
