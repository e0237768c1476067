import { bodyMassIndex } from '../metrics/size/body-mass-index.ts'
import { Refusal } from '../refusal.ts'
import { baselineOf, type ModelledPerson, maintenanceKcal, simulateWeight } from './energy-balance.ts'
import { risingRoot } from './find-root.ts'
import { CHOW_HALL_2008, HALL_2011, JACKSON_2002, type ModelResult } from './model-result.ts'
import { checkPerson } from './modelled-person.ts'
import {
  fastestLossKgPerWeek,
  HIGHEST_SURPLUS_KCAL,
  isUnderweight,
  LOWEST_BMI,
  lowestHealthyKg,
  lowestIntakeKcal,
  SAFE_LIMITS,
  SEE_CLINICIAN,
} from './safe-plan.ts'
import { MAX_DAYS, weightAssumptions } from './weight-trajectory.ts'

/** Days of maintenance shown after the goal. */
const MAINTENANCE_DAYS = 180
/** Our choice: somebody below this BMI who asks for less than 18.5 is offered to keep the weight. */
const SLIM_BMI = 20
/** From this BMI a gain ends in obesity (WHO 2000). */
const OBESE_BMI = 30

export type WeightGoal = {
  readonly targetKg: number
  readonly days: number
  /** Lowest intake allowed, kcal/day. Default: by sex. */
  readonly lowestIntakeKcal?: number
}

/** A weight on a day, and the constant change of intake that leads there. */
type Course = { readonly targetKg: number; readonly days: number; readonly changeKcal: number }

/**
 * Returns the constant intake that brings a person to a weight on a day, and the intake that keeps it, kcal/day. A goal
 * that is underweight, too fast or below the lowest intake is refused, and the numbers are those of the nearest safe
 * plan (Hall et al. 2011; limits in `safe-plan.ts`).
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
  const floorKcal = lowestIntakeKcal(person.sex, goal.lowestIntakeKcal)
  const limits = { lowest: Math.min(0, floorKcal - base.intakeKcal), highest: HIGHEST_SURPLUS_KCAL }
  const problems = harmOf(person, goal.targetKg, days)
  const within = problems.length === 0 ? courseWithin(person, goal.targetKg, days, limits) : undefined
  if (problems.length === 0 && within === undefined)
    problems.push(
      goal.targetKg < person.weightKg
        ? `it would need less than ${floorKcal} kcal a day`
        : `it would need more than ${HIGHEST_SURPLUS_KCAL} kcal a day above the present intake`,
    )
  const course = within ?? nearestSafe(person, goal.targetKg, days, limits)
  const reachedKg = endOf(person, course)
  const holdKcal = maintenanceKcal(person, reachedKg)
  const hold = holdKcal - base.intakeKcal
  const states = simulateWeight(
    person,
    { intakeChangeKcal: (day) => (day < course.days ? course.changeKcal : hold) },
    course.days + MAINTENANCE_DAYS,
  )
  const warnings: string[] = []
  if (problems.length > 0) warnings.push(SEE_CLINICIAN)
  if (course.targetKg > person.weightKg && bodyMassIndex(course.targetKg, person.heightCm) >= OBESE_BMI)
    warnings.push(`the target is a BMI of ${OBESE_BMI} or more, obesity by WHO: ${SEE_CLINICIAN}`)
  return {
    task: 'weight_goal',
    summary: {
      target_weight_kg: goal.targetKg,
      reached_weight_kg: reachedKg,
      days: course.days,
      intake_kcal: base.intakeKcal + course.changeKcal,
      intake_change_kcal: course.changeKcal,
      maintenance_kcal: holdKcal,
      baseline_intake_kcal: base.intakeKcal,
    },
    units: { weight: 'kg', intake: 'kcal/day', day: 'day' },
    assumptions: [
      ...weightAssumptions(person),
      `intake not below ${floorKcal} kcal/day, not more than ${HIGHEST_SURPLUS_KCAL} kcal/day above need`,
    ],
    equations: [HALL_2011, CHOW_HALL_2008, JACKSON_2002, ...SAFE_LIMITS],
    trajectories: [
      { name: 'weight', unit: 'kg', points: states.map((s) => ({ day: s.day, value: s.weightKg })) },
      { name: 'intake', unit: 'kcal/day', points: states.map((s) => ({ day: s.day, value: s.intakeKcal })) },
    ],
    sensitivity: [],
    feasibility:
      problems.length === 0
        ? { feasible: true }
        : {
            feasible: false,
            reason: problems.join('; '),
            nearest: {
              weight_kg: reachedKg,
              intake_kcal: base.intakeKcal + course.changeKcal,
              days: course.days,
            },
          },
    warnings,
  }
}

/** Why a weight by a day would harm; empty when it would not. */
function harmOf(person: ModelledPerson, targetKg: number, days: number): string[] {
  const problems: string[] = []
  const lossKg = person.weightKg - targetKg
  if (lossKg <= 0) return problems
  if (isUnderweight(person.weightKg, person.heightCm))
    problems.push(`the present weight is underweight (BMI below ${LOWEST_BMI}, WHO): losing more is not safe`)
  else if (isUnderweight(targetKg, person.heightCm))
    problems.push(
      `${targetKg.toFixed(1)} kg is underweight (BMI ${bodyMassIndex(targetKg, person.heightCm).toFixed(1)}, below ${LOWEST_BMI} by WHO)`,
    )
  const perWeek = (lossKg / days) * 7
  const fastest = fastestLossKgPerWeek(person.weightKg)
  if (perWeek > fastest + 1e-9)
    problems.push(
      `${perWeek.toFixed(1)} kg a week is too fast and not safe; about 0.5 to ${fastest.toFixed(1)} kg a week is`,
    )
  return problems
}

