import type { App } from '@assay/kit/server'
import { untilGone } from '@assay/kit/waiting-client'
import type { previewRefit, reviewCases } from '../operations/review.ts'
import { presentRefit, presentReview } from '../wire/review.present.ts'
import { RefitAnswer, RefitQuery, ReviewAnswer, ReviewQuery } from '../wire/review.schema.ts'
import { actorOf } from './access.ts'
import { ErrorBody } from './errors.ts'

/** Operations that the routes call. */
export interface ReviewDeps {
  readonly reviewCases: ReturnType<typeof reviewCases>
  readonly previewRefit: ReturnType<typeof previewRefit>
}

const described = { tags: ['calibration'] }

/** Registers the routes that choose labels and preview a fit under `/v1`. */
export function reviewRoutes(app: App, deps: ReviewDeps): void {
  app.get(
    '/review',
    {
      config: { access: 'read' },
      schema: {
        ...described,
        operationId: 'reviewCases',
        summary: 'List the pairs whose labels would teach the model most',
        description:
          'Chooses among assessed observations of all probabilities, one pair per observation. Each choice takes into account what the labels before it would teach.',
        querystring: ReviewQuery,
        response: { 200: ReviewAnswer, 404: ErrorBody },
      },
    },
    async (request, reply) => {
      const { run_id, limit } = request.query
      return presentReview(
        await deps.reviewCases(actorOf(request), { runId: run_id, limit }, untilGone(reply)),
      )
    },
  )
  app.get(
    '/calibration/refit',
    {
      config: { access: 'read' },
      schema: {
        ...described,
        operationId: 'previewRefit',
        summary: 'Preview what a fit to the present labels would change',
        description:
          'Fits a model to all labels without keeping it, compares it with the model in use on a sample of observations, and reports how reliable both are on labels that they have not seen.',
        querystring: RefitQuery,
        response: { 200: RefitAnswer, 404: ErrorBody },
      },
    },
    async (request, reply) => {
      const { run_id, confidence_threshold: threshold } = request.query
      const preview = await deps.previewRefit(
        actorOf(request),
        { runId: run_id, threshold },
        untilGone(reply),
      )
      return presentRefit(preview, threshold)
    },
  )
}
