import type { App } from '@assay/kit/server'
import type { findJob, listJobs } from '../operations/find-jobs.ts'
import { ErrorBody } from './errors.ts'
import { JobBody, JobListAnswer, JobListQuery, JobParameters } from './jobs.schema.ts'
import { presentJob } from './present.ts'

export interface JobsDeps {
  readonly findJob: ReturnType<typeof findJob>
  readonly listJobs: ReturnType<typeof listJobs>
}

/** `GET /jobs/{id}` and `GET /jobs`. */
export function jobsRoutes(app: App, deps: JobsDeps): void {
  app.get(
    '/jobs/:id',
    {
      schema: {
        tags: ['jobs'],
        operationId: 'getJob',
        summary: 'Status and results of a job',
        description:
          'Ask again until `status` is completed, failed or cancelled; a final status never changes.',
        params: JobParameters,
        response: { 200: JobBody, 404: ErrorBody, 422: ErrorBody },
      },
    },
    async (request) => presentJob(await deps.findJob(request.params.id)),
  )
  app.get(
    '/jobs',
    {
      schema: {
        tags: ['jobs'],
        operationId: 'listJobs',
        summary: 'All jobs, newest first',
        description: 'In pages; jobs accepted while you turn pages push older ones to later pages.',
        querystring: JobListQuery,
        response: { 200: JobListAnswer, 422: ErrorBody },
      },
    },
    async (request) => {
      const { page = 1, per_page = 20, status } = request.query
      const { jobs, total } = await deps.listJobs({ page, perPage: per_page, status })
      return {
        jobs: jobs.map(presentJob),
        pagination: { page, per_page, total, pages: Math.ceil(total / per_page) },
      }
    },
  )
}