type Limits = { readonly lowest: number; readonly highest: number }

const endOf = (person: ModelledPerson, { changeKcal, days }: Course): number =>
  simulateWeight(person, { intakeChangeKcal: () => changeKcal }, days).at(-1)!.weightKg

/** The course to a weight in given days, or undefined when the limits of intake do not allow it. */
function courseWithin(
  person: ModelledPerson,
  targetKg: number,
  days: number,
  { lowest, highest }: Limits,
): Course | undefined {
  const weightOn = (changeKcal: number): number => endOf(person, { targetKg, days, changeKcal })
  const [lightest, heaviest] = [weightOn(lowest), weightOn(highest)]
  if (targetKg < lightest || targetKg > heaviest) return undefined
  const changeKcal = risingRoot(
    (kcal) => weightOn(kcal) - targetKg,
    [lowest, lightest - targetKg],
    [highest, heaviest - targetKg],
  )
  return { targetKg, days, changeKcal }
}

/** The nearest plan within all limits: a weight that is not underweight, a later day where the asked one is too soon. */
function nearestSafe(person: ModelledPerson, askedKg: number, askedDays: number, limits: Limits): Course {
  const down = askedKg < person.weightKg
  const isSlim = bodyMassIndex(person.weightKg, person.heightCm) < SLIM_BMI
  const targetKg =
    down && isSlim ? person.weightKg : down ? Math.max(askedKg, lowestHealthyKg(person.heightCm)) : askedKg
  const perWeek = fastestLossKgPerWeek(person.weightKg)
  const slowEnough = down ? Math.ceil(((person.weightKg - targetKg) / perWeek) * 7) : 0
  const days = Math.min(MAX_DAYS, Math.max(askedDays, slowEnough, 1))
  const course = courseWithin(person, targetKg, days, limits)
  if (course !== undefined) return course
  const changeKcal = down ? limits.lowest : limits.highest
  const reached = simulateWeight(person, { intakeChangeKcal: () => changeKcal }, MAX_DAYS).find((state) =>
    down ? state.weightKg <= targetKg : state.weightKg >= targetKg,
  )?.day
  // The day before the limit is passed.
  return { targetKg, days: Math.max(1, reached === undefined ? MAX_DAYS : reached - 1), changeKcal }
}
