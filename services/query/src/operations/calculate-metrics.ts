import { readInputText } from '../domain/language/parse-quantity.ts'
import { POPULATIONS, type Population } from '../domain/metrics/card.ts'
import { computeMetrics, type MetricOptions, type MetricReport } from '../domain/metrics/compute-metrics.ts'
import { readInputs } from '../domain/metrics/read-inputs.ts'
import { CARDS_IN_ORDER } from '../domain/metrics/registry.ts'
import { Refusal } from '../domain/refusal.ts'

export interface MetricsRequest {
  readonly parameters: Readonly<Record<string, unknown>>
  readonly options?: Readonly<Record<string, unknown>> | undefined
}

export interface MetricsResult extends MetricReport {
  /** Unknown keys of `parameters` and `options`. They are reported, not refused. */
  readonly unknownParameters: readonly string[]
  readonly unknownOptions: readonly string[]
}

const METRIC_IDS = new Set(CARDS_IN_ORDER.map((card) => card.id))
const KNOWN_OPTIONS = new Set(['population', 'metrics'])

const refuse = (field: string, issue: string, provided: unknown): never => {
  throw new Refusal('VALIDATION_ERROR', `${field} ${issue}`, { field, issue, provided })
}

function readPopulation(value: unknown): Population {
  const population = POPULATIONS.find((known) => known === value)
  return population ?? refuse('options.population', `must be one of ${POPULATIONS.join(', ')}`, value)
}

function readMetricIds(value: unknown): ReadonlySet<string> {
  if (!Array.isArray(value)) return refuse('options.metrics', 'must be a list of metric names', value)
  value.forEach((id, index) => {
    if (typeof id !== 'string' || !METRIC_IDS.has(id)) {
      refuse(`options.metrics.${index}`, 'is not a metric; GET /metrics/catalogue lists them', id)
    }
  })
  return new Set(value as string[])
}

function readOptions(options: Readonly<Record<string, unknown>>): MetricOptions {
  return {
    ...(options.population === undefined ? {} : { population: readPopulation(options.population) }),
    ...(options.metrics === undefined ? {} : { only: readMetricIds(options.metrics) }),
  }
}

/**
 * Computes every metric that the parameters allow. Depends on today's date only when a date of birth has no date of
 * measurement.
 */
export function calculateMetrics({ now }: { now: () => Date }) {
  return (request: MetricsRequest): MetricsResult => {
    const options = request.options ?? {}
    const { inputs, unknown } = readInputs(request.parameters, readInputText)
    const dated =
      inputs.birthDate !== undefined && inputs.measurementDate === undefined
        ? { ...inputs, measurementDate: now().toISOString().slice(0, 10) }
        : inputs
    return {
      ...computeMetrics(dated, readOptions(options)),
      unknownParameters: unknown,
      unknownOptions: Object.keys(options).filter((key) => !KNOWN_OPTIONS.has(key)),
    }
  }
}
