import { Refusal } from '../refusal.ts'
import {
  type BodyState,
  baselineOf,
  type ModelledPerson,
  type Regime,
  simulateWeight,
} from './energy-balance.ts'
import {
  CHOW_HALL_2008,
  HALL_2011,
  type Influence,
  JACKSON_2002,
  type ModelResult,
  type TrajectoryPoint,
} from './model-result.ts'
import { checkPerson } from './modelled-person.ts'

/** Our choice: a third of the width of an activity class (FAO/WHO/UNU 2004: 1.40–1.69, 1.70–1.99, 2.00–2.40). */
const PAL_ERROR = 0.1
/** Body fat from BMI, age and sex is known to about 5 percentage points (Jackson et al. 2002). */
const FAT_PERCENT_ERROR = 5

/** Longest trajectory in days: five years. The time constant of the model is about one year. */
export const MAX_DAYS = 1826

/** Returns the assumptions of every answer of the weight model, in sentences. The activity level is always among them. */
export function weightAssumptions(person: ModelledPerson): readonly string[] {
  const source =
    person.activityFrom === 'assumed'
      ? 'not given, so assumed (light activity)'
      : person.activityFrom === 'class'
        ? 'typical of the stated activity'
        : 'as given'
  return [
    `activity level (PAL) ${person.physicalActivityLevel}, ${source}; it does not change`,
    'the person is in energy balance at the start',
    'resting energy by Mifflin–St Jeor',
    'carbohydrate stays at half of the energy, sodium intake does not change',
    'fourth-order Runge–Kutta, step half a day',
  ]
}

/**
 * Computes the weight in kg by day under a lasting change of intake, with a band for an uncertain activity level (±
 * 0.1) and an uncertain fat mass at the start (± 5 points) (Hall et al. 2011).
 */
export function weightTrajectory(
  person: ModelledPerson,
  regime: Regime & { readonly days: number },
): ModelResult & { readonly states: readonly BodyState[] } {
  checkPerson(person)
  if (!(regime.days >= 1))
    throw new Refusal('VALIDATION_ERROR', 'days must be at least 1', {
      field: 'days',
      issue: 'must be at least 1',
      provided: regime.days,
    })
  const days = Math.min(MAX_DAYS, Math.round(regime.days))
  const states = simulateWeight(person, regime, days)
  const band = variants(person).map((variant) => simulateWeight(variant, regime, days))
  const points = (pick: (state: BodyState) => number): readonly TrajectoryPoint[] =>
    states.map((state) => {
      const value = pick(state)
      const others = band.flatMap((course) => (course[state.day] ? [pick(course[state.day]!)] : []))
      return { day: state.day, value, low: Math.min(value, ...others), high: Math.max(value, ...others) }
    })
  const last = states.at(-1)!
  const stopped = last.day < days
  return {
    task: 'weight_trajectory',
    states,
    summary: {
      start_weight_kg: person.weightKg,
      end_weight_kg: last.weightKg,
      change_kg: last.weightKg - person.weightKg,
      end_fat_kg: last.fatKg,
      baseline_intake_kcal: baselineOf(person).intakeKcal,
    },
    units: { weight: 'kg', intake: 'kcal/day', day: 'day' },
    assumptions: weightAssumptions(person),
    equations: [HALL_2011, CHOW_HALL_2008, JACKSON_2002],
    trajectories: [
      { name: 'weight', unit: 'kg', points: points((state) => state.weightKg) },
      { name: 'fat_mass', unit: 'kg', points: points((state) => state.fatKg) },
      { name: 'energy_expenditure', unit: 'kcal/day', points: points((state) => state.expenditureKcal) },
    ],
    sensitivity: influences(band, person, last.day),
    feasibility: stopped
      ? {
          feasible: false,
          reason: `after day ${last.day} the body would be out of fat`,
          nearest: { days: last.day },
        }
      : { feasible: true },
    warnings: [
      ...(stopped ? ['the change of intake cannot be survived for this long'] : []),
      ...(regime.days > MAX_DAYS ? [`computed for the first ${MAX_DAYS} days`] : []),
    ],
  }
}

/** How far the end weight moves with the two quantities that are known worst, strongest first. */
function influences(
  band: readonly (readonly BodyState[])[],
  person: ModelledPerson,
  day: number,
): readonly Influence[] {
  const [active, idle, fatter, leaner] = band.map((course) => (course[day] ?? course.at(-1)!).weightKg)
  const palStep =
    person.physicalActivityLevel + PAL_ERROR - Math.max(1.1, person.physicalActivityLevel - PAL_ERROR)
  const perPal = (active! - idle!) / palStep
  const perPercent = (fatter! - leaner!) / (2 * FAT_PERCENT_ERROR)
  return [
    {
      input: 'physical_activity_level',
      perUnit: perPal,
      measurementError: PAL_ERROR,
      effect: Math.abs(perPal) * PAL_ERROR,
    },
    {
      input: 'body_fat_percent',
      perUnit: perPercent,
      measurementError: FAT_PERCENT_ERROR,
      effect: Math.abs(perPercent) * FAT_PERCENT_ERROR,
    },
  ].toSorted((a, b) => b.effect - a.effect)
}

/** The person with the activity level and the fat mass a little off, both ways. */
function variants(person: ModelledPerson): readonly ModelledPerson[] {
  const fatKg = baselineOf(person).fatKg
  const offKg = (FAT_PERCENT_ERROR / 100) * person.weightKg
  return [
    { ...person, physicalActivityLevel: person.physicalActivityLevel + PAL_ERROR },
    { ...person, physicalActivityLevel: Math.max(1.1, person.physicalActivityLevel - PAL_ERROR) },
    { ...person, fatMassKg: fatKg + offKg },
    { ...person, fatMassKg: Math.max(0.05 * person.weightKg, fatKg - offKg) },
  ]
}
