import { Readable } from 'node:stream'
import type { App } from '@assay/kit/server'
import { errorCodes } from 'fastify'
import type { computeBatch } from '../operations/compute-batch.ts'
import type { TableFormat } from '../operations/ports.ts'
import { batchRows, batchSummary } from '../operations/run-batch.ts'
import { BatchQuery, BatchSummaryAnswer, BatchTable } from './batch.schema.ts'
import { ErrorBody } from './errors.ts'
import { MODEL_VERSION } from './present.ts'
import { presentSurvey } from './present-survey.ts'

export interface BatchDeps {
  readonly formats: readonly TableFormat[]
  readonly computeBatch: ReturnType<typeof computeBatch>
  readonly maxBatchBytes: number
  readonly seconds: () => number
}

/** A generator whose first piece has been taken already. */
async function* resumed(first: IteratorResult<string, void>, rest: AsyncGenerator<string, void, undefined>) {
  try {
    if (!first.done) yield first.value
    yield* rest
  } finally {
    // The client may leave before the end: what is being read is let go.
    await rest.return()
  }
}

/** `POST /metrics/batch`: a table in, the same table with metrics out, both as streams. */
export function batchRoutes(app: App, deps: BatchDeps): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    for (const format of deps.formats) {
      scope.addContentTypeParser(
        format.mediaType,
        { bodyLimit: deps.maxBatchBytes },
        (_request, payload, done) => done(null, payload),
      )
    }
    ;(scope as App).post(
      '/metrics/batch',
      {
        bodyLimit: deps.maxBatchBytes,
        schema: {
          tags: ['metrics'],
          operationId: 'calculateMetricsBatch',
          summary: 'Metrics of every row of a CSV or NDJSON stream',
          description:
            'Send `text/csv` with a header of parameter names, or `application/x-ndjson` with one object of parameters a line; other columns are carried along. The answer has the same format and order, with the metrics added and, where a row was refused, an `error`. NDJSON ends with a line `{"summary": …}`. With `output=summary` the answer is only the survey summary.',
          consumes: deps.formats.map((format) => format.mediaType),
          produces: [...deps.formats.map((format) => format.mediaType), 'application/json'],
          querystring: BatchQuery,
          body: BatchTable,
          response: {
            200: {
              description: 'Rows as a stream in the format that came in, or the summary as JSON',
              content: {
                'application/json': { schema: BatchSummaryAnswer },
                ...Object.fromEntries(
                  deps.formats.map(({ mediaType }) => [mediaType, { schema: { type: 'string' } }]),
                ),
              },
            },
            401: ErrorBody,
            403: ErrorBody,
            415: ErrorBody,
            422: ErrorBody,
            429: ErrorBody,
          },
        },
      },
      async (request, reply) => {
        const started = deps.seconds()
        const { metrics, population, output } = request.query
        const batch = deps.computeBatch({ metrics: metrics?.split(',').map((id) => id.trim()), population })
        const mediaType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
        const format = deps.formats.find((candidate) => candidate.mediaType === mediaType)
        // Without a body Fastify asks for no Content-Type, so that no parser has refused the request.
        if (!format) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(mediaType)
        const bytes = request.body as Readable
        if (output === 'rows') {
          const rows = batchRows(batch, format, bytes, presentSurvey)
          // A table that is refused as a whole is refused before its answer begins.
          const first = await rows.next()
          reply.type(`${format.mediaType}; charset=utf-8`)
          return reply.send(Readable.from(resumed(first, rows)) as never)
        }
        const summary = await batchSummary(batch, format, bytes)
        return reply.type('application/json').send({
          status: 'success',
          data: presentSurvey(summary),
          processing_time: deps.seconds() - started,
          metadata: { model_version: MODEL_VERSION, metrics: [...batch.metricIds] },
        })
      },
    )
  })
}
