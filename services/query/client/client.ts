import { type AnswerOf, orThrow } from '@assay/client-core'
import createClient, { type Client } from 'openapi-fetch'
import type { operations, paths } from './schema.d.ts'

export { AssayError, orThrow } from '@assay/client-core'
export type * from './schema.d.ts'

type BatchQuery = NonNullable<paths['/metrics/batch']['post']['parameters']['query']>

export interface BatchTable extends Omit<BatchQuery, 'output' | 'metrics'> {
  /** A table with one person a row: a header of parameter names, one JSON object a line, or a workbook. */
  readonly table: Blob | string
  readonly format: 'csv' | 'ndjson' | 'xlsx'
  readonly metrics?: readonly string[]
}

const MEDIA_TYPES = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export interface QueryClient extends Client<paths> {
  /** Computes metrics for every row and returns the table with the metrics added, as a stream of bytes. */
  batchRows(table: BatchTable): Promise<ReadableStream<Uint8Array>>
  /** Computes the summary of a survey from a table: prevalences and quality. */
  batchSummary(table: BatchTable): Promise<AnswerOf<operations['calculateMetricsBatch']>>
  /** Returns every figure of every group of a survey as CSV, or a printable page in HTML. */
  batchText(table: BatchTable, output: 'tables' | 'report'): Promise<string>
}

/** Creates a typed client of the query service, with the credentials that its deployment asks for. */
export function createQueryClient(options: {
  baseUrl: string
  apiKey?: string
  token?: string
}): QueryClient {
  const client = createClient<paths>({
    baseUrl: options.baseUrl,
    headers: {
      ...(options.apiKey ? { 'x-api-key': options.apiKey } : {}),
      ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
    },
  })
  const request = (
    { table, format, metrics, ...query }: BatchTable,
    output: 'rows' | 'summary' | 'tables' | 'report',
  ) => ({
    params: { query: { ...query, ...(metrics ? { metrics: metrics.join(',') } : {}), output } },
    body: table,
    bodySerializer: (body: unknown) => body,
    headers: { 'content-type': MEDIA_TYPES[format] },
  })

  return Object.assign(client, {
    batchRows: async (table: BatchTable) =>
      (await orThrow(
        client.POST('/metrics/batch', { ...request(table, 'rows'), parseAs: 'stream' }),
      )) as ReadableStream<Uint8Array>,
    batchSummary: async (table: BatchTable) =>
      (await orThrow(client.POST('/metrics/batch', request(table, 'summary')))) as AnswerOf<
        operations['calculateMetricsBatch']
      >,
    batchText: async (table: BatchTable, output: 'tables' | 'report') =>
      (await orThrow(
        client.POST('/metrics/batch', { ...request(table, output), parseAs: 'text' }),
      )) as string,
  })
}
