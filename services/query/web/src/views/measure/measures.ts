import { readNumber } from '@assay/ui/format'

export type UnitSystem = 'metric' | 'imperial'

/** What the form holds, as typed and by name of the service's parameters; kept in the address. */
export type Measures = Readonly<Record<string, string>>

/** Reads the form from the address. */
export function readMeasures(search: Record<string, unknown>): Measures {
  const entries = Object.entries(search).flatMap(([name, value]) =>
    /^[a-z_]{1,40}$/.test(name) && typeof value === 'string' && value !== '' && value.length <= 60
      ? [[name, value] as const]
      : [],
  )
  return Object.fromEntries(entries)
}

/** The form with one field changed; an empty text takes the field away. */
export function withMeasure(measures: Measures, name: string, text: string): Measures {
  const { [name]: _old, ...rest } = measures
  return text === '' ? rest : { ...rest, [name]: text }
}

export const unitsOf = (measures: Measures): UnitSystem =>
  measures.units === 'imperial' ? 'imperial' : 'metric'

const CM_PER_INCH = 2.54
const KG_PER_POUND = 0.45359237

/** Unit of a field in the system that is shown. Skinfolds are read in millimetres everywhere. */
export function unitOf(unit: string | undefined, system: UnitSystem): string {
  if (system === 'imperial' && unit === 'cm') return 'in'
  if (system === 'imperial' && unit === 'kg') return 'lb'
  return unit ?? ''
}

/** Settings of the page that are not measurements. */
const SETTINGS = new Set(['units', 'age_by'])

const isMeasure = ([name]: readonly [string, string]): boolean => !SETTINGS.has(name)

/** Returns whether anything is filled in. */
export const isEmpty = (measures: Measures): boolean => !Object.entries(measures).some(isMeasure)

/**
 * The parameters of a request. A bare number gets the unit that stands beside its field; anything else, such as 5'7" or
 * "11 st 4 lb", goes to the service as it is, which reads it or says what is wrong with it.
 */
export function parametersOf(measures: Measures): Record<string, string | number | boolean> {
  const system = unitsOf(measures)
  const parameters: Record<string, string | number | boolean> = {}
  for (const [name, text] of Object.entries(measures).filter(isMeasure)) {
    const number = readNumber(text)
    if (text === 'true' || text === 'false') parameters[name] = text === 'true'
    else if (number === undefined) parameters[name] = text
    else
      parameters[name] =
        system === 'imperial' && IMPERIAL.test(name) ? `${number} ${imperialUnit(name)}` : number
  }
  return parameters
}

/** Parameters that people who use imperial units give in inches or pounds. */
const IMPERIAL = /_(cm|kg)$/
const imperialUnit = (name: string): string => (name.endsWith('_cm') ? 'in' : 'lb')

const rounded = (value: number): string => String(Math.round(value * 10) / 10)

/** The same person in the other system of units. */
export function inUnits(measures: Measures, system: UnitSystem): Measures {
  if (system === unitsOf(measures)) return measures
  const converted = Object.entries(measures).map(([name, text]) => {
    const value = readNumber(text)
    if (value === undefined || !IMPERIAL.test(name)) return [name, text] as const
    const factor = name.endsWith('_cm') ? CM_PER_INCH : KG_PER_POUND
    return [name, rounded(system === 'imperial' ? value / factor : value * factor)] as const
  })
  return withMeasure(Object.fromEntries(converted), 'units', system === 'imperial' ? system : '')
}

/** A person to begin with. */
export const EXAMPLE: Measures = {
  sex: 'female',
  age_years: '34',
  height_cm: '165',
  weight_kg: '62',
  waist_cm: '74',
}
