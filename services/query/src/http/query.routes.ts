import type { App } from '@assay/kit/server'
import type { answerQuestion } from '../operations/answer-question.ts'
import { ErrorBody } from './errors.ts'
import { presentAnswer, presentReading } from './present-query.ts'
import { ProcessAnswer, ProcessBody, QueryAnswer, QueryBody } from './query.schema.ts'

const refusals = {
  400: ErrorBody,
  401: ErrorBody,
  403: ErrorBody,
  422: ErrorBody,
  429: ErrorBody,
  500: ErrorBody,
  502: ErrorBody,
  503: ErrorBody,
}

/** Registers `POST /query` and `POST /query/process`. */
export function queryRoutes(
  app: App,
  deps: { answer: ReturnType<typeof answerQuestion>; seconds: () => number },
): void {
  app.post(
    '/query',
    {
      schema: {
        tags: ['query'],
        operationId: 'askQuestion',
        summary: 'Answer a question in plain words',
        description:
          'Runs the eight stages from query_processor to threshold_verification. Options: `stop_after` (a stage), `llm` (off, auto, required), `trace`, `min_confidence`, `units` (metric, imperial), `references` (who, cdc), `population`, `metrics`, `seed`. Every number of the answer is in `data.metrics` with its equation and citation.',
        body: QueryBody,
        response: {
          200: { ...QueryAnswer, description: 'The answer and the provenance of every number' },
          ...refusals,
        },
      },
    },
    async (request) => {
      const started = deps.seconds()
      const result = await deps.answer(request.body as never)
      return presentAnswer(result, deps.seconds() - started)
    },
  )
  app.post(
    '/query/process',
    {
      schema: {
        tags: ['query'],
        operationId: 'processQuestion',
        summary: 'Read a question without answering it',
        description:
          'Runs only the first stage, for debugging. Returns people, measurements, topics and ambiguities. Every number has the words it was read from.',
        body: ProcessBody,
        response: {
          200: { ...ProcessAnswer, description: 'The structured reading of the question' },
          ...refusals,
        },
      },
    },
    async (request) => {
      const started = deps.seconds()
      const { query, options } = request.body
      const result = await deps.answer({ query, options: { ...options, stop_after: 'query_processor' } })
      return presentReading(result, deps.seconds() - started)
    },
  )
}
