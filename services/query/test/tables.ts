import { Readable } from 'node:stream'
import { expect } from 'vitest'
import { csvFormat } from '../src/adapters/tabular/csv.ts'
import { Refusal } from '../src/domain/refusal.ts'
import { computeBatch } from '../src/operations/compute-batch.ts'
import type { TableFormat } from '../src/operations/ports.ts'
import { batchRows, batchSummary } from '../src/operations/run-batch.ts'
import { readTableOptions, type TableOptionTexts } from '../src/operations/table-options.ts'

const compute = computeBatch({ now: () => new Date('2026-06-15') })
/** A run of one table. */
export const runOf = (format: TableFormat, texts: TableOptionTexts) => {
  const task = readTableOptions(texts)
  return { batch: compute(task), format, columns: task }
}
const bytesOf = (file: string | Uint8Array) => Readable.from([Buffer.from(file as string)])
/** The survey of one table. */
export const summaryOf = (file: string | Uint8Array, texts: TableOptionTexts = {}, format = csvFormat) =>
  batchSummary(runOf(format, texts), bytesOf(file))
/** The rows of one table as text. */
export const rowsOf = async (file: string | Uint8Array, texts: TableOptionTexts = {}, format = csvFormat) => {
  let text = ''
  for await (const piece of batchRows(runOf(format, texts), bytesOf(file), () => null)) text += piece
  return text
}
/** The refusal that some work ends in. */
export const refusalOf = async (work: Promise<unknown>): Promise<Refusal> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Refusal)
  return error as Refusal
}
