import { POPULATIONS, type Population } from '../metrics/card.ts'
import { cardById } from '../metrics/registry.ts'
import { Refusal } from '../refusal.ts'
import { STAGES, type StageName } from './stages.ts'

const LLM_USES = ['off', 'auto', 'required'] as const
const GROWTH_REFERENCES = ['who', 'cdc'] as const

/** Options of a query, read and checked. */
export type PipelineOptions = {
  readonly stopAfter: StageName
  readonly llm: (typeof LLM_USES)[number]
  readonly trace: boolean
  /** Below this confidence the pipeline abstains, 0–1. */
  readonly minConfidence: number
  /** Unit system of bare numbers and of the answer's prose. */
  readonly units?: 'metric' | 'imperial'
  readonly locale: string
  readonly references: (typeof GROWTH_REFERENCES)[number]
  readonly population?: Population
  /** Only these metrics, whatever the question says. */
  readonly metrics?: readonly string[]
  /** Seed of the Monte Carlo over measurement error. */
  readonly seed: number
}

/** Below this an answer is withheld unless the client sets its own threshold; our choice. */
const DEFAULT_MIN_CONFIDENCE = 0.35

export type OptionsReading = { readonly options: PipelineOptions; readonly unknown: readonly string[] }

const refuse = (field: string, issue: string, provided: unknown): never => {
  throw new Refusal('VALIDATION_ERROR', `options.${field} ${issue}`, {
    field: `options.${field}`,
    issue,
    provided,
  })
}

function oneOf<T extends string>(field: string, value: unknown, choices: readonly T[]): T {
  return choices.includes(value as T)
    ? (value as T)
    : refuse(field, `must be one of ${choices.join(', ')}`, value)
}

const flag = (field: string, value: unknown): boolean =>
  typeof value === 'boolean' ? value : refuse(field, 'must be true or false', value)

function fraction(field: string, value: unknown): number {
  return typeof value === 'number' && value >= 0 && value <= 1
    ? value
    : refuse(field, 'must be a number from 0 to 1', value)
}

function metricIds(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length === 0)
    return refuse('metrics', 'must be a list of metric names', value)
  for (const id of value)
    if (typeof id !== 'string' || cardById(id) === undefined)
      return refuse('metrics', 'names a metric that does not exist', id)
  return value as string[]
}

/** Reads the free-form options of a request; unknown keys are named, impossible values refused. */
export function readOptions(raw: Readonly<Record<string, unknown>> = {}): OptionsReading {
  const unknown: string[] = []
  let options: PipelineOptions = {
    stopAfter: 'threshold_verification',
    llm: 'auto',
    trace: false,
    minConfidence: DEFAULT_MIN_CONFIDENCE,
    locale: 'en',
    references: 'who',
    seed: 1,
  }
  for (const [key, value] of Object.entries(raw)) {
    if (value === undefined || value === null) continue
    // `hasOwnProperty` and its kin are found on every object and are no options.
    const set = Object.hasOwn(readers, key) ? readers[key] : undefined
    if (set === undefined) unknown.push(key)
    else options = { ...options, ...set(value) }
  }
  return { options, unknown }
}

const readers: Readonly<Record<string, (value: unknown) => Partial<PipelineOptions>>> = {
  stop_after: (value) => ({ stopAfter: oneOf('stop_after', value, STAGES) }),
  llm: (value) => ({ llm: oneOf('llm', value, LLM_USES) }),
  trace: (value) => ({ trace: flag('trace', value) }),
  min_confidence: (value) => ({ minConfidence: fraction('min_confidence', value) }),
  thresholds: (value) => {
    if (typeof value !== 'object' || value === null) return refuse('thresholds', 'must be an object', value)
    const { confidence } = value as { confidence?: unknown }
    return confidence === undefined ? {} : { minConfidence: fraction('thresholds.confidence', confidence) }
  },
  units: (value) => ({ units: oneOf('units', value, ['metric', 'imperial'] as const) }),
  locale: (value) => ({
    locale: typeof value === 'string' ? value : refuse('locale', 'must be a language tag', value),
  }),
  references: (value) => ({ references: oneOf('references', value, GROWTH_REFERENCES) }),
  population: (value) => ({ population: oneOf('population', value, POPULATIONS) }),
  metrics: (value) => ({ metrics: metricIds(value) }),
  seed: (value) => ({
    seed:
      typeof value === 'number' && Number.isInteger(value) && value >= 0
        ? value
        : refuse('seed', 'must be a whole number', value),
  }),
}
