import { type InputName, inputSpec, wireNameOf } from '../metrics/inputs.ts'
import { Refusal } from '../refusal.ts'
import { type Dimension, fromBase, type Unit, unitOfSymbol } from '../units.ts'
import { joinNumbers } from './number-words.ts'
import { type Quantity, quantityAt } from './quantity.ts'
import { type Token, tokenize } from './tokens.ts'

/** Dimensions of a text with a unit, for a parameter that is not an input of the catalogue. */
export type QuantityDimension = 'length' | 'mass' | 'age' | 'percent'
const CANONICAL_UNIT: Readonly<Record<QuantityDimension, string>> = {
  length: 'cm',
  mass: 'kg',
  age: 'years',
  percent: '%',
}

/** Longest parameter text that is read: `11 st 4 lb` has ten characters. */
const MAX_PARAMETER_LENGTH = 100

type Read = { readonly quantity: Quantity } | { readonly issue: string }

/** The whole text as one quantity: nothing before it, nothing after it but a full stop. */
function readWhole(text: string, dimension: Dimension): Read {
  if (text.length > MAX_PARAMETER_LENGTH)
    return { issue: `must be at most ${MAX_PARAMETER_LENGTH} characters` }
  const tokens = joinNumbers(tokenize(text)).filter((token) => token.text !== '\n')
  const quantity = quantityAt(tokens, 0)
  if (!quantity) return { issue: 'is not a number with a unit' }
  if (quantity.dimension === 'none' && tokens[0]?.number?.other !== undefined)
    return { issue: 'can be read with a decimal comma or with thousands; add its unit' }
  if (!tokens.slice(quantity.to).every((token: Token) => token.text === '.'))
    return { issue: `has words that are not part of one measurement after "${text.slice(0, quantity.end)}"` }
  if (quantity.issue === 'negative') return { issue: 'must not be negative' }
  if (quantity.issue === 'form')
    return { issue: `can be read in more than one way; write it as ${exampleOf(dimension)}` }
  if (quantity.sex) return { issue: 'mixes an age and a sex' }
  if (quantity.low !== undefined) return { issue: 'must be one number, not a range' }
  return { quantity }
}

const exampleOf = (dimension: Dimension): string =>
  dimension === 'mass'
    ? '"72.5 kg" or "11 st 4 lb"'
    : dimension === 'age'
      ? '"6 y 3 mo"'
      : `"180 cm" or "5'11""`

/**
 * Reads text such as "5'11\"", "11 st 4 lb" or "72,5 kg" in cm, kg, years or percent.
 * The text must carry its unit; anything else is refused with the field, the issue and the text.
 */
export function parseQuantity(text: string, dimension: QuantityDimension, field: string = dimension): number {
  const refuse = (issue: string): never => {
    throw new Refusal('VALIDATION_ERROR', `${field} ${issue}`, { field, issue, provided: text })
  }
  const read = readWhole(text, dimension)
  if ('issue' in read) return refuse(read.issue)
  const { quantity } = read
  if (quantity.dimension === 'none') return refuse(`needs a unit, such as ${CANONICAL_UNIT[dimension]}`)
  if (quantity.dimension !== dimension)
    return refuse(`must be a ${dimension}; "${text}" has a unit of another kind`)
  return quantity.value
}

/**
 * Reads text for one of the catalogue's inputs in its canonical unit: the `TextReader` of the metrics endpoints.
 * A bare number is in the unit of the field's name (`height_cm: "180"`); impossible values are refused by name.
 */
export function readInputText(name: InputName, text: string): number {
  const spec = inputSpec(name)
  const field = wireNameOf(name)
  const refuse = (issue: string): never => {
    throw new Refusal('VALIDATION_ERROR', `${field} ${issue}`, { field, issue, provided: text })
  }
  if (spec.kind !== 'number') return refuse('does not take a number')
  const unit = unitOfSymbol(spec.unit)
  const read = readWhole(text, unit.dimension)
  if ('issue' in read) return refuse(read.issue)
  const value = bareOrConverted(read.quantity, unit)
  if (value === undefined)
    return refuse(`must be in ${spec.unit || 'plain numbers'}; "${text}" has a unit of another kind`)
  if (!(value >= spec.min && value <= spec.max))
    return refuse(`must be between ${spec.min} and ${spec.max} ${spec.unit} (${spec.why})`)
  return value
}

function bareOrConverted(quantity: Quantity, unit: Unit): number | undefined {
  if (quantity.dimension === 'none') return quantity.value
  return quantity.dimension === unit.dimension ? fromBase(quantity.value, unit) : undefined
}
