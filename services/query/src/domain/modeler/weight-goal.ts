import { bodyMassIndex } from '../metrics/size/body-mass-index.ts'
import type { Sex } from '../person.ts'
import { Refusal } from '../refusal.ts'
import { baselineOf, type ModelledPerson, maintenanceKcal, simulateWeight } from './energy-balance.ts'
import { CHOW_HALL_2008, HALL_2011, JACKSON_2002, type ModelResult } from './model-result.ts'
import { checkPerson } from './modelled-person.ts'
import { MAX_DAYS, WEIGHT_ASSUMPTIONS } from './weight-trajectory.ts'

/** Lower end of a low-calorie diet without medical supervision, kcal/day (NHLBI 1998, NIH publication 98-4083). */
const LOWEST_INTAKE_KCAL: Readonly<Record<Sex, number>> = { male: 1200, female: 1000 }
/** Our choice: the largest surplus that is planned, kcal/day. */
const HIGHEST_SURPLUS_KCAL = 1000
/** Days of maintenance shown after the goal. */
const MAINTENANCE_DAYS = 180

export type WeightGoal = {
  readonly targetKg: number
  readonly days: number
  /** Lowest intake allowed, kcal/day. Default: by sex. */
  readonly lowestIntakeKcal?: number
}

/**
 * Returns the constant intake that brings a person to a weight on a day, and the intake that keeps it, kcal/day. When
 * the limits of intake do not allow it, returns the nearest weight for the day and the nearest day for the weight (Hall
 * et al. 2011).
 */
export function weightGoal(person: ModelledPerson, goal: WeightGoal): ModelResult {
  checkPerson(person)
  if (!(goal.days >= 1 && goal.days <= MAX_DAYS))
    throw new Refusal('VALIDATION_ERROR', `days must be between 1 and ${MAX_DAYS}`, {
      field: 'days',
      issue: `must be between 1 and ${MAX_DAYS}`,
      provided: goal.days,
    })
  const days = Math.round(goal.days)
  const base = baselineOf(person)
  const lowest = Math.min(0, (goal.lowestIntakeKcal ?? LOWEST_INTAKE_KCAL[person.sex]) - base.intakeKcal)
  const highest = HIGHEST_SURPLUS_KCAL
  const weightOn = (changeKcal: number, day: number): number =>
    simulateWeight(person, { intakeChangeKcal: () => changeKcal }, day).at(-1)!.weightKg
  const [lightest, heaviest] = [weightOn(lowest, days), weightOn(highest, days)]
  const warnings: string[] = []
  if (bodyMassIndex(goal.targetKg, person.heightCm) < 18.5)
    warnings.push('the target weight is underweight (BMI below 18.5, WHO)')
  const feasible = goal.targetKg >= lightest && goal.targetKg <= heaviest
  const change = feasible
    ? root(
        (kcal) => weightOn(kcal, days) - goal.targetKg,
        [lowest, lightest - goal.targetKg],
        [highest, heaviest - goal.targetKg],
      )
    : goal.targetKg < lightest
      ? lowest
      : highest
  const reachedKg = weightOn(change, days)
  const holdKcal = maintenanceKcal(person, reachedKg)
  const hold = holdKcal - base.intakeKcal
  const states = simulateWeight(
    person,
    { intakeChangeKcal: (day) => (day < days ? change : hold) },
    days + MAINTENANCE_DAYS,
  )
  const weeklyShare = ((person.weightKg - reachedKg) / person.weightKg / days) * 7
  if (weeklyShare > 0.01) warnings.push('the loss is faster than 1 % of the weight a week')
  const soonest = feasible ? days : earliestDay(person, change, goal.targetKg)
  return {
    task: 'weight_goal',
    summary: {
      target_weight_kg: goal.targetKg,
      reached_weight_kg: reachedKg,
      days,
      intake_kcal: base.intakeKcal + change,
      intake_change_kcal: change,
      maintenance_kcal: holdKcal,
      baseline_intake_kcal: base.intakeKcal,
    },
    units: { weight: 'kg', intake: 'kcal/day', day: 'day' },
    assumptions: [
      ...WEIGHT_ASSUMPTIONS,
      `intake not below ${goal.lowestIntakeKcal ?? LOWEST_INTAKE_KCAL[person.sex]} kcal/day, not more than ${HIGHEST_SURPLUS_KCAL} kcal/day above need`,
    ],
    equations: [HALL_2011, CHOW_HALL_2008, JACKSON_2002],
    trajectories: [
      { name: 'weight', unit: 'kg', points: states.map((s) => ({ day: s.day, value: s.weightKg })) },
      { name: 'intake', unit: 'kcal/day', points: states.map((s) => ({ day: s.day, value: s.intakeKcal })) },
    ],
    sensitivity: [],
    feasibility: feasible
      ? { feasible: true }
      : {
          feasible: false,
          reason: `between ${lightest.toFixed(1)} and ${heaviest.toFixed(1)} kg can be reached in ${days} days within the limits of intake`,
          nearest: {
            weight_kg: reachedKg,
            intake_kcal: base.intakeKcal + change,
            ...(soonest !== undefined && { days: soonest }),
          },
        },
    warnings,
  }
}

/** First day on which a constant change of intake reaches a weight; undefined when it takes more than five years. */
function earliestDay(person: ModelledPerson, changeKcal: number, targetKg: number): number | undefined {
  const down = targetKg < person.weightKg
  return simulateWeight(person, { intakeChangeKcal: () => changeKcal }, MAX_DAYS).find((state) =>
    down ? state.weightKg <= targetKg : state.weightKg >= targetKg,
  )?.day
}

/**
 * Zero of a rising function between two points (x, f(x)) of opposite sign: false position with the Illinois rule (Dowell & Jarratt
 * 1971, BIT 11:168–174), to a gram; each evaluation is a whole simulation, so few must do.
 */
function root(
  f: (x: number) => number,
  from: readonly [number, number],
  to: readonly [number, number],
): number {
  let [low, atLow] = from
  let [high, atHigh] = to
  let side = 0
  for (let i = 0; i < 60 && high - low > 1e-6; i++) {
    if (Math.abs(atLow) < ONE_GRAM_KG) return low
    if (Math.abs(atHigh) < ONE_GRAM_KG) return high
    const x = (low * atHigh - high * atLow) / (atHigh - atLow)
    const value = f(x)
    if (Math.abs(value) < ONE_GRAM_KG) return x
    if (value > 0) {
      high = x
      atHigh = value
      if (side === 1) atLow /= 2
      side = 1
    } else {
      low = x
      atLow = value
      if (side === -1) atHigh /= 2
      side = -1
    }
  }
  return (low + high) / 2
}

const ONE_GRAM_KG = 0.001
