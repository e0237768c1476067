import { type AnswerOf, orThrow } from '@assay/client-core'
import createClient, { type Client } from 'openapi-fetch'
import type { operations, paths } from './schema.d.ts'

export { AssayError, orThrow } from '@assay/client-core'
export type * from './schema.d.ts'

type BatchQuery = NonNullable<paths['/metrics/batch']['post']['parameters']['query']>

export interface BatchTable extends Omit<BatchQuery, 'output' | 'metrics'> {
  /** A table with one person a row: a header of parameter names, or one JSON object a line. */
  readonly table: Blob | string
  readonly format: 'csv' | 'ndjson'
  readonly metrics?: readonly string[]
}

export interface QueryClient extends Client<paths> {
  /** Computes metrics for every row and returns the table with the metrics added, as a stream of bytes. */
  batchRows(table: BatchTable): Promise<ReadableStream<Uint8Array>>
  /** Computes the summary of a survey from a table: prevalences and quality. */
  batchSummary(table: BatchTable): Promise<AnswerOf<operations['calculateMetricsBatch']>>
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
  const request = ({ table, format, metrics, ...query }: BatchTable, output: 'rows' | 'summary') => ({
    params: { query: { ...query, ...(metrics ? { metrics: metrics.join(',') } : {}), output } },
    body: table,
    bodySerializer: (body: unknown) => body,
    headers: { 'content-type': format === 'csv' ? 'text/csv' : 'application/x-ndjson' },
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
  })
}
