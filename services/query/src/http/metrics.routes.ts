import type { App } from '@assay/kit/server'
import type { Static } from 'typebox'
import type { calculateMetrics } from '../operations/calculate-metrics.ts'
import { formattedMetricsJson, metricsJson } from '../wire/metrics.json-text.ts'
import { FormattedMetricsAnswer, MetricsAnswer, MetricsBody } from '../wire/metrics.schema.ts'

/** Both routes send JSON text as it is. Tests check it against the schema of the answer. */
interface MetricsRoute {
  readonly Body: Static<typeof MetricsBody>
  readonly Reply: string
}
const JSON_TYPE = 'application/json; charset=utf-8'

const RAW = {
  tags: ['metrics'],
  operationId: 'calculateMetrics',
  summary: 'Compute raw metrics from measurements',
  description:
    '`data` maps each computed metric to its unrounded number. `metadata` describes how each number was computed and which input the other metrics need.',
  body: MetricsBody,
  response: { 200: MetricsAnswer },
}

const FORMATTED = {
  tags: ['metrics'],
  operationId: 'calculateFormattedMetrics',
  summary: 'Compute metrics as rounded text with units, by category',
  description:
    '`data.formatted_metrics` maps category and metric to text. `metadata` is the same as for `/metrics`.',
  body: MetricsBody,
  response: { 200: FormattedMetricsAnswer },
}

/** Registers `POST /metrics` and `POST /metrics/formatted`. */
export function metricsRoutes(
  app: App,
  deps: { calculate: ReturnType<typeof calculateMetrics>; seconds: () => number },
): void {
  app.post<MetricsRoute>('/metrics', { schema: RAW }, async (request, reply) => {
    const started = deps.seconds()
    const result = deps.calculate(request.body)
    return reply.type(JSON_TYPE).send(metricsJson(result, deps.seconds() - started))
  })
  app.post<MetricsRoute>('/metrics/formatted', { schema: FORMATTED }, async (request, reply) => {
    const started = deps.seconds()
    const result = deps.calculate(request.body)
    return reply.type(JSON_TYPE).send(formattedMetricsJson(result, deps.seconds() - started))
  })
}
