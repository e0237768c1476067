import { Readable } from 'node:stream'
import type { App } from '@assay/kit/server'
import { untilGone } from '@assay/kit/waiting-client'
import type { cancelJob } from '../operations/cancel-job.ts'
import type { findJob, listJobs } from '../operations/find-jobs.ts'
import type { findRecord } from '../operations/find-record.ts'
import type { JobSummary } from '../operations/ports.ts'
import type { WatchJobs } from '../operations/watch-jobs.ts'
import { SignedQuery } from '../wire/files.schema.ts'
import { type PresentJob, presentEvent, presentPage } from '../wire/jobs.present.ts'
import {
  EventStream,
  JobBody,
  JobListAnswer,
  JobListQuery,
  JobParameters,
  RecordBody,
  RecordParameters,
} from '../wire/jobs.schema.ts'
import { ErrorBody } from './errors.ts'
import { ownerOf } from './owner.ts'

/** Dependencies of the job routes. */
export interface JobsDeps {
  readonly findJob: ReturnType<typeof findJob>
  readonly listJobs: ReturnType<typeof listJobs>
  readonly cancelJob: ReturnType<typeof cancelJob>
  readonly findRecord: ReturnType<typeof findRecord>
  readonly watchJobs: WatchJobs
  readonly presentJob: PresentJob
}

/** Interval of the comments that keep proxies from closing an idle stream. */
const KEEP_ALIVE_MS = 15_000

async function* eventLines(changes: AsyncGenerator<JobSummary | null>): AsyncGenerator<string> {
  for await (const job of changes) {
    yield job ? `event: ${job.status}\ndata: ${JSON.stringify(presentEvent(job))}\n\n` : ': still there\n\n'
  }
}

/** Adds the routes for status, results, events and records of jobs. */
export function jobsRoutes(app: App, deps: JobsDeps): void {
  app.get(
    '/jobs/:id',
    {
      schema: {
        tags: ['jobs'],
        operationId: 'getJob',
        summary: 'Get the status and results of a job',
        description:
          'Repeat until `status` is completed, failed or cancelled, or follow /jobs/{id}/events. A final status never changes.',
        params: JobParameters,
        response: { 200: JobBody },
      },
    },
    async (request) => deps.presentJob(await deps.findJob(request.params.id, ownerOf(request))),
  )
  app.get(
    '/jobs',
    {
      schema: {
        tags: ['jobs'],
        operationId: 'listJobs',
        summary: 'List jobs, newest first, without their results',
        description:
          'Use `page` for numbered pages; new jobs move older ones to later pages. Use `cursor`, the `next_cursor` of the previous answer, to read long lists: it neither repeats nor skips a job, and later pages are as fast as the first.',
        querystring: JobListQuery,
        response: { 200: JobListAnswer },
      },
    },
    async (request) => {
      const { page = 1, per_page = 20, status, cursor } = request.query
      const from = cursor === undefined ? { page } : { cursor }
      const owner = ownerOf(request)
      const list = await deps.listJobs({ owner, perPage: per_page, status, from })
      return presentPage(list, { page, perPage: per_page })
    },
  )
  app.delete(
    '/jobs/:id',
    {
      schema: {
        tags: ['jobs'],
        operationId: 'cancelJob',
        summary: 'Cancel a job',
        description:
          'A pending or running job becomes cancelled at once, and its worker stops within two seconds. Cancelling a batch cancels all its unfinished files. A job that has ended is refused with 409.',
        params: JobParameters,
        response: { 200: JobBody, 409: ErrorBody },
      },
    },
    async (request) => {
      const owner = ownerOf(request)
      await deps.cancelJob(request.params.id, owner)
      return deps.presentJob(await deps.findJob(request.params.id, owner))
    },
  )

  app.get(
    '/jobs/:id/events',
    {
      schema: {
        tags: ['jobs'],
        operationId: 'watchJob',
        summary: 'Follow a job by server-sent events',
        description:
          'Sends one event at once and one at each change, named after the status, with `{id, status, progress, stage, error}`. The stream ends with the final status.',
        params: JobParameters,
        produces: ['text/event-stream'],
        response: { 200: EventStream },
      },
    },
    async (request, reply) => {
      const { job } = await deps.findJob(request.params.id, ownerOf(request))
      const signal = AbortSignal.any([untilGone(reply), app.closing])
      const changes = deps.watchJobs(job, { idleMs: KEEP_ALIVE_MS, signal })
      reply.type('text/event-stream').header('cache-control', 'no-store').header('x-accel-buffering', 'no')
      return reply.send(Readable.from(eventLines(changes)))
    },
  )
  app.get(
    '/jobs/:id/results/:record',
    {
      schema: {
        tags: ['jobs'],
        operationId: 'getRecord',
        summary: 'Download an output record of an analysis',
        description:
          'metadata, emotional_profile and segments are JSON, technical_features is one JSON object per line, summary is plain text. The signed addresses in `records` of an analyze job return the same.',
        params: RecordParameters,
        querystring: SignedQuery,
        produces: ['application/json', 'application/x-ndjson', 'text/plain'],
        response: { 200: RecordBody, 409: ErrorBody },
      },
      // Records are JSON, JSON lines or text; a refusal is the usual envelope.
      serializerCompiler: () => (body) => (typeof body === 'string' ? body : JSON.stringify(body)),
    },
    async (request, reply) => {
      const { id, record } = request.params
      const value = await deps.findRecord(id, ownerOf(request), record)
      switch (record) {
        case 'summary':
          return reply.type('text/plain; charset=utf-8').send(value)
        case 'technical_features':
          return reply
            .type('application/x-ndjson')
            .send((value as object[]).map((line) => `${JSON.stringify(line)}\n`).join(''))
        default:
          return reply.type('application/json; charset=utf-8').send(JSON.stringify(value))
      }
    },
  )
}
