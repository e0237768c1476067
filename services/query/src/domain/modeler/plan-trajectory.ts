import { baselineOf, type ModelledPerson, simulateWeight } from './energy-balance.ts'
import type { ModelResult } from './model-result.ts'
import {
  HIGHEST_SURPLUS_KCAL,
  isUnderweight,
  LARGEST_DEFICIT_KCAL,
  LOWEST_BMI,
  LOWEST_INTAKE_KCAL,
  lowestHealthyKg,
  SAFE_LIMITS,
  SEE_CLINICIAN,
} from './safe-plan.ts'
import { MAX_DAYS, weightTrajectory } from './weight-trajectory.ts'

/** A lasting change of intake, and either the days it lasts or the weight it is to reach. */
export type IntakePlan = {
  /** Change against the intake that keeps the weight, kcal/day; or the intake itself. */
  readonly intakeChangeKcal?: number | undefined
  readonly intakeKcal?: number | undefined
  /** Default: 365 without a weight to reach. */
  readonly days?: number | undefined
  readonly targetKg?: number | undefined
}

const DEFAULT_DAYS = 365

/**
 * Computes the weight over time under a change of intake that people plan (Hall et al. 2011). An intake that is too low, a
 * deficit that is too large and a course that ends underweight are refused, and the numbers are those of the nearest safe
 * plan. With a weight to reach, the course ends on the day that it is reached.
 */
export function planTrajectory(person: ModelledPerson, plan: IntakePlan): ModelResult {
  const base = baselineOf(person)
  const asked = plan.intakeChangeKcal ?? (plan.intakeKcal ?? base.intakeKcal) - base.intakeKcal
  const problems = harmOfIntake(person, base.intakeKcal, asked)
  const underweight = isUnderweight(person.weightKg, person.heightCm)
  const lowest = underweight ? 0 : Math.min(0, LOWEST_INTAKE_KCAL[person.sex] - base.intakeKcal)
  const change = Math.min(
    Math.max(asked, lowest, underweight ? 0 : -LARGEST_DEFICIT_KCAL),
    Math.max(HIGHEST_SURPLUS_KCAL, 0),
  )
  const lowestKg = lowestHealthyKg(person.heightCm)
  const aimKg = change < 0 && plan.targetKg !== undefined ? Math.max(plan.targetKg, lowestKg) : plan.targetKg
  if (aimKg !== plan.targetKg)
    problems.push(
      `the target is underweight (BMI below ${LOWEST_BMI}, WHO); the course ends at ${lowestKg.toFixed(1)} kg`,
    )
  const reached = aimKg === undefined ? undefined : dayOf(person, change, aimKg)
  if (aimKg !== undefined && reached === undefined)
    problems.push(`this intake does not lead to ${aimKg.toFixed(1)} kg: the weight settles before`)
  const wanted = aimKg === undefined ? (plan.days ?? DEFAULT_DAYS) : (reached ?? MAX_DAYS)
  const untilThin = change < 0 && !underweight ? dayOf(person, change, lowestKg) : undefined
  if (untilThin !== undefined && untilThin < wanted)
    problems.push(
      `after ${untilThin} days the weight would be underweight (BMI below ${LOWEST_BMI}, WHO); the course ends there`,
    )
  // Somebody at the very limit has no day to lose: the nearest safe plan keeps the weight.
  const keeps = untilThin !== undefined && untilThin <= 1
  const planned = keeps ? 0 : change
  const days = keeps || untilThin === undefined || untilThin > wanted ? wanted : untilThin - 1
  const { states: _states, ...result } = weightTrajectory(person, { intakeChangeKcal: () => planned, days })
  const summary = {
    ...result.summary,
    days: Math.round(Math.min(days, MAX_DAYS)),
    intake_kcal: base.intakeKcal + planned,
    intake_change_kcal: planned,
    ...(aimKg !== undefined && { target_weight_kg: plan.targetKg! }),
    ...(reached !== undefined && !keeps && { days_to_target: reached }),
  }
  const equations = [...result.equations, ...SAFE_LIMITS]
  if (problems.length === 0) return { ...result, summary, equations }
  return {
    ...result,
    summary,
    equations,
    feasibility: {
      feasible: false,
      reason: problems.join('; '),
      nearest: {
        intake_kcal: summary.intake_kcal,
        weight_kg: result.summary.end_weight_kg!,
        days: summary.days,
      },
    },
    warnings: [...result.warnings, SEE_CLINICIAN],
  }
}

/** Why a change of intake would harm; empty when it would not. */
function harmOfIntake(person: ModelledPerson, baseKcal: number, changeKcal: number): string[] {
  const floor = LOWEST_INTAKE_KCAL[person.sex]
  if (changeKcal >= 0)
    return changeKcal > HIGHEST_SURPLUS_KCAL
      ? [`a surplus of ${changeKcal.toFixed(0)} kcal a day is more than ${HIGHEST_SURPLUS_KCAL}`]
      : []
  const problems: string[] = []
  if (isUnderweight(person.weightKg, person.heightCm))
    problems.push(`the present weight is underweight (BMI below ${LOWEST_BMI}, WHO): eating less is not safe`)
  const intake = Math.max(0, baseKcal + changeKcal)
  if (intake < Math.min(floor, baseKcal))
    problems.push(
      `${intake.toFixed(0)} kcal a day is below ${floor}, the lowest intake that is safe without a doctor`,
    )
  else if (changeKcal < -LARGEST_DEFICIT_KCAL)
    problems.push(
      `a deficit of ${(-changeKcal).toFixed(0)} kcal a day is too fast and not safe; at most ${LARGEST_DEFICIT_KCAL} is`,
    )
  return problems
}

/** First day on which a constant change of intake reaches a weight; undefined when five years are not enough. */
function dayOf(person: ModelledPerson, changeKcal: number, targetKg: number): number | undefined {
  const down = targetKg < person.weightKg
  return simulateWeight(person, { intakeChangeKcal: () => changeKcal }, MAX_DAYS).find((state) =>
    down ? state.weightKg <= targetKg : state.weightKg >= targetKg,
  )?.day
}
