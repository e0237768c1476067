/** The entry of a thread that computes tables. */
import { type MessagePort, parentPort } from 'node:worker_threads'
import { TABLE_FORMATS } from './adapters/tabular/formats.ts'
import { serveBatches } from './adapters/threads/batch-thread.ts'
import { computeBatch } from './operations/compute-batch.ts'
import type { TableTask } from './operations/ports.ts'
import { type BatchRun, batchRows, batchSummary } from './operations/run-batch.ts'
import { presentSurvey } from './wire/batch.present.ts'

const compute = computeBatch({ now: () => new Date() })
const formatOf = ({ mediaType }: TableTask) => TABLE_FORMATS.find((format) => format.mediaType === mediaType)!
const runOf = (task: TableTask, turn: () => Promise<void>): BatchRun => ({
  batch: compute(task),
  format: formatOf(task),
  columns: task,
  turn,
})

serveBatches(parentPort as MessagePort, {
  rows: (task, bytes, turn) => batchRows(runOf(task, turn), bytes, presentSurvey),
  summary: (task, bytes, turn) => batchSummary(runOf(task, turn), bytes),
})
