/** The entry of a thread that computes tables. */
import { type MessagePort, parentPort } from 'node:worker_threads'
import { csvFormat } from './adapters/tabular/csv.ts'
import { ndjsonFormat } from './adapters/tabular/ndjson.ts'
import { serveBatches } from './adapters/threads/batch-thread.ts'
import { computeBatch } from './operations/compute-batch.ts'
import type { TableTask } from './operations/ports.ts'
import { batchRows, batchSummary } from './operations/run-batch.ts'
import { presentSurvey } from './wire/batch.present.ts'

const compute = computeBatch({ now: () => new Date() })
const formatOf = ({ mediaType }: TableTask) =>
  [csvFormat, ndjsonFormat].find((format) => format.mediaType === mediaType)!

serveBatches(parentPort as MessagePort, {
  rows: (task, bytes, turn) => batchRows(compute(task), formatOf(task), bytes, presentSurvey, turn),
  summary: (task, bytes, turn) => batchSummary(compute(task), formatOf(task), bytes, turn),
})
