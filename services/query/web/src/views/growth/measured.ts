import { orThrow } from '@assay/query-client'
import { useQueries } from '@tanstack/react-query'
import { readNumber } from '../../format.ts'
import { service } from '../../service.ts'
import { type GrowthSearch, monthsAt, type Visit, visitsOf } from './child.ts'
import type { Index } from './indices.ts'

/** A visit with what the service computed for it. */
export type Measured = {
  readonly date: string
  readonly months: number
  /** Age at which growth is scored: that of a child born preterm is corrected by the service. */
  readonly scoredMonths: number
  readonly length: number | undefined
  readonly values: Readonly<Partial<Record<Index, number>>>
  readonly z: Readonly<Partial<Record<Index, number>>>
  readonly classes: Readonly<Partial<Record<Index, string>>>
  readonly notes: readonly string[]
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

/** Asks the service for the z-scores of every complete visit. */
export function useMeasured(search: GrowthSearch): { measured: readonly Measured[]; error: Error | null } {
  const visits = visitsOf(search.visits)
    .map((visit) => ({ visit, months: monthsAt(search.birth, visit.date) }))
    .filter((one): one is { visit: Visit; months: number } => one.months !== undefined)
    .sort((a, b) => a.months - b.months)
  const answers = useQueries({
    queries: visits.map(({ visit }) => {
      const parameters = parametersOf(search, visit)
      return {
        queryKey: ['metrics', parameters],
        enabled: search.sex !== undefined,
        queryFn: () => orThrow(service().POST('/metrics', { body: { parameters } })),
      }
    }),
  })
  const measured = visits.map(({ visit, months }, i): Measured => {
    const answer = answers[i]?.data
    const indices = Object.entries(Z) as [Index, string][]
    return {
      date: visit.date,
      months,
      scoredMonths: answer?.data.corrected_age ?? months,
      length: readNumber(visit.length),
      values: valuesOf(readNumber(visit.weight), readNumber(visit.length), readNumber(visit.head)),
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
    }
  })
  return { measured, error: answers.find(({ error }) => error)?.error ?? null }
}
