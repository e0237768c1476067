import { dimensionOf, INPUT_SPECS, unitOfInput } from '../metrics/inputs.ts'
import { fromBase, UNITS, type Unit, type UnitSystem } from '../units.ts'
import { type Flaw, textOf } from './ambiguities.ts'
import type { Reading, Span } from './draft.ts'
import { inferUnit } from './infer-unit.ts'
import type { Quantity } from './quantity.ts'
import type { AmbiguityKind, NumericInput, ReadValue } from './structured-query.ts'

/** Returns the canonical value of a reading, or the flaw that excludes it: form, unit, sign, limits. */
export function readValue(
  field: NumericInput,
  reading: Reading,
  adult: boolean,
  system: UnitSystem | undefined,
  source: string,
  ageYears?: number,
): ReadValue | Flaw {
  const { quantity } = reading
  const flaw = (kind: AmbiguityKind, candidates?: readonly number[]): Flaw =>
    candidates ? { field, kind, span: reading, candidates } : { field, kind, span: reading }
  if (quantity.issue === 'negative') return flaw('negative')
  if (quantity.issue === 'form')
    return flaw(
      'form',
      quantity.readings?.map((v) => inUnitOf(field, v)),
    )
  if (quantity.dimension === 'none') {
    const unit = bareUnit(field, quantity, adult, system, ageYears)
    if (typeof unit === 'string') return flaw(unit)
    if ('units' in unit)
      return flaw(
        'unit',
        unit.units.map((u) => inUnitOf(field, quantity.value * u.factor)),
      )
    return within(field, scaled(quantity, unit.factor), reading, source, unit.assumption)
  }
  return within(field, quantity, reading, source)
}

/** Converts from cm, kg, years or percent to the unit in which the field is kept. */
const inUnitOf = (field: NumericInput, value: number): number => fromBase(value, unitOfInput(field)!)

type Scaled = Pick<Quantity, 'value' | 'low' | 'high' | 'approximate'>

const scaled = (q: Quantity, factor: number): Scaled => ({
  value: q.feetInchesCm !== undefined && factor === UNITS.foot.factor ? q.feetInchesCm : q.value * factor,
  ...(q.low !== undefined && q.feetInchesCm === undefined && { low: q.low * factor, high: q.high! * factor }),
  ...(q.approximate && { approximate: true as const }),
})

function bareUnit(
  field: NumericInput,
  quantity: Quantity,
  adult: boolean,
  system: UnitSystem | undefined,
  ageYears: number | undefined,
): { factor: number; assumption?: string } | { units: readonly Unit[] } | AmbiguityKind {
  if (dimensionOf(field) === 'score') return { factor: 1 }
  if (dimensionOf(field) === 'age') return quantity.value > 125 ? 'implausible' : { factor: 1 }
  if (field === 'bodyFatPercent') return quantity.value < 1 ? 'form' : { factor: 1, assumption: '% assumed' }
  if (quantity.feetInchesCm !== undefined && field === 'heightCm')
    return { factor: UNITS.foot.factor, assumption: 'read as feet and inches' }
  const choice = inferUnit(field, quantity.value, adult, system, ageYears)
  if (choice.kind === 'impossible') return 'implausible'
  if (choice.kind === 'ambiguous') return { units: choice.units }
  if (choice.unit === UNITS.foot && quantity.decimals !== '' && Number(quantity.decimals) !== 0) return 'form'
  return { factor: choice.unit.factor, assumption: choice.assumption }
}

function within(
  field: NumericInput,
  q: Scaled,
  span: Span,
  source: string,
  assumption?: string,
): ReadValue | Flaw {
  const { min, max } = INPUT_SPECS[field]
  const value = inUnitOf(field, q.value)
  const range = q.low !== undefined && { low: inUnitOf(field, q.low), high: inUnitOf(field, q.high!) }
  const outside = (v: number) => !(v >= min && v <= max)
  if (outside(value) || (range && (outside(range.low) || outside(range.high))))
    return { field, kind: 'implausible', span }
  return {
    value,
    ...range,
    ...(q.approximate && { approximate: true as const }),
    ...textOf(source, span),
    ...(assumption && { assumption }),
  }
}
