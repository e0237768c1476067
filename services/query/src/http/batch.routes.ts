import { Readable } from 'node:stream'
import { clientNetwork } from '@assay/kit/client-address'
import type { App } from '@assay/kit/server'
import { untilGone } from '@assay/kit/waiting-client'
import { errorCodes, type FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { computeBatch } from '../operations/compute-batch.ts'
import type { TableComputer, TableTask } from '../operations/ports.ts'
import { readTableOptions } from '../operations/table-options.ts'
import { presentSurveyTables, surveyTablesCsv } from '../wire/batch.present.ts'
import { BatchQuery, BatchSummaryAnswer, BatchTable } from '../wire/batch.schema.ts'
import { INTENDED_USE } from '../wire/intended-use.ts'
import { MODEL_VERSION } from '../wire/metrics.present.ts'
import { surveyReport } from '../wire/survey-report.present.ts'
import { type BatchLimits, batchPlaces } from './batch-places.ts'
import { bodyPieces } from './body-pieces.ts'

export interface BatchDeps {
  /** Formats in which tables come, and those in which their rows go out. */
  readonly formats: readonly { readonly mediaType: string; readonly outputType: string }[]
  /** Refuses a list of metrics that means nothing before a byte of the table is read. */
  readonly computeBatch: ReturnType<typeof computeBatch>
  readonly tables: TableComputer
  readonly batchLimits: BatchLimits & { readonly maxBytes: number }
  readonly seconds: () => number
  /** Today's date, for the report. */
  readonly today: () => string
}

interface BatchRoute {
  readonly Querystring: Static<typeof BatchQuery>
  readonly Body: Readable
  readonly Reply: Readable | string | Static<typeof BatchSummaryAnswer>
}

const clientOf = ({ principal, ip }: FastifyRequest) => principal?.subject ?? clientNetwork(ip)

/** A generator whose first piece has been taken already; `end` is called when it is over, read to its end or not. */
async function* resumed<T>(first: IteratorResult<T, void>, rest: AsyncGenerator<T, void>, end: () => void) {
  try {
    if (!first.done) yield first.value
    yield* rest
  } finally {
    end()
    await rest.return()
  }
}

/** `POST /metrics/batch`: a table in, the same table with metrics out, both as streams. */
export function batchRoutes(app: App, deps: BatchDeps): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The body is read by the batch itself; `bodyPieces` holds it to its limit.
    const mediaTypes = deps.formats.map(({ mediaType }) => mediaType)
    scope.addContentTypeParser(mediaTypes, (_request, payload, done) => done(null, payload))
    const textTypes = [...new Set([...deps.formats.map(({ outputType }) => outputType), 'text/html'])]
    const outputTypes = [...textTypes, 'application/json']
    const schema = {
      tags: ['metrics'],
      operationId: 'calculateMetricsBatch',
      summary: 'Compute metrics of every row of a table, and its survey tables',
      description:
        'Send `text/csv` with a header (any delimiter; UTF-8, UTF-16 or Windows-1252), `application/x-ndjson` with one object of parameters a line, or an `.xlsx` workbook, whose first sheet is read. Columns are known by name in any spelling and in the layouts of WHO Anthro, ENA for SMART, DHS and MICS; `map` names others, and the rest is carried along. The answer has the same format and order, with the metrics added and, where a value was refused, an `error`. NDJSON ends with a line `{"summary": …}`. `output` asks for the survey instead: prevalences as WHO computes them, with strata, clusters and weights. A table of which no row can be scored is refused. A CSV cell that a spreadsheet would take for a formula gets an apostrophe; numbers stay as they are.',
      consumes: mediaTypes,
      produces: [...outputTypes],
      querystring: BatchQuery,
      body: BatchTable,
      response: {
        200: {
          description: 'Rows as a stream in the format that came in; the survey as JSON, CSV or HTML',
          content: {
            'application/json': { schema: BatchSummaryAnswer },
            ...Object.fromEntries(textTypes.map((type) => [type, { schema: { type: 'string' } }])),
          },
        },
      },
    }
    const places = batchPlaces(deps.batchLimits)
    ;(scope as App).post<BatchRoute>(
      '/metrics/batch',
      {
        bodyLimit: deps.batchLimits.maxBytes,
        schema,
      },
      async (request, reply) => {
        const started = deps.seconds()
        const { population, output, map, sex_codes: sexCodes, metrics, design, ages, title } = request.query
        const mediaType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
        // Fastify asks a request without a body for no Content-Type, so no parser has refused this one.
        if (!mediaType) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(mediaType)
        const task: TableTask = {
          ...readTableOptions({ metrics, map: map?.split(','), sexCodes, design, ages }),
          mediaType,
          population,
          output: output === 'rows' ? 'rows' : 'summary',
        }
        const { metricIds } = deps.computeBatch(task)
        const gone = untilGone(reply)
        const giveBack = await places.take(clientOf(request), gone)
        const over = new AbortController()
        const end = () => {
          if (over.signal.aborted) return
          over.abort(new Error('The batch is over.'))
          giveBack()
        }
        try {
          const signal = AbortSignal.any([gone, over.signal])
          const table = bodyPieces(request.body, deps.batchLimits.maxBytes, signal)
          if (output === 'rows') {
            const rows = deps.tables.rows(task, table)
            // A table that is refused as a whole is refused before its answer begins.
            const first = await rows.next()
            const { outputType } = deps.formats.find((format) => format.mediaType === mediaType)!
            reply.type(`${outputType}; charset=utf-8`)
            return reply.send(Readable.from(resumed(first, rows, end), { highWaterMark: 1 }))
          }
          const summary = await deps.tables.summary(task, table)
          end()
          if (output === 'tables') return reply.type('text/csv; charset=utf-8').send(surveyTablesCsv(summary))
          if (output === 'report')
            return reply
              .type('text/html; charset=utf-8')
              .send(surveyReport(summary, { title, today: deps.today() }))
          return reply.type('application/json').send({
            status: 'success',
            data: presentSurveyTables(summary),
            processing_time: deps.seconds() - started,
            metadata: { model_version: MODEL_VERSION, metrics: [...metricIds], intended_use: INTENDED_USE },
          })
        } catch (error) {
          end()
          throw error
        }
      },
    )
  })
}
