import { type CommandContext, UserError } from '@assay/kit/cli'
import { jsonLine, printResult, type Sheet } from '@assay/kit/sheet'
import type { ComputedMetric } from '../domain/metrics/compute-metrics.ts'
import { formatMetric } from '../domain/metrics/format-metric.ts'
import { inputOfKey, nearestNames } from '../domain/metrics/input-names.ts'
import { inputSpec } from '../domain/metrics/inputs.ts'
import { Refusal } from '../domain/refusal.ts'
import { calculateMetrics, type MetricsResult } from '../operations/calculate-metrics.ts'

export const metricsHelp = `--height 180cm --weight 80kg [--age 30] [--sex male] [--waist 85cm] … [--metrics a,b] [--population NAME]

Computes every metric that the measurements allow. Any parameter of the catalogue is a flag, with or without its unit
(--height, --height-cm or --height-in, --gender F); values take a unit (5'11", "11 st 4 lb", 72,5 kg) or are in the unit of the name.`

interface MetricRow {
  readonly metric: ComputedMetric
  readonly result: MetricsResult
}

function textOf(result: MetricsResult): string {
  const lines: string[] = []
  let category = ''
  for (const { card, value, classes } of result.computed) {
    if (card.category !== category) lines.push('', card.category.replaceAll('_', ' '))
    category = card.category
    const label = classes[0] ? `  ${classes[0].label}` : ''
    lines.push(`  ${card.name.padEnd(48)} ${formatMetric(card, value)}${label}`)
  }
  for (const note of result.assumed) lines.push('', `assumed: ${note}`)
  if (result.computed.length === 0) lines.push(...result.notComputed.map(({ message }) => message))
  for (const warning of result.warnings) lines.push('', `! ${warning}`)
  return `${lines.join('\n')}\n`
}

/** How `assay-query metrics` prints its metrics. */
export const metricSheet: Sheet<MetricsResult, MetricRow> = {
  row: 'one metric that the measurements allow',
  columns: {
    metric: ['id of the metric', ({ metric }) => metric.id],
    name: ['name of the metric', ({ metric }) => metric.card.name],
    category: ['category of the metric', ({ metric }) => metric.card.category],
    value: ['value, not rounded', ({ metric }) => metric.value],
    unit: ['unit of value, low and high', ({ metric }) => metric.card.unit],
    low: ['lower end of the published 95 % interval', ({ metric }) => metric.interval?.[0]],
    high: ['upper end of the published 95 % interval', ({ metric }) => metric.interval?.[1]],
    class: ['class of the value by the first system that has one', ({ metric }) => metric.classes[0]?.label],
    class_system: ['system that the class comes from', ({ metric }) => metric.classes[0]?.system],
    within_limits: [
      'false when a measurement is outside the published limits',
      ({ metric }) => metric.withinLimits,
    ],
    notes: ['what to know of this metric, separated by "; "', ({ metric }) => metric.notes.join('; ')],
    assumed: [
      'what was assumed of the measurements, separated by "; "',
      ({ result }) => result.assumed.join('; '),
    ],
    warnings: ['what to know of this person, separated by "; "', ({ result }) => result.warnings.join('; ')],
  },
  rows: (result) => result.computed.map((metric) => ({ metric, result })),
  json: ({ computed }) => jsonLine(Object.fromEntries(computed.map(({ id, value }) => [id, value]))),
  text: textOf,
}

function readFlags(argv: readonly string[]) {
  const parameters: Record<string, unknown> = {}
  const options: Record<string, unknown> = {}
  for (let i = 0; i < argv.length; i++) {
    const [flag, inline] = (argv[i] as string).replace(/^--/, '').split(/=(.*)/s) as [
      string,
      string | undefined,
    ]
    const named = inputOfKey(flag)
    if (named && inputSpec(named.name).kind === 'flag' && inline === undefined) {
      parameters[flag] = true
      continue
    }
    const value = inline ?? argv[++i]
    if (value === undefined) throw new UserError(`--${flag} needs a value, for example --height 180cm.`)
    if (flag === 'metrics') options.metrics = value.split(',').map((id) => id.trim())
    else if (flag === 'population') options.population = value
    else if (flag === 'sex-codes') options.sex_codes = value
    else if (named) parameters[flag] = value
    else {
      const nearest = nearestNames(flag).map((name) => `--${name.replaceAll('_', '-')}`)
      const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : ''
      throw new UserError(
        `--${flag} is not a measurement; "assay-query metrics --help" shows how to give one.${hint}`,
      )
    }
  }
  return { parameters, options }
}

/** Runs `assay-query metrics --height 180cm …`. */
export async function metricsCommand({ argv, format }: CommandContext): Promise<number> {
  const { parameters, options } = readFlags(argv)
  try {
    const result = calculateMetrics({ now: () => new Date() })({ parameters, options })
    printResult(metricSheet, format, result)
    if (result.computed.length > 0) return 0
    // The table says why there is nothing; the other formats have no place for it.
    if (format === 'json' || format === 'tsv')
      for (const { message } of result.notComputed) process.stderr.write(`${message}\n`)
    return 1
  } catch (error) {
    if (error instanceof Refusal) throw new UserError(error.message)
    throw error
  }
}
