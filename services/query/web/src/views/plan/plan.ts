import { readNumber } from '@assay/ui/format'

/** What the view holds; kept in the address. */
export type PlanSearch = {
  readonly sex?: string
  readonly age?: string
  readonly height?: string
  readonly weight?: string
  readonly activity?: string
  readonly goal?: string
  readonly weeks?: string
}

const KEYS = ['sex', 'age', 'height', 'weight', 'activity', 'goal', 'weeks'] as const

/** Reads the view from the address. */
export const readPlan = (search: Record<string, unknown>): PlanSearch =>
  Object.fromEntries(
    KEYS.flatMap((key) => {
      const value = search[key]
      return typeof value === 'string' && value !== '' && value.length <= 40 ? [[key, value]] : []
    }),
  )

export const EXAMPLE: PlanSearch = {
  sex: 'male',
  age: '45',
  height: '178',
  weight: '96',
  activity: 'low_active',
  goal: '88',
  weeks: '26',
}

/** The request of a complete plan; undefined while something is missing. */
export function planRequest({ sex, age, height, weight, activity, goal, weeks }: PlanSearch) {
  const [ageYears, heightCm, weightKg, targetKg, duration] = [age, height, weight, goal, weeks].map((text) =>
    readNumber(text ?? ''),
  )
  if (
    sex === undefined ||
    ageYears === undefined ||
    heightCm === undefined ||
    weightKg === undefined ||
    targetKg === undefined ||
    duration === undefined
  )
    return undefined
  return {
    query: 'weight plan',
    context: {
      sex,
      age_years: ageYears,
      height_cm: heightCm,
      weight_kg: weightKg,
      ...(activity ? { activity_level: activity } : {}),
    },
    options: { task: 'weight_goal', target_kg: targetKg, days: Math.round(duration * 7) },
  }
}
