import type { App } from '@assay/kit/server'
import type { calculateMetrics } from '../operations/calculate-metrics.ts'
import { ErrorBody } from './errors.ts'
import { FormattedMetricsAnswer, MetricsAnswer, MetricsBody } from './metrics.schema.ts'
import { formattedMetricsJson, metricsJson } from './metrics-json.ts'

const refusals = { 400: ErrorBody, 401: ErrorBody, 403: ErrorBody, 422: ErrorBody, 429: ErrorBody }

/** Sends JSON text as it is. Tests check it against the schema of the answer. */
const sendJson = (reply: { type(type: string): { send(body: never): unknown } }, text: string) =>
  reply.type('application/json; charset=utf-8').send(text as never) as never

/** Registers `POST /metrics` and `POST /metrics/formatted`. */
export function metricsRoutes(
  app: App,
  deps: { calculate: ReturnType<typeof calculateMetrics>; seconds: () => number },
): void {
  app.post(
    '/metrics',
    {
      schema: {
        tags: ['metrics'],
        operationId: 'calculateMetrics',
        summary: 'Compute raw metrics from measurements',
        description:
          '`data` maps each computed metric to its unrounded number. `metadata` describes how each number was computed and which input the other metrics need.',
        body: MetricsBody,
        response: { 200: MetricsAnswer, ...refusals },
      },
    },
    async (request, reply) => {
      const started = deps.seconds()
      const result = deps.calculate(request.body)
      return sendJson(reply, metricsJson(result, deps.seconds() - started))
    },
  )
  app.post(
    '/metrics/formatted',
    {
      schema: {
        tags: ['metrics'],
        operationId: 'calculateFormattedMetrics',
        summary: 'Compute metrics as rounded text with units, by category',
        description:
          '`data.formatted_metrics` maps category and metric to text. `metadata` is the same as for `/metrics`.',
        body: MetricsBody,
        response: { 200: FormattedMetricsAnswer, ...refusals },
      },
    },
    async (request, reply) => {
      const started = deps.seconds()
      const result = deps.calculate(request.body)
      return sendJson(reply, formattedMetricsJson(result, deps.seconds() - started))
    },
  )
}
