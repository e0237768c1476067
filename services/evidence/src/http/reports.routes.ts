import type { App } from '@assay/kit/server'
import { untilGone } from '@assay/kit/waiting-client'
import type { FastifyReply } from 'fastify'
import type { ReportRecord } from '../domain/report/report.ts'
import { reportHtml } from '../domain/report/report-html.ts'
import type { listReports, makeReport, Replay, replayReport } from '../operations/make-report.ts'
import { readCursor } from '../wire/cursor.ts'
import { presentReport, presentReports } from '../wire/reports.present.ts'
import {
  type REPORT_FORMATS,
  ReportAnswer,
  ReportBody,
  ReportList,
  ReportPath,
  ReportQuery,
  ReportsQuery,
} from '../wire/reports.schema.ts'
import { reportTsv } from '../wire/reports.tsv.ts'
import { actorOf } from './access.ts'
import { ErrorBody } from './errors.ts'

/** Operations that the routes call. */
export interface ReportDeps {
  readonly makeReport: ReturnType<typeof makeReport>
  readonly replayReport: ReturnType<typeof replayReport>
  readonly listReports: ReturnType<typeof listReports>
}

const described = { tags: ['reports'] }

const answers = {
  200: {
    description: 'The report as JSON, as a table or as a page',
    content: {
      'application/json': { schema: ReportAnswer },
      'text/tab-separated-values': { schema: { type: 'string' } },
      'text/html': { schema: { type: 'string' } },
    },
  },
  404: ErrorBody,
}

/** The page has no script; a browser that opens it runs none either, and loads nothing. */
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"

function send(
  reply: FastifyReply,
  format: (typeof REPORT_FORMATS)[number],
  record: ReportRecord,
  replay?: Replay,
) {
  if (replay) reply.header('x-replay-outcome', replay.outcome)
  if (format === 'html')
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', PAGE_POLICY)
      .send(reportHtml(record))
  if (format === 'tsv')
    return reply
      .type('text/tab-separated-values; charset=utf-8')
      .header('content-disposition', `attachment; filename="report-${record.hash.slice(0, 12)}.tsv"`)
      .send(reportTsv(record))
  return reply.type('application/json').send(presentReport(record, replay))
}

/** Registers the routes for reports under `/v1`. */
export function reportRoutes(app: App, deps: ReportDeps): void {
  app.post(
    '/reports',
    {
      config: { access: 'write' },
      schema: {
        ...described,
        operationId: 'makeReport',
        summary: 'Create a report of a run or of molecules',
        description:
          'Lists per observation the candidates with probability, bounds, share of none of these, identification level, contributions and what would turn the verdict. The report is kept under its hash.',
        querystring: ReportQuery,
        body: ReportBody,
        response: answers,
      },
    },
    async (request, reply) => {
      const { run_id, observation_ids, molecule_ids, confidence_threshold, limit, fuzzy_config } =
        request.body
      const record = await deps.makeReport(
        actorOf(request),
        {
          runId: run_id,
          observationIds: observation_ids,
          moleculeIds: molecule_ids,
          threshold: confidence_threshold,
          limit,
          fuzzyConfig: fuzzy_config,
        },
        untilGone(reply),
      )
      return send(reply, request.query.format, record)
    },
  )
  app.get(
    '/reports',
    {
      config: { access: 'read' },
      schema: {
        ...described,
        operationId: 'listReports',
        summary: 'List stored reports',
        description: 'Lists reports, newest first, in pages by `cursor`.',
        querystring: ReportsQuery,
        response: { 200: ReportList },
      },
    },
    async (request) => {
      const { cursor, limit } = request.query
      const time = readCursor('time', cursor)
      const before = time === undefined ? undefined : new Date(time)
      return presentReports(await deps.listReports(actorOf(request), { before, limit }))
    },
  )
  app.get(
    '/reports/:hash',
    {
      config: { access: 'read' },
      schema: {
        ...described,
        operationId: 'replayReport',
        summary: 'Read a report and make it again',
        description:
          'Makes the report again from the evidence and the model of its moment and compares the hashes. A report of another algorithm version is returned as it was stored, and `replay` names the package version that can make it again.',
        params: ReportPath,
        querystring: ReportQuery,
        response: answers,
      },
    },
    async (request, reply) => {
      const { replay, ...record } = await deps.replayReport(
        actorOf(request),
        request.params.hash,
        untilGone(reply),
      )
      return send(reply, request.query.format, record, replay)
    },
  )
}
