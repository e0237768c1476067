import { centileOfZ } from '../growth/normal.ts'
import {
  type Child,
  type WhoComparison,
  type WhoIndex,
  whoComparison,
  whoPointForAge,
  whoValue,
  whoZ,
} from '../growth/who.ts'
import { wireNameOf } from '../metrics/inputs.ts'
import { Refusal } from '../refusal.ts'
import { DAYS_PER_MONTH, DAYS_PER_YEAR, type UnitSymbol } from '../units.ts'
import { measurementSd } from './measurement-error.ts'
import type { Influence, ModelResult, TrajectoryPoint } from './model-result.ts'

/** Indices that continue with age and can be projected. */
export type ProjectedIndex =
  | 'weight_for_age'
  | 'length_height_for_age'
  | 'bmi_for_age'
  | 'head_circumference_for_age'

/** One centile space of the nine-centile chart, 2/3 SD (Cole 1994, BMJ 308:641–642), taken as the channel. */
const CHANNEL_SD = 2 / 3
const UNIT_OF: Readonly<Record<ProjectedIndex, UnitSymbol>> = {
  weight_for_age: 'kg',
  length_height_for_age: 'cm',
  bmi_for_age: 'kg/m²',
  head_circumference_for_age: 'cm',
}

/** Last age of height for age in the WHO reference 2007: 228 months, in days. */
const LAST_HEIGHT_DAYS = Math.floor(228 * DAYS_PER_MONTH)

/** An earlier height, for the velocity. */
export type EarlierHeight = { readonly ageDays: number; readonly heightCm: number }

/**
 * Projects the growth of a child who keeps the present z-score, with the channel of ± 2/3 SD and the 3rd, 50th and 97th
 * centile (WHO 2006 and 2007). With an earlier height, also returns the height velocity and whether it exceeds the
 * measurement error.
 */
export function growthProjection(
  child: Child,
  index: ProjectedIndex,
  toAgeDays: number,
  earlier?: EarlierHeight,
): ModelResult {
  const found = whoComparison(index satisfies WhoIndex, child)
  if (found === undefined)
    throw new Refusal('VALIDATION_ERROR', `${index} needs its measurement and an age within the WHO tables`, {
      field: index,
      issue: 'needs its measurement and an age within the WHO tables',
      provided: null,
    })
  if (!(toAgeDays > child.ageDays))
    throw new Refusal('VALIDATION_ERROR', 'to_age_days must be after the present age', {
      field: 'to_age_days',
      issue: 'must be after the present age',
      provided: toAgeDays,
    })
  const z = whoZ(found.y, found.point)
  // Height is final for the reference at its last age: who is older is as tall as then.
  const grown = index === 'length_height_for_age' && toAgeDays > LAST_HEIGHT_DAYS
  const endDays = grown ? LAST_HEIGHT_DAYS : Math.round(toAgeDays)
  const stepDays = Math.max(1, Math.round((endDays - child.ageDays) / 60))
  const course: TrajectoryPoint[] = []
  const centiles: Readonly<Record<'p3' | 'p50' | 'p97', TrajectoryPoint[]>> = { p3: [], p50: [], p97: [] }
  let last = child.ageDays
  for (const ageDays of steps(child.ageDays, endDays, stepDays)) {
    const point = whoPointForAge(index, child.sex, ageDays)
    if (point === undefined) break
    last = ageDays
    const day = ageDays - child.ageDays
    course.push({
      day,
      value: whoValue(z, point),
      low: whoValue(z - CHANNEL_SD, point),
      high: whoValue(z + CHANNEL_SD, point),
    })
    centiles.p3.push({ day, value: whoValue(-1.8807936, point) })
    centiles.p50.push({ day, value: whoValue(0, point) })
    centiles.p97.push({ day, value: whoValue(1.8807936, point) })
  }
  const complete = last === endDays
  const unit = UNIT_OF[index]
  const warnings = [...velocityWarnings(child, earlier)]
  if (Math.abs(z) > 3)
    warnings.push('the measurement is beyond ± 3 SD: check it before you use the projection')
  return {
    task: 'growth_projection',
    summary: {
      z,
      centile: centileOfZ(z),
      value_now: found.y,
      value_then: course.at(-1)!.value,
      low_then: course.at(-1)!.low!,
      high_then: course.at(-1)!.high!,
      age_then_days: last,
      ...velocity(child, earlier),
    },
    units: { z: 'SD', value: unit, age: 'day', height_velocity: 'cm/year' },
    assumptions: [
      'the child keeps its z-score; the band is one centile space (2/3 SD) to either side',
      ...(grown ? ['height is taken as final at 19 years, where the WHO reference ends'] : []),
    ],
    equations: [
      {
        name: found.point.reference,
        equation: 'M·(1 + L·S·z)^(1/L)',
        citation: {
          authors: 'World Health Organization',
          year: 2006,
          journal: 'WHO Child Growth Standards and WHO Reference 2007',
        },
      },
    ],
    trajectories: [
      { name: index, unit, points: course },
      { name: 'p3', unit, points: centiles.p3 },
      { name: 'p50', unit, points: centiles.p50 },
      { name: 'p97', unit, points: centiles.p97 },
    ],
    sensitivity: influence(child, index, last, found),
    feasibility: complete
      ? { feasible: true }
      : {
          feasible: false,
          reason: `the WHO tables end at ${last} days for this index`,
          nearest: { age_days: last },
        },
    warnings,
  }
}

