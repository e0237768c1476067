import type { Static } from 'typebox'
import { errorNoteOf } from '../domain/metrics/card.ts'
import type { ComputedMetric } from '../domain/metrics/compute-metrics.ts'
import { formatMetric } from '../domain/metrics/format-metric.ts'
import { wireNameOf } from '../domain/metrics/inputs.ts'
import type { MetricsResult } from '../operations/calculate-metrics.ts'
import { INTENDED_USE } from './intended-use.ts'
import type { FormattedMetricsAnswer, MetricDetail, MetricsAnswer, Provenance } from './metrics.schema.ts'

/** Version of the equations and tables behind the numbers; it changes whenever a number may change. */
export const MODEL_VERSION = '2'
/** Version of the wording, rounding and categories of formatted metrics. */
export const FORMAT_VERSION = '1'

const presentDetail = (metric: ComputedMetric): Static<typeof MetricDetail> => ({
  name: metric.card.name,
  category: metric.card.category,
  unit: metric.card.unit,
  equation: metric.card.formula,
  citation: metric.card.citation,
  error_note: errorNoteOf(metric.card),
  inputs_used: metric.inputsUsed.map(wireNameOf),
  within_limits: metric.withinLimits,
  notes: [...metric.notes],
  ...(metric.standardError === undefined ? {} : { standard_error: metric.standardError }),
  ...(metric.interval === undefined ? {} : { interval: [...metric.interval] }),
  interpretation: metric.classes.map(({ system, label }) => ({ system, label })),
  ...(metric.classWithheld === undefined ? {} : { interpretation_withheld: metric.classWithheld }),
})

const presentProvenance = (result: MetricsResult): Static<typeof Provenance> => ({
  metrics: Object.fromEntries(result.computed.map((metric) => [metric.id, presentDetail(metric)])),
  not_computed: result.notComputed.map(({ id, reason, message, missing }) => ({
    metric: id,
    reason,
    message,
    missing: missing.map(wireNameOf),
  })),
  warnings: [...result.warnings],
  unknown_parameters: [...result.unknownParameters],
  unknown_options: [...result.unknownOptions],
  assumed: [...result.assumed],
  nearest: Object.fromEntries(Object.entries(result.nearest).map(([key, names]) => [key, [...names]])),
  intended_use: INTENDED_USE,
})

export function presentMetrics(
  result: MetricsResult,
  processingSeconds: number,
): Static<typeof MetricsAnswer> {
  return {
    status: 'success',
    data: Object.fromEntries(result.computed.map((metric) => [metric.id, metric.value])),
    processing_time: processingSeconds,
    metadata: { model_version: MODEL_VERSION, ...presentProvenance(result) },
  }
}

/** Text for people by category and metric. */
export function formattedMetrics({ computed }: MetricsResult): Record<string, Record<string, string>> {
  const formatted: Record<string, Record<string, string>> = {}
  for (const { id, card, value } of computed) {
    formatted[card.category] ??= {}
    formatted[card.category]![id] = formatMetric(card, value)
  }
  return formatted
}

export const presentFormattedMetrics = (
  result: MetricsResult,
  processingSeconds: number,
): Static<typeof FormattedMetricsAnswer> => ({
  status: 'success',
  data: { formatted_metrics: formattedMetrics(result) },
  processing_time: processingSeconds,
  metadata: { format_version: FORMAT_VERSION, ...presentProvenance(result) },
})
