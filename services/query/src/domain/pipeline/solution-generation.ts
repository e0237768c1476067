import type { Target } from '../language/structured-query.ts'
import { ADULT_CLASS_AGE_YEARS } from '../metrics/card.ts'
import { type ComputedMetric, computeMetrics, type NotComputed } from '../metrics/compute-metrics.ts'
import { INPUT_SPECS, type Inputs } from '../metrics/inputs.ts'
import { ALL_CARDS } from '../metrics/registry.ts'
import { solveInverse } from '../modeler/inverse.ts'
import { Refusal } from '../refusal.ts'
import type { UnitSymbol } from '../units.ts'
import type { Asked } from './asked.ts'
import type { InverseTask } from './derived-tasks.ts'
import { type Knowledge, relatedCards } from './domain-knowledge.ts'
import type { Plan } from './reasoning-optimization.ts'
import type { Grounded, GroundedPerson } from './semantic-grounding.ts'
import { withholdFor } from './withhold.ts'

/** One computed metric of one person. `asked` is false for alternatives. */
export type Candidate = {
  readonly person: number
  readonly metric: ComputedMetric
  readonly asked: boolean
  /** The inputs of the equation. */
  readonly inputs: Inputs
}

/** The value of an input that brings a metric to its target. */
export type Solution = InverseTask & {
  readonly value: number
  readonly unit: UnitSymbol
  readonly feasible: boolean
}

export type Generated = {
  readonly candidates: readonly Candidate[]
  readonly notComputed: readonly (NotComputed & { readonly person: number })[]
  readonly solutions: readonly Solution[]
  readonly goals: readonly (Target & { readonly person: number })[]
  /** Prose of a model with a slot for every number, before it is filled and verified. */
  readonly slottedProse?: string
}

/** What an overview shows: the first card of each quantity that tells something about a body; no heart rate, no VO₂max. */
const HEADLINES: ReadonlySet<string> = new Set([
  ...new Map(
    [...ALL_CARDS]
      .reverse()
      .filter(({ quantity }) => quantity !== 'max_heart_rate' && quantity !== 'vo2max')
      .map((card) => [card.quantity, card.id]),
  ).values(),
  // A range has two ends, and a measured share of fat stands for itself.
  'healthy_weight_max',
  'body_fat_measured',
])

/** Computes every applicable candidate and its alternatives, and solves the inverse questions. */
export function generateSolutions(grounded: Grounded, knowledge: Knowledge, plan: Plan): Generated {
  const overview = knowledge.how === 'overview'
  const alternatives = overview ? [] : relatedCards(knowledge.candidates)
  const only = new Set([...knowledge.candidates, ...alternatives])
  const asked = new Set(knowledge.candidates)
  const candidates: Candidate[] = []
  const notComputed: (NotComputed & { person: number })[] = []
  for (const person of grounded.people) {
    const report = withholdFor(
      person.conditions,
      computeMetrics(person.inputs, { only, population: person.population }),
    )
    for (const metric of report.computed)
      candidates.push({
        person: person.index,
        metric,
        asked: overview ? HEADLINES.has(metric.id) : asked.has(metric.id),
        inputs: report.inputs,
      })
    candidates.push(...childBmi(person))
    if (!overview)
      for (const entry of report.notComputed)
        if (asked.has(entry.id)) notComputed.push({ ...entry, person: person.index })
  }
  return {
    candidates,
    notComputed,
    solutions: [
      ...plan.inverse.flatMap((task) => solve(grounded, task)),
      ...grounded.people.flatMap((person) => atFatShare(person, grounded.asked.fatTarget)),
    ],
    goals: grounded.people.flatMap((person) =>
      person.targets
        .filter((target) => target.of === 'weightKg')
        .map((target) => ({ ...target, person: person.index })),
    ),
  }
}

function solve(grounded: Grounded, task: InverseTask): Solution[] {
  const { inputs } = grounded.people.find((person) => person.index === task.person)!
  try {
    const result = solveInverse(inputs, { metric: task.metric, target: task.target, input: task.input })
    const spec = INPUT_SPECS[task.input]
    const value = result.summary[spec.wire]
    return typeof value === 'number'
      ? [{ ...task, value, unit: spec.unit, feasible: result.feasibility.feasible }]
      : []
  } catch (error) {
    // Another input is missing: the plan already says which.
    if (error instanceof Refusal) return []
    throw error
  }
}

/** BMI for age depends on the BMI alone from two years on: any height carries a stated one. */
const ANY_HEIGHT_CM = 120
const LEAST_YEARS = 2
const BMI_FOR_AGE: ReadonlySet<string> = new Set(['bmi_for_age_z', 'bmi_for_age_centile'])

/** BMI for age of a child whose BMI was stated and neither weight nor height. */
function childBmi({ index, inputs, stated }: GroundedPerson): Candidate[] {
  const { sex, ageYears, weightKg, heightCm } = inputs
  const bmi = stated.find(({ topic }) => topic === 'bmi')?.value
  if (bmi === undefined || sex === undefined || ageYears === undefined || ageYears < LEAST_YEARS) return []
  if (weightKg !== undefined || heightCm !== undefined || ageYears >= ADULT_CLASS_AGE_YEARS) return []
  const carried: Inputs = {
    ...inputs,
    heightCm: ANY_HEIGHT_CM,
    weightKg: bmi * (ANY_HEIGHT_CM / 100) ** 2,
  }
  return computeMetrics(carried, { only: BMI_FOR_AGE }).computed.map((metric) => ({
    person: index,
    metric: {
      ...metric,
      inputsUsed: ['sex', 'ageYears'],
      notes: [...metric.notes, `from the stated BMI of ${bmi} kg/m²`],
    },
    asked: true,
    inputs: carried,
  }))
}

/** Weight at another share of fat and the same fat-free mass: weight · (1 − fat) / (1 − target). */
function atFatShare({ index, inputs }: GroundedPerson, target: Asked['fatTarget']): Solution[] {
  const { weightKg, bodyFatPercent: fat, fatFreeMassKg: lean } = inputs
  if (target !== undefined && target !== 'half' && lean !== undefined && weightKg === undefined)
    return [fatShareOf(index, target, lean)]
  if (target === undefined || weightKg === undefined || fat === undefined) return []
  const percent = target === 'half' ? fat / 2 : target
  if (percent === fat) return []
  return [fatShareOf(index, percent, (weightKg * (100 - fat)) / 100)]
}

const fatShareOf = (person: number, percent: number, leanKg: number): Solution => ({
  person,
  metric: 'body_fat_measured',
  target: percent,
  input: 'weightKg',
  value: (100 * leanKg) / (100 - percent),
  unit: 'kg',
  feasible: true,
  name: `${percent} % body fat with the same fat-free mass`,
})
