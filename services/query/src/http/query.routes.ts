import type { App } from '@assay/kit/server'
import type { answerQuestion } from '../operations/answer-question.ts'
import { presentAnswer, presentReading } from '../wire/query.present.ts'
import { ProcessAnswer, QueryAnswer, QuestionBody } from '../wire/query.schema.ts'
import { ErrorBody } from './errors.ts'

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
        body: QuestionBody,
        response: { 200: QueryAnswer, 502: ErrorBody },
      },
    },
    async (request) => {
      const started = deps.seconds()
      const result = await deps.answer(request.body)
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
        body: QuestionBody,
        response: { 200: ProcessAnswer, 502: ErrorBody },
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