/** Ages from a first to a last one, the last one always among them. */
function* steps(from: number, to: number, step: number): Generator<number> {
  for (let age = from; age < to; age += step) yield age
  yield to
}

/** Which input each index measures, and how it enters. */
const MEASURED: Readonly<Record<ProjectedIndex, 'weightKg' | 'heightCm' | 'headCm'>> = {
  weight_for_age: 'weightKg',
  length_height_for_age: 'heightCm',
  bmi_for_age: 'weightKg',
  head_circumference_for_age: 'headCm',
}

/** How far the projected value moves with the error of the measurement that it starts from. */
function influence(
  child: Child,
  index: ProjectedIndex,
  ageDays: number,
  now: WhoComparison,
): readonly Influence[] {
  const input = MEASURED[index]
  const value = child[input]
  const then = whoPointForAge(index, child.sex, ageDays)
  if (value === undefined || then === undefined) return []
  const step = 1e-4
  const at = (factor: number): number => whoValue(whoZ(now.y * factor, now.point), then)
  const perUnit = (at(1 + step) - at(1 - step)) / (2 * step * value)
  const measurementError = measurementSd(input, value)
  return [
    { input: wireNameOf(input), perUnit, measurementError, effect: Math.abs(perUnit) * measurementError },
  ]
}

/** Height velocity in cm/year between two measurements and the change of z a year; nothing without an earlier height. */
function velocity(child: Child, earlier: EarlierHeight | undefined): Readonly<Record<string, number>> {
  if (earlier === undefined || child.heightCm === undefined || earlier.ageDays >= child.ageDays) return {}
  const years = (child.ageDays - earlier.ageDays) / DAYS_PER_YEAR
  const error = (measurementSd('heightCm', child.heightCm) * Math.SQRT2 * 1.96) / years
  return { height_velocity: (child.heightCm - earlier.heightCm) / years, height_velocity_error: error }
}

function velocityWarnings(child: Child, earlier: EarlierHeight | undefined): readonly string[] {
  const { height_velocity: speed, height_velocity_error: error } = velocity(child, earlier)
  if (speed === undefined || error === undefined)
    return earlier === undefined ? [] : ['the earlier height is not earlier or not complete']
  if (speed < -error) return ['the child has shrunk by more than measurement error']
  return Math.abs(speed) < error ? ['the change of height is within measurement error'] : []
}
