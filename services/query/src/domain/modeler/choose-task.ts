import type { StructuredQuery } from '../language/structured-query.ts'
import { ADULT_AGE_YEARS } from '../metrics/card.ts'
import { type InputName, type Inputs, inputNameOfWire } from '../metrics/inputs.ts'
import { prepareInputs } from '../metrics/prepare.ts'
import { cardById } from '../metrics/registry.ts'
import { Refusal } from '../refusal.ts'
import { DAYS_PER_YEAR } from '../units.ts'
import type { ProjectedIndex } from './growth-projection.ts'
import type { ModelResult } from './model-result.ts'
import type { IntakePlan } from './plan-trajectory.ts'
import type { Plan } from './read-plan.ts'
import { TARGET_METRICS } from './target-metrics.ts'

type TaskName = Exclude<ModelResult['task'], 'none'>
const TASKS = [
  'weight_trajectory',
  'weight_goal',
  'inverse',
  'growth_projection',
  'sensitivity',
] as const satisfies readonly TaskName[]

/** A modelling task with all its settings except the person. */
export type Task =
  | ({ readonly task: 'weight_trajectory' } & IntakePlan)
  | {
      readonly task: 'weight_goal'
      readonly targetKg: number
      /** Default: by `kgPerWeek`, or the usual rate. */
      readonly days?: number
      readonly kgPerWeek?: number
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

/** Card of a topic of the reader, or of a metric by its own name. */
const metricOfTopic = (topic: string): string | undefined =>
  TARGET_METRICS[topic]?.metric ?? (cardById(topic) === undefined ? undefined : topic)

/** The metric that the question states and that lacks one input: "a waist-to-height ratio of 0.48 at 184 cm". */
function statedOf(query: StructuredQuery, inputs: Inputs): MetricTarget | undefined {
  for (const { topic, value } of query.people.flatMap((person) => person.stated ?? [])) {
    const metric = metricOfTopic(topic)
    const missing = metric === undefined ? [] : cardById(metric)!.required
    if (metric !== undefined && missing.filter((name) => inputs[name] === undefined).length === 1)
      return { metric, value }
  }
  return undefined
}

/** The metric that the question wants to bring to a value: "a BMI of 22". */
function metricTarget(query: StructuredQuery): MetricTarget | undefined {
  const target = targetOf(query, (of) => metricOfTopic(of) !== undefined)
  return target && { metric: metricOfTopic(target.of)!, value: target.value }
}

type MetricTarget = { readonly metric: string; readonly value: number }

/** Weight to reach in kg: as named, or from an amount, a share or a rate over a time. */
function weightTarget(query: StructuredQuery, plan: Plan, inputs: Inputs): number | undefined {
  const named = plan.targetKg ?? targetOf(query, (of) => of === 'weightKg')?.value
  const weightKg = plan.fromKg ?? inputs.weightKg
  if (named !== undefined && named !== weightKg) return named
  if (weightKg === undefined) return undefined
  if (plan.changeKg !== undefined) return weightKg + plan.changeKg
  if (plan.changePercent !== undefined) return weightKg * (1 + plan.changePercent / 100)
  return plan.kgPerWeek !== undefined && plan.days !== undefined
    ? weightKg + (plan.kgPerWeek * plan.days) / 7
    : undefined
}

const isChildOf = (inputs: Inputs): boolean => {
  const { ageYears, ageMonths, ageDays } = inputs
  const years =
    ageYears ?? (ageMonths === undefined ? undefined : ageMonths / 12) ?? (ageDays ?? 0) / DAYS_PER_YEAR
  return inputs.isChild === true || (years > 0 && years < ADULT_AGE_YEARS)
}

function inferTask(query: StructuredQuery, plan: Plan, inputs: Inputs, options: TaskOptions): TaskName {
  if (options.task !== undefined) {
    const task = TASKS.find((known) => known === options.task)
    return task ?? refuse('task', `must be one of ${TASKS.join(', ')}`, options.task)
  }
  const target = weightTarget(query, plan, inputs)
  const isPlan =
    plan.intakeChangeKcal !== undefined || plan.intakeKcal !== undefined || plan.changeKg !== undefined
  if (query.intents.includes('growth') && !isPlan && target === undefined) return 'growth_projection'
  if (
    isChildOf(inputs) &&
    !isPlan &&
    target === undefined &&
    (plan.asksGrowth || plan.toAgeYears !== undefined)
  )
    return 'growth_projection'
  if (
    plan.intakeChangeKcal !== undefined ||
    plan.intakeKcal !== undefined ||
    options.intake_change_kcal !== undefined
  )
    return 'weight_trajectory'
  if (target !== undefined || options.target_kg !== undefined) return 'weight_goal'
  if (
    query.intents.includes('target') ||
    options.target !== undefined ||
    statedOf(query, inputs) !== undefined
  )
    return 'inverse'
  if (/sensitiv/i.test(query.text)) return 'sensitivity'
  if (query.intents.includes('trajectory')) return 'weight_trajectory'
  return refuse('task', `is not clear from the question; choose one of ${TASKS.join(', ')}`, undefined)
}

function inverseInput(options: TaskOptions, inputs: Inputs, metric: string): InputName {
  if (options.input !== undefined) {
    const name = typeof options.input === 'string' ? inputNameOfWire(options.input) : undefined
    return name ?? refuse('input', 'must be a parameter of GET /metrics/catalogue', options.input)
  }
  // The one required input that is not given is what is asked for; else the weight, which people mean to change.
  const { required, optional } = cardById(metric)!
  return (
    required.find((name) => inputs[name] === undefined) ??
    ([...required, ...optional].includes('weightKg') ? 'weightKg' : (required[0] ?? optional[0]!))
  )
}

/**
 * Returns the model that the question and its options ask for. Options take precedence over what the question says.
 * Refuses a missing option by name.
 */
export function chooseTask(query: StructuredQuery, plan: Plan, inputs: Inputs, options: TaskOptions): Task {
  const task = inferTask(query, plan, inputs, options)
  switch (task) {
    case 'weight_trajectory': {
      const change = optional(options, 'intake_change_kcal') ?? plan.intakeChangeKcal
      const days = optional(options, 'days') ?? plan.days
      const targetKg = days === undefined ? weightTarget(query, plan, inputs) : undefined
      if (change === undefined && plan.intakeKcal === undefined) number(options, 'intake_change_kcal')
      return {
        task,
        ...(change === undefined ? { intakeKcal: plan.intakeKcal } : { intakeChangeKcal: change }),
        days,
        targetKg,
      }
    }
    case 'weight_goal': {
      const lowestIntakeKcal = optional(options, 'lowest_intake_kcal')
      const days = optional(options, 'days') ?? plan.days
      return {
        task,
        targetKg:
          optional(options, 'target_kg') ?? weightTarget(query, plan, inputs) ?? number(options, 'target_kg'),
        ...(days === undefined ? {} : { days }),
        ...(plan.kgPerWeek === undefined ? {} : { kgPerWeek: plan.kgPerWeek }),
        ...(lowestIntakeKcal === undefined ? {} : { lowestIntakeKcal }),
      }
    }
    case 'inverse': {
      const named = metricTarget(query) ?? statedOf(query, inputs)
      const metric = options.metric === undefined && named ? named.metric : metricOf(options, query)
      const target = optional(options, 'target') ?? named?.value ?? number(options, 'target')
      return { task, metric, target, input: inverseInput(options, inputs, metric) }
    }
    case 'growth_projection':
      return growthTask(plan, inputs, options)
    case 'sensitivity':
      return { task, metric: metricOf(options, query) }
  }
}

/** "How tall will she get?" asks for the final height: WHO 2007 ends at 19 years. */
const FINAL_HEIGHT_YEARS = 19

function growthTask(plan: Plan, inputs: Inputs, options: TaskOptions): Task {
  // What is measured says what is projected: a height, or else a weight or a head.
  const measured =
    inputs.heightCm === undefined && inputs.weightKg !== undefined
      ? 'weight_for_age'
      : inputs.heightCm === undefined && inputs.headCm !== undefined
        ? 'head_circumference_for_age'
        : 'length_height_for_age'
  const given = options.index ?? measured
  const index =
    INDICES.find((known) => known === given) ?? refuse('index', `must be one of ${INDICES.join(', ')}`, given)
  const years = optional(options, 'to_age_years')
  const prepared = prepareInputs(inputs)
  const said =
    plan.toAgeYears !== undefined
      ? plan.toAgeYears * DAYS_PER_YEAR
      : plan.days !== undefined && prepared.ageDays !== undefined
        ? prepared.ageDays + plan.days
        : plan.asksGrowth && index === 'length_height_for_age'
          ? FINAL_HEIGHT_YEARS * DAYS_PER_YEAR
          : undefined
  const toAgeDays =
    years === undefined
      ? (optional(options, 'to_age_days') ?? said ?? number(options, 'to_age_days'))
      : years * DAYS_PER_YEAR
  const ageDays = optional(options, 'earlier_age_days')
  const heightCm = optional(options, 'earlier_height_cm')
  const earlier = ageDays === undefined || heightCm === undefined ? {} : { earlier: { ageDays, heightCm } }
  return { task: 'growth_projection', index, toAgeDays, ...earlier }
}
