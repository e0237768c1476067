import { orThrow } from '@assay/query-client'
import { readNumber, today } from '@assay/ui/format'
import { useQueries } from '@tanstack/react-query'
import { issueAt } from '../../field-issue.ts'
import { service } from '../../service.ts'
import { TEXT } from '../../text.ts'
import { daysAt, type GrowthSearch, monthsAt, type Visit, visitsOf } from './child.ts'
import type { Index } from './indices.ts'

/** A visit with what the service computed for it. */
export type Measured = {
  /** Place among the visits as typed. */
  readonly row: number
  readonly date: string
  readonly months: number
  /** Age at which growth is scored: that of a child born preterm is corrected by the service. */
  readonly scoredMonths: number
  readonly length: number | undefined
  readonly values: Readonly<Partial<Record<Index, number>>>
  readonly z: Readonly<Partial<Record<Index, number>>>
  readonly classes: Readonly<Partial<Record<Index, string>>>
  readonly notes: readonly string[]
  readonly error: Error | null
}

const Z: Readonly<Record<Index, string>> = {
  weight_for_age: 'weight_for_age_z',
  length_height_for_age: 'length_height_for_age_z',
  bmi_for_age: 'bmi_for_age_z',
  head_circumference_for_age: 'head_circumference_for_age_z',
  weight_for_length: 'weight_for_length_height_z',
  weight_for_height: 'weight_for_length_height_z',
}

function valuesOf(weight: number | undefined, length: number | undefined, head: number | undefined) {
  const bmi = weight === undefined || length === undefined ? undefined : weight / (length / 100) ** 2
  const all: Record<Index, number | undefined> = {
    weight_for_age: weight,
    length_height_for_age: length,
    bmi_for_age: bmi,
    head_circumference_for_age: head,
    weight_for_length: weight,
    weight_for_height: weight,
  }
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  ) as Measured['values']
}

function parametersOf({ sex, birth, weeks }: GrowthSearch, visit: Visit) {
  const given: Record<string, string | number | undefined> = {
    sex,
    birth_date: birth,
    measurement_date: visit.date,
    weight_kg: readNumber(visit.weight),
    height_cm: readNumber(visit.length),
    head_cm: readNumber(visit.head),
    gestational_age_weeks: readNumber(weeks ?? ''),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** What is wrong with the day of a visit, or with a day of birth. */
export function dayFault(date: string, birth?: string): string | undefined {
  if (date === '') return undefined
  if (date > today()) return TEXT.growth.future
  return birth !== undefined && date < birth ? TEXT.growth.beforeBirth : undefined
}

type Dated = { readonly row: number; readonly visit: Visit; readonly months: number }

/** Visits with an age, by age. */
const datedOf = (search: GrowthSearch): readonly Dated[] =>
  visitsOf(search.visits)
    .flatMap((visit, row) => {
      const months = monthsAt(search.birth, visit.date)
      return months === undefined || dayFault(visit.date) !== undefined ? [] : [{ row, visit, months }]
    })
    .sort((a, b) => a.months - b.months)

const isMeasured = ({ weight, length, head }: Visit): boolean =>
  [weight, length, head].some((text) => readNumber(text) !== undefined)

/** Asks the service for the z-scores of every complete visit. */
export function useMeasured(search: GrowthSearch): {
  measured: readonly Measured[]
  errors: readonly Error[]
  retry: () => void
} {
  const visits = datedOf(search)
  const answers = useQueries({
    queries: visits.map(({ visit }) => {
      const parameters = parametersOf(search, visit)
      return {
        queryKey: ['metrics', parameters],
        enabled: search.sex !== undefined && isMeasured(visit),
        queryFn: () => orThrow(service().POST('/metrics', { body: { parameters } })),
      }
    }),
  })
  const measured = visits.map(({ row, visit, months }, i): Measured => {
    const answer = answers[i]?.data
    const error = answers[i]?.error ?? null
    const indices = Object.entries(Z) as [Index, string][]
    const usable = (field: string, text: string) =>
      issueAt(error, field) === undefined ? readNumber(text) : undefined
    const [weight, length, head] = [
      usable('weight_kg', visit.weight),
      usable('height_cm', visit.length),
      usable('head_cm', visit.head),
    ]
    return {
      row,
      date: visit.date,
      months,
      scoredMonths: answer?.data.corrected_age ?? months,
      length,
      values: valuesOf(weight, length, head),
      z: Object.fromEntries(
        indices.flatMap(([index, id]) => {
          const z = answer?.data[id]
          return z === undefined ? [] : [[index, z]]
        }),
      ),
      classes: Object.fromEntries(
        indices.slice(0, 3).flatMap(([index, id]) => {
          const label = answer?.metadata.metrics[id]?.interpretation[0]?.label
          return label === undefined ? [] : [[index, label]]
        }),
      ),
      notes: [...new Set(indices.flatMap(([, id]) => answer?.metadata.metrics[id]?.notes ?? []))],
      error,
    }
  })
  return {
    measured,
    errors: answers.flatMap(({ error }) => error ?? []),
    retry: () => {
      for (const { error, refetch } of answers) if (error) void refetch()
    },
  }
}

/** Height velocity in cm a year up to a visit, with its error at 95 %. */
export type Velocity = { readonly row: number; readonly value: number; readonly error: number }

/** Asks the service how fast the child grew between one length and the next. */
export function useVelocities(search: GrowthSearch, measured: readonly Measured[]): readonly Velocity[] {
  const { sex, birth = '' } = search
  const lengths = measured.flatMap(({ row, date, length }) =>
    length === undefined ? [] : [{ row, date, length }],
  )
  const pairs = lengths.slice(1).map((later, i) => ({ earlier: lengths[i]!, later }))
  return useQueries({
    queries: pairs.map(({ earlier, later }) => {
      const age = daysAt(birth, later.date)
      const body = {
        query: '',
        context: { sex, age_days: age, height_cm: later.length },
        options: {
          task: 'growth_projection',
          to_age_days: age + 1,
          earlier_age_days: daysAt(birth, earlier.date),
          earlier_height_cm: earlier.length,
        },
      }
      return {
        queryKey: ['velocity', body],
        enabled: sex !== undefined && earlier.date < later.date,
        queryFn: () => orThrow(service().POST('/modeler', { body })),
      }
    }),
    combine: (answers) =>
      answers.flatMap(({ data }, i) => {
        const { height_velocity: value, height_velocity_error: error } = data?.data.model_result.summary ?? {}
        return value === undefined || error === undefined ? [] : [{ row: pairs[i]!.later.row, value, error }]
      }),
  })
}
