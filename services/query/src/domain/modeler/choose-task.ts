import type { StructuredQuery } from '../language/structured-query.ts'
import { type InputName, type Inputs, inputNameOfWire } from '../metrics/inputs.ts'
import { cardById } from '../metrics/registry.ts'
import { Refusal } from '../refusal.ts'
import { DAYS_PER_YEAR } from '../units.ts'
import type { ProjectedIndex } from './growth-projection.ts'
import type { ModelResult } from './model-result.ts'

type TaskName = ModelResult['task']
const TASKS = [
  'weight_trajectory',
  'weight_goal',
  'inverse',
  'growth_projection',
  'sensitivity',
] as const satisfies readonly TaskName[]

/** A modelling task with all its settings except the person. */
export type Task =
  | { readonly task: 'weight_trajectory'; readonly intakeChangeKcal: number; readonly days: number }
  | {
      readonly task: 'weight_goal'
      readonly targetKg: number
      readonly days: number
      readonly lowestIntakeKcal?: number
    }
  | { readonly task: 'inverse'; readonly metric: string; readonly target: number; readonly input: InputName }
  | {
      readonly task: 'growth_projection'
      readonly index: ProjectedIndex
      readonly toAgeDays: number
      readonly earlier?: { readonly ageDays: number; readonly heightCm: number }
    }
  | { readonly task: 'sensitivity'; readonly metric: string }

export type TaskOptions = Readonly<Record<string, unknown>>

/** Options of all tasks. Any other option is listed in the answer's metadata. */
export const TASK_OPTIONS = [
  'task',
  'intake_change_kcal',
  'days',
  'target_kg',
  'lowest_intake_kcal',
  'metric',
  'target',
  'input',
  'index',
  'to_age_days',
  'to_age_years',
  'earlier_age_days',
  'earlier_height_cm',
] as const

const INDICES: readonly ProjectedIndex[] = [
  'length_height_for_age',
  'weight_for_age',
  'bmi_for_age',
  'head_circumference_for_age',
]

const refuse = (option: string, issue: string, provided: unknown): never => {
  const field = `options.${option}`
  throw new Refusal('VALIDATION_ERROR', `${field} ${issue}`, { field, issue, provided: provided ?? null })
}

function number(options: TaskOptions, name: string): number {
  const value = options[name]
  if (typeof value === 'number' && Number.isFinite(value)) return value
  return refuse(name, value === undefined ? 'is needed by this task' : 'must be a finite number', value)
}

function optional(options: TaskOptions, name: string): number | undefined {
  return options[name] === undefined ? undefined : number(options, name)
}

function metricOf(options: TaskOptions, query: StructuredQuery): string {
  const named = options.metric ?? query.topics.find((topic) => cardById(topic) !== undefined)
  if (typeof named === 'string' && cardById(named) !== undefined) return named
  return refuse('metric', 'must be a metric of GET /metrics/catalogue', named)
}

/** The target that the question names, where the options name none. */
function targetOf(query: StructuredQuery, of: (name: string) => boolean) {
  return query.people.flatMap((person) => person.targets).find((target) => of(target.of))
}

function inferTask(query: StructuredQuery, options: TaskOptions): TaskName {
  if (options.task !== undefined) {
    const task = TASKS.find((known) => known === options.task)
    return task ?? refuse('task', `must be one of ${TASKS.join(', ')}`, options.task)
  }
  if (query.intents.includes('growth')) return 'growth_projection'
  if (targetOf(query, (of) => of === 'weightKg') || options.target_kg !== undefined) return 'weight_goal'
  if (query.intents.includes('target') || options.target !== undefined) return 'inverse'
  if (query.intents.includes('trajectory') || options.intake_change_kcal !== undefined)
    return 'weight_trajectory'
  return refuse('task', `is not clear from the question; choose one of ${TASKS.join(', ')}`, undefined)
}

function inverseInput(options: TaskOptions, inputs: Inputs, metric: string): InputName {
  if (options.input !== undefined) {
    const name = typeof options.input === 'string' ? inputNameOfWire(options.input) : undefined
    return name ?? refuse('input', 'must be a parameter of GET /metrics/catalogue', options.input)
  }
  // The one required input that is not given is what is asked for; else the weight, which people mean to change.
  const required = cardById(metric)!.required
  return (
    required.find((name) => inputs[name] === undefined) ??
    (required.includes('weightKg') ? 'weightKg' : required[0]!)
  )
}

/**
 * Returns the model that the question and its options ask for. Options take precedence. Refuses a missing option by
 * name.
 */
export function chooseTask(query: StructuredQuery, inputs: Inputs, options: TaskOptions): Task {
  const task = inferTask(query, options)
  switch (task) {
    case 'weight_trajectory':
      return {
        task,
        intakeChangeKcal: number(options, 'intake_change_kcal'),
        days: optional(options, 'days') ?? 365,
      }
    case 'weight_goal': {
      const lowestIntakeKcal = optional(options, 'lowest_intake_kcal')
      return {
        task,
        targetKg:
          optional(options, 'target_kg') ??
          targetOf(query, (of) => of === 'weightKg')?.value ??
          number(options, 'target_kg'),
        days: number(options, 'days'),
        ...(lowestIntakeKcal === undefined ? {} : { lowestIntakeKcal }),
      }
    }
    case 'inverse': {
      const named = targetOf(query, (of) => cardById(of) !== undefined)
      const metric = options.metric === undefined && named ? named.of : metricOf(options, query)
      const target = optional(options, 'target') ?? named?.value ?? number(options, 'target')
      return { task, metric, target, input: inverseInput(options, inputs, metric) }
    }
    case 'growth_projection': {
      const given = options.index ?? 'length_height_for_age'
      const index =
        INDICES.find((known) => known === given) ??
        refuse('index', `must be one of ${INDICES.join(', ')}`, given)
      const years = optional(options, 'to_age_years')
      const toAgeDays = years === undefined ? number(options, 'to_age_days') : years * DAYS_PER_YEAR
      const ageDays = optional(options, 'earlier_age_days')
      const heightCm = optional(options, 'earlier_height_cm')
      const earlier =
        ageDays === undefined || heightCm === undefined ? {} : { earlier: { ageDays, heightCm } }
      return { task, index, toAgeDays, ...earlier }
    }
    case 'sensitivity':
      return { task, metric: metricOf(options, query) }
  }
}
