import { inputSpec } from '../metrics/inputs.ts'
import { cardById } from '../metrics/registry.ts'
import { DAYS_PER_MONTH, DAYS_PER_YEAR, POUNDS_PER_STONE, UNITS } from '../units.ts'
import type { Task } from './choose-task.ts'
import type { ProjectedIndex } from './growth-projection.ts'
import type { ModelResult } from './model-result.ts'
import type { PlanMassUnit } from './plan-pieces.ts'

/** Writes a mass in the unit of the asker: "92.4 kg", "203.7 lb", "14 st 7.7 lb". */
function sayMass(kg: number, unit: PlanMassUnit): string {
  if (unit === 'kg') return `${kg.toFixed(1)} kg`
  const pounds = kg / UNITS.pound.factor
  if (unit === 'lb') return `${pounds.toFixed(1)} lb`
  const tenths = Math.round(Math.abs(pounds) * 10) / 10
  const stone = Math.floor(tenths / POUNDS_PER_STONE)
  const rest = (tenths - stone * POUNDS_PER_STONE).toFixed(1)
  return `${pounds < 0 ? '−' : ''}${stone === 0 ? '' : `${stone} st `}${rest} lb`
}

/** Writes a time: "5 days", "12 weeks (84 days)", "6 months (183 days)". */
function sayDays(days: number): string {
  const whole = Math.round(days)
  if (whole < 21) return `${whole} day${whole === 1 ? '' : 's'}`
  if (whole < 40 * 7) return `${Math.round(whole / 7)} weeks (${whole} days)`
  return `${Math.round(whole / DAYS_PER_MONTH)} months (${whole} days)`
}

const sayKcal = (kcal: number): string => `${Math.round(kcal / 10) * 10} kcal a day`
const sayChange = (kcal: number): string =>
  Math.abs(kcal) < 5 ? 'as much as now' : `${sayKcal(Math.abs(kcal))} ${kcal < 0 ? 'less' : 'more'} than now`

/** Returns the sentence that answers the question, in the units of the asker; undefined when there is nothing to say. */
export function sayModel(result: ModelResult, task: Task, unit: PlanMassUnit): string | undefined {
  switch (task.task) {
    case 'weight_trajectory':
      return sayTrajectory(result, unit)
    case 'weight_goal':
      return sayGoal(result, unit)
    case 'inverse':
      return sayInverse(result, task)
    case 'growth_projection':
      return sayGrowth(result, task.index)
    case 'sensitivity':
      return saySensitivity(result, task.metric)
  }
}

const refusal = (result: ModelResult): string =>
  result.feasibility.feasible ? '' : `This plan is not safe or not possible: ${result.feasibility.reason}. `
const advice = (result: ModelResult): string =>
  result.feasibility.feasible ? '' : ' Please talk to a doctor or dietitian first.'

function sayTrajectory(result: ModelResult, unit: PlanMassUnit): string {
  const { start_weight_kg: start, end_weight_kg: end, days, intake_kcal: intake } = result.summary
  const change = end! - start!
  const lead = refusal(result)
  const intro = lead === '' ? 'Eating' : 'The nearest safe course: eating'
  const moved =
    Math.abs(change) < 0.05
      ? 'the same as now'
      : `${sayMass(Math.abs(change), unit)} ${change < 0 ? 'less' : 'more'} than now`
  return `${lead}${intro} about ${sayKcal(intake!)} (${sayChange(result.summary.intake_change_kcal!)}), the weight is about ${sayMass(end!, unit)} after ${sayDays(days!)}, ${moved}.${advice(result)} ${assumed(result)}`
}

function sayGoal(result: ModelResult, unit: PlanMassUnit): string {
  const { reached_weight_kg: reached, days, intake_kcal: intake, maintenance_kcal: hold } = result.summary
  const lead = refusal(result)
  const intro = lead === '' ? '' : 'The nearest safe plan: '
  return `${lead}${intro}${sayMass(reached!, unit)} in about ${sayDays(days!)} takes about ${sayKcal(intake!)} (${sayChange(result.summary.intake_change_kcal!)}); about ${sayKcal(hold!)} keeps that weight afterwards.${advice(result)} ${assumed(result)}`
}

/** The activity level stands in the answer, since everything hangs on it. */
const assumed = (result: ModelResult): string => {
  const [activity] = result.assumptions
  return activity === undefined ? '' : `Assumed: ${activity}.`
}

function sayInverse(result: ModelResult, task: Extract<Task, { task: 'inverse' }>): string {
  const spec = inputSpec(task.input)
  const card = cardById(task.metric)!
  const value = result.summary[spec.wire]
  const unit = spec.kind === 'number' && spec.unit ? ` ${spec.unit}` : ''
  if (!result.feasibility.feasible) return `Not possible or not safe: ${result.feasibility.reason}.`
  return `A ${spec.label} of ${value!.toFixed(1)}${unit} gives a ${card.name.toLowerCase()} of ${task.target}${card.unit ? ` ${card.unit}` : ''}.`
}

function saySensitivity(result: ModelResult, metric: string): string | undefined {
  const card = cardById(metric)
  const [first] = result.sensitivity
  if (card === undefined || first === undefined) return undefined
  const unit = card.unit ? ` ${card.unit}` : ''
  const size = (value: number) => `${Number(value.toPrecision(2))}${unit}`
  return `${card.name} is ${result.summary[metric]!.toFixed(card.decimals)}${unit}. An error of ${first.input.replaceAll('_', ' ')} moves it most, by ${size(first.effect)}; a change below ${size(result.summary.least_real_change!)} may be measurement error.`
}

/** What each index projects, in words. */
const INDEX_NAMES: Readonly<Record<ProjectedIndex, string>> = {
  length_height_for_age: 'height',
  weight_for_age: 'weight',
  bmi_for_age: 'BMI',
  head_circumference_for_age: 'head circumference',
}

function sayGrowth(result: ModelResult, index: ProjectedIndex): string {
  const { value_then: then, low_then: low, high_then: high, age_then_days: age, centile } = result.summary
  const unit = result.units.value ?? ''
  const years = age! / DAYS_PER_YEAR
  const at = years >= 2 ? `${Number(years.toFixed(1))} years` : `${(age! / DAYS_PER_MONTH).toFixed(0)} months`
  const lead = result.feasibility.feasible ? '' : `${result.feasibility.reason}. `
  return `${lead}On the same centile (${centile!.toFixed(0)}) the ${INDEX_NAMES[index]} is about ${then!.toFixed(1)} ${unit} at ${at}, with a usual range of ${low!.toFixed(1)} to ${high!.toFixed(1)} ${unit}.`
}
