import { type EquationCard, errorNoteOf } from '../domain/metrics/card.ts'
import type { ComputedMetric, NotComputed } from '../domain/metrics/compute-metrics.ts'
import { wireNameOf } from '../domain/metrics/inputs.ts'
import type { MetricsResult } from '../operations/calculate-metrics.ts'
import { INTENDED_USE } from './intended-use.ts'
import { FORMAT_VERSION, formattedMetrics, MODEL_VERSION } from './metrics.present.ts'

/*
 * The answers of /metrics as JSON text. Nine tenths of the bytes of an answer are the same in every answer (names,
 * equations, citations); they are written once per card and kept. `metrics.present.ts` says the same as objects, and a test holds
 * both together.
 */

const json = JSON.stringify
const INTENDED_USE_JSON = json(INTENDED_USE)
const fixed = new Map<EquationCard, { readonly head: string; readonly required: string }>()

function fixedText(card: EquationCard) {
  const known = fixed.get(card)
  if (known) return known
  const { name, category, unit, formula, citation } = card
  const head = json({
    name,
    category,
    unit,
    equation: formula,
    citation,
    error_note: errorNoteOf(card),
  })
  const made = {
    head: `${json(card.id)}:${head.slice(0, -1)},"inputs_used":`,
    required: json(card.required.map(wireNameOf)),
  }
  fixed.set(card, made)
  return made
}

function detailText(metric: ComputedMetric): string {
  const { card, inputsUsed, notes, standardError, interval, classes, classWithheld } = metric
  const { head, required } = fixedText(card)
  let text = head + (inputsUsed === card.required ? required : json(inputsUsed.map(wireNameOf)))
  text += `,"within_limits":${metric.withinLimits},"notes":${notes.length === 0 ? '[]' : json(notes)}`
  if (standardError !== undefined) text += `,"standard_error":${standardError}`
  if (interval !== undefined) text += `,"interval":[${interval[0]},${interval[1]}]`
  text += `,"interpretation":${classes.length === 0 ? '[]' : json(classes.map(({ system, label }) => ({ system, label })))}`
  if (classWithheld !== undefined) text += `,"interpretation_withheld":${json(classWithheld)}`
  return `${text}}`
}

const notComputedText = ({ id, reason, message, missing }: NotComputed) =>
  `{"metric":"${id}","reason":"${reason}","message":${json(message)},"missing":${missing.length === 0 ? '[]' : json(missing.map(wireNameOf))}}`

function answerText(
  result: MetricsResult,
  data: string,
  processingSeconds: number,
  version: readonly [string, string],
): string {
  let details = ''
  for (const metric of result.computed) details += (details === '' ? '' : ',') + detailText(metric)
  let missing = ''
  for (const entry of result.notComputed) missing += (missing === '' ? '' : ',') + notComputedText(entry)
  return `{"status":"success","data":${data},"processing_time":${processingSeconds},"metadata":{"${version[0]}":"${version[1]}","metrics":{${details}},"not_computed":[${missing}],"warnings":${json(result.warnings)},"unknown_parameters":${json(result.unknownParameters)},"unknown_options":${json(result.unknownOptions)},"assumed":${result.assumed.length === 0 ? '[]' : json(result.assumed)},"nearest":${json(result.nearest)},"intended_use":${INTENDED_USE_JSON}}}`
}

/** Returns the answer of /metrics as JSON text, equal to the result of `presentMetrics`. */
export function metricsJson(result: MetricsResult, processingSeconds: number): string {
  let data = ''
  for (const { id, value } of result.computed) data += `${data === '' ? '' : ','}"${id}":${value}`
  return answerText(result, `{${data}}`, processingSeconds, ['model_version', MODEL_VERSION])
}

/** Returns the answer of /metrics/formatted as JSON text, equal to the result of `presentFormattedMetrics`. */
export const formattedMetricsJson = (result: MetricsResult, processingSeconds: number): string =>
  answerText(result, json({ formatted_metrics: formattedMetrics(result) }), processingSeconds, [
    'format_version',
    FORMAT_VERSION,
  ])
