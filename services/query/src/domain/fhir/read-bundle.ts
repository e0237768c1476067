import type { InputName, Inputs } from '../metrics/inputs.ts'
import { checkInput, unitOfInput } from '../metrics/inputs.ts'
import { readInputs } from '../metrics/read-inputs.ts'
import type { Sex } from '../person.ts'
import { Refusal } from '../refusal.ts'
import { fromBase, unitOfUcum, unitOfWord } from '../units.ts'
import { INPUT_OF_LOINC, LOINC, POSITION_OF_LOINC } from './codes.ts'

/** The parts of FHIR R4 that are read. All other parts are ignored. */
interface Coding {
  readonly system?: unknown
  readonly code?: unknown
}
interface Resource {
  readonly resourceType?: unknown
  readonly id?: unknown
  readonly gender?: unknown
  readonly birthDate?: unknown
  readonly status?: unknown
  readonly code?: { readonly coding?: unknown }
  readonly valueQuantity?: { readonly value?: unknown; readonly code?: unknown; readonly unit?: unknown }
  readonly effectiveDateTime?: unknown
  readonly subject?: { readonly reference?: unknown }
}

export interface BundleReading {
  readonly inputs: Inputs
  /** Observation ids behind each input, for `derivedFrom`. */
  readonly sources: Readonly<Partial<Record<InputName, string>>>
  readonly subject: string | undefined
  /** Paths of the entries that were ignored. */
  readonly ignored: readonly string[]
  /** What had to be assumed, as sentences. */
  readonly assumed: readonly string[]
}

/** An Observation of something that is measured here. */
type Measurement = {
  readonly kind: 'measurement'
  readonly name: InputName
  readonly code: string
  /** `effectiveDateTime`, or an empty text. */
  readonly at: string
  readonly resource: Resource
  readonly field: string
}
/** What an entry of a Bundle is. */
type Entry =
  | { readonly kind: 'patient'; readonly resource: Resource }
  | Measurement
  | { readonly kind: 'ignored'; readonly field: string }

const refuse = (field: string, issue: string, provided: unknown): never => {
  throw new Refusal('VALIDATION_ERROR', `${field} ${issue}`, { field, issue, provided })
}

/** Statuses whose value counts (FHIR R4 ObservationStatus). */
const USABLE = new Set(['final', 'amended', 'corrected', 'preliminary'])

/** Returns the value of an Observation in the unit of its input. */
export function quantityOf({ name, resource, field }: Measurement): number {
  const { value, code, unit } = resource.valueQuantity ?? {}
  if (typeof value !== 'number') return refuse(`${field}.valueQuantity.value`, 'must be a number', value)
  const ucum = typeof code === 'string' ? code : unit
  // Many systems write the unit only as people do: kg, lbs, inches.
  const given =
    typeof ucum === 'string' ? (unitOfUcum(ucum) ?? unitOfWord(ucum.trim().toLowerCase())) : undefined
  const kept = unitOfInput(name)!
  if (given?.dimension !== kept.dimension)
    return refuse(`${field}.valueQuantity.code`, `must be a UCUM unit of ${kept.dimension}`, ucum)
  return checkInput(name, fromBase(value * given.factor, kept)) as number
}

const loincCodes = (resource: Resource): string[] =>
  (Array.isArray(resource.code?.coding) ? (resource.code.coding as Coding[]) : [])
    .filter((coding) => coding?.system === LOINC && typeof coding.code === 'string')
    .map((coding) => coding.code as string)

/** Yields what each entry of a FHIR R4 Bundle is. Refuses what is no Bundle, and a second Patient. */
export function* entriesOf(bundle: unknown): Generator<Entry> {
  const entries = (bundle as { entry?: unknown } | null)?.entry
  if ((bundle as Resource | null)?.resourceType !== 'Bundle' || !Array.isArray(entries))
    return refuse('resourceType', 'must be a Bundle with entries', (bundle as Resource | null)?.resourceType)
  let patients = 0
  for (const [index, entry] of (entries as ({ resource?: Resource } | null)[]).entries()) {
    const resource = entry?.resource
    const field = `entry.${index}.resource`
    if (typeof resource !== 'object' || resource === null) return refuse(field, 'is missing', resource)
    if (resource.resourceType === 'Patient') {
      if (patients++ > 0) return refuse(field, 'is a second Patient; send one person at a time', resource.id)
      yield { kind: 'patient', resource }
      continue
    }
    const codes = resource.resourceType === 'Observation' ? loincCodes(resource) : []
    const code = codes.find((candidate) => INPUT_OF_LOINC.has(candidate))
    if (code === undefined || !USABLE.has(String(resource.status))) {
      yield { kind: 'ignored', field }
      continue
    }
    const at = typeof resource.effectiveDateTime === 'string' ? resource.effectiveDateTime : ''
    yield { kind: 'measurement', name: INPUT_OF_LOINC.get(code)!, code, at, resource, field }
  }
}

/** Sex of a Patient, where it is one that references have. */
export const sexOf = ({ gender }: Resource): Sex | undefined =>
  gender === 'male' || gender === 'female' ? gender : undefined

/**
 * Reads one person from a FHIR R4 Bundle of a Patient and Observations. When a quantity was observed more than once,
 * the latest value is used (by `effectiveDateTime`). Refuses a value whose unit is unknown or of another dimension.
 */
export function readBundle(bundle: unknown, today?: string): BundleReading {
  const inputs: Record<string, unknown> = {}
  const sources: Partial<Record<InputName, string>> = {}
  const takenAt: Partial<Record<InputName, string>> = {}
  const ignored: string[] = []
  let subject: string | undefined
  let latest = ''
  let born: unknown

  for (const entry of entriesOf(bundle)) {
    if (entry.kind === 'ignored') {
      ignored.push(entry.field)
      continue
    }
    const { resource } = entry
    if (entry.kind === 'patient') {
      subject = typeof resource.id === 'string' ? `Patient/${resource.id}` : 'Patient'
      inputs.sex = sexOf(resource)
      if (resource.birthDate !== undefined && resource.birthDate !== null) born = resource.birthDate
      continue
    }
    const { name, at, code } = entry
    if (takenAt[name] !== undefined && takenAt[name] >= at) continue
    takenAt[name] = at
    if (at.slice(0, 10) > latest) latest = at.slice(0, 10)
    inputs[name] = quantityOf(entry)
    const position = POSITION_OF_LOINC.get(code)
    if (position) inputs.position = position
    if (typeof resource.id === 'string') sources[name] = `Observation/${resource.id}`
  }
  if (inputs.sex === undefined) delete inputs.sex
  if (/^\d{4}-\d{2}-\d{2}$/.test(latest)) inputs.measurementDate = checkInput('measurementDate', latest)
  // FHIR dates may be a year or a year and a month.
  const dates = readInputs({ birth_date: born }, undefined, {
    today: (inputs.measurementDate as string) ?? today,
  })
  return {
    inputs: { ...inputs, ...dates.inputs } as Inputs,
    sources,
    subject,
    ignored,
    assumed: dates.assumed,
  }
}
