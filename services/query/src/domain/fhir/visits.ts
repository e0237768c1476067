import { checkInput, unitOfInput } from '../metrics/inputs.ts'
import { readInputs } from '../metrics/read-inputs.ts'
import type { Sex } from '../person.ts'
import { LOINC, LOINC_OF_VISIT, UCUM } from './codes.ts'
import { entriesOf, quantityOf, sexOf } from './read-bundle.ts'

/** What a visit measures. */
type Measured = keyof typeof LOINC_OF_VISIT
const MEASURED = Object.keys(LOINC_OF_VISIT) as readonly Measured[]

/** Measurements of one day, in kg and cm. */
export type Visit = { readonly date: string } & { readonly [Name in Measured]?: number | undefined }

/** One person measured on several days. */
export type Visits = {
  readonly sex?: Sex | undefined
  readonly birthDate?: string | undefined
  readonly visits: readonly Visit[]
}

const DAY = /^\d{4}-\d{2}-\d{2}/

/** A thousandth of a kg or cm: what is left of a conversion from pounds or inches beyond it is no measurement. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000

/**
 * Reads one person and their weight, length and head circumference by day from a FHIR R4 Bundle of a Patient and
 * Observations. A quantity that was observed twice on a day has its latest value. Observations without a day are ignored.
 */
export function readVisits(bundle: unknown): Visits & {
  readonly ignored: readonly string[]
  readonly assumed: readonly string[]
} {
  const days = new Map<string, Partial<Record<Measured, { readonly at: string; readonly value: number }>>>()
  const ignored: string[] = []
  let sex: Sex | undefined
  let born: unknown
  for (const entry of entriesOf(bundle)) {
    if (entry.kind === 'patient') {
      sex = sexOf(entry.resource)
      born = entry.resource.birthDate ?? undefined
      continue
    }
    const name = entry.kind === 'measurement' ? MEASURED.find((one) => one === entry.name) : undefined
    if (entry.kind === 'ignored' || name === undefined || !DAY.test(entry.at)) {
      ignored.push(entry.field)
      continue
    }
    const date = String(checkInput('measurementDate', entry.at.slice(0, 10)))
    const day = days.get(date) ?? {}
    days.set(date, day)
    const earlier = day[name]
    if (earlier !== undefined && earlier.at > entry.at) continue
    day[name] = { at: entry.at, value: rounded(quantityOf(entry)) }
  }
  const { inputs, assumed } = readInputs({ birth_date: born })
  return {
    sex,
    birthDate: inputs.birthDate,
    visits: [...days]
      .map(([date, day]) => ({
        date,
        ...Object.fromEntries(MEASURED.flatMap((name) => (day[name] ? [[name, day[name].value]] : []))),
      }))
      .sort((a, b) => (a.date < b.date ? -1 : 1)),
    ignored,
    assumed,
  }
}

/** Writes one person and their visits as a FHIR R4 Bundle of a Patient and Observations with LOINC and UCUM codes. */
export const writeVisits = ({ sex, birthDate, visits }: Visits) => ({
  resourceType: 'Bundle' as const,
  type: 'collection' as const,
  entry: [
    {
      resource: {
        resourceType: 'Patient' as const,
        id: 'child',
        ...(sex === undefined ? {} : { gender: sex }),
        ...(birthDate === undefined ? {} : { birthDate }),
      },
    },
    ...visits.flatMap((visit) =>
      MEASURED.flatMap((name) => {
        const value = visit[name]
        return value === undefined ? [] : [{ resource: observation(visit.date, name, value) }]
      }),
    ),
  ],
})

function observation(date: string, name: Measured, value: number) {
  const { code, display } = LOINC_OF_VISIT[name]
  const { symbol, ucum } = unitOfInput(name)!
  return {
    resourceType: 'Observation' as const,
    id: `${code}-${date}`,
    status: 'final' as const,
    code: { coding: [{ system: LOINC, code, display }], text: display },
    subject: { reference: 'Patient/child' },
    effectiveDateTime: date,
    valueQuantity: { value, unit: symbol, system: UCUM, code: ucum },
  }
}
