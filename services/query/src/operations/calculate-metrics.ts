import { readInputText } from '../domain/language/parse-quantity.ts'
import { POPULATIONS, type Population } from '../domain/metrics/card.ts'
import { computeMetrics, type MetricOptions, type MetricReport } from '../domain/metrics/compute-metrics.ts'
import { wireNameOf } from '../domain/metrics/inputs.ts'
import { readInputs, suggestionsFor } from '../domain/metrics/read-inputs.ts'
import { readSexCodes } from '../domain/metrics/read-words.ts'
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
  /** What had to be assumed to read the parameters, as sentences. */
  readonly assumed: readonly string[]
  /** Known names nearest to unknown keys of `parameters`. */
  readonly nearest: Readonly<Record<string, readonly string[]>>
}

const METRIC_IDS = new Set(CARDS_IN_ORDER.map((card) => card.id))
const KNOWN_OPTIONS = new Set(['population', 'metrics', 'sex_codes'])

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

const NOTHING = {}
const MOST_USEFUL = 5

/**
 * Refuses parameters from which nothing can be computed because inputs are missing, with those that would help most. A
 * metric that is withheld for another reason is an answer.
 */
function refuseNothing(
  { notComputed }: MetricReport,
  parameters: Readonly<Record<string, unknown>>,
  nearest: MetricsResult['nearest'],
): void {
  if (notComputed.some(({ reason }) => reason !== 'missing_input')) return
  const helps = new Map<string, number>()
  for (const { missing } of notComputed)
    for (const name of missing)
      helps.set(wireNameOf(name), (helps.get(wireNameOf(name)) ?? 0) + 1 / missing.length)
  const missing = [...helps]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_USEFUL)
    .map(([name]) => name)
  const hints = Object.entries(nearest).map(([key, names]) => ` ${key}: did you mean ${names.join(' or ')}?`)
  const issue = `allow no metric; add ${missing.join(', ')}`
  throw new Refusal('VALIDATION_ERROR', `parameters ${issue}.${hints.join('')}`, {
    field: 'parameters',
    issue,
    provided: Object.keys(parameters).slice(0, 50),
    missing,
    nearest,
  })
}

/**
 * Computes every metric that the parameters allow. Depends on today's date only when a date of birth has no date of
 * measurement.
 */
export function calculateMetrics({ now }: { now: () => Date }) {
  return (request: MetricsRequest): MetricsResult => {
    const options = request.options ?? {}
    const today = now().toISOString().slice(0, 10)
    const { inputs, unknown, assumed } = readInputs(request.parameters, readInputText, {
      sexCodes: readSexCodes(options.sex_codes),
      today,
    })
    const dated =
      inputs.birthDate !== undefined && inputs.measurementDate === undefined
        ? { ...inputs, measurementDate: today }
        : inputs
    const report = computeMetrics(dated, readOptions(options))
    const nearest = unknown.length === 0 ? NOTHING : suggestionsFor(unknown)
    if (report.computed.length === 0) refuseNothing(report, request.parameters, nearest)
    return {
      ...report,
      assumed,
      nearest,
      unknownParameters: unknown,
      unknownOptions: Object.keys(options).filter((key) => !KNOWN_OPTIONS.has(key)),
    }
  }
}
