import type { App } from '@assay/kit/server'
import { untilGone } from '@assay/kit/waiting-client'
import type { candidateHistory, explain } from '../operations/explain-candidate.ts'
import { readAsOf } from '../wire/as-of.ts'
import { presentExplanation, presentHistory } from '../wire/explanations.present.ts'
import {
  ExplanationAnswer,
  ExplanationQuery,
  HistoryAnswer,
  HistoryQuery,
} from '../wire/explanations.schema.ts'
import { readFuzzyConfigText } from '../wire/fuzzy-config.ts'
import { ObservationPath } from '../wire/runs.schema.ts'
import { actorOf } from './access.ts'

/** Operations that the routes call. */
export interface ExplanationDeps {
  readonly explain: ReturnType<typeof explain>
  readonly candidateHistory: ReturnType<typeof candidateHistory>
  readonly now: () => Date
}

const described = { tags: ['runs'] }

/** Registers the routes that explain a candidate of an observation under `/v1`. */
export function explanationRoutes(app: App, deps: ExplanationDeps): void {
  app.get(
    '/observations/:observation_id/explanation',
    {
      config: { access: 'read' },
      schema: {
        ...described,
        operationId: 'explainCandidate',
        summary: 'Explain the probability of a candidate',
        description:
          'Returns what each item adds in log-odds, why it is discounted, what the rivals take away, what the bounds are made of, what would turn the verdict, and what to measure next.',
        params: ObservationPath,
        querystring: ExplanationQuery,
        response: { 200: ExplanationAnswer },
      },
    },
    async (request, reply) => {
      const { run_id, candidate, confidence_threshold, include_recommendations, fuzzy_config, as_of } =
        request.query
      const explained = await deps.explain(
        actorOf(request),
        {
          observationId: request.params.observation_id,
          runId: run_id,
          candidate,
          threshold: confidence_threshold,
          recommend: include_recommendations,
          fuzzyConfig: readFuzzyConfigText(fuzzy_config),
          asOf: readAsOf(as_of, deps.now()),
        },
        untilGone(reply),
      )
      return presentExplanation(explained)
    },
  )
  app.get(
    '/observations/:observation_id/history',
    {
      config: { access: 'read' },
      schema: {
        ...described,
        operationId: 'candidateHistory',
        summary: 'List how the probability of a candidate changed',
        description:
          'Lists the moments at which evidence was kept or set aside or a model was fitted, with the probability after each. Read the explanation of a moment with `as_of`.',
        params: ObservationPath,
        querystring: HistoryQuery,
        response: { 200: HistoryAnswer },
      },
    },
    async (request) => {
      const { run_id, candidate } = request.query
      const { observation_id } = request.params
      return presentHistory(
        await deps.candidateHistory(actorOf(request), {
          observationId: observation_id,
          runId: run_id,
          candidate,
        }),
      )
    },
  )
}
