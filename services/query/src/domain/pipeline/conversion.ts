import type { NumericInput, StructuredQuery } from '../language/structured-query.ts'
import { dimensionOf } from '../metrics/inputs.ts'
import { asUnit } from './display.ts'

/** More words than this that nobody understood are about something else than a unit; our choice. */
const MOST_UNREAD = 2

/** Whether a number is already written in a unit: "80 kg". */
const isIn = (text: string, unit: string): boolean => {
  const last = text
    .toLowerCase()
    .split(/[^a-z]/)
    .findLast((word) => word !== '')
  return last === unit || last === `${unit}s`
}

/**
 * Answers a question that only asks for another unit: "what is 13 stone 5 in kg?". Undefined when something else is asked
 * or known: a metric, a goal, an age, a second person, or a number that is not clear.
 */
export function conversionOf(structured: StructuredQuery): string | undefined {
  const { people, answerUnits, topics, ambiguities, intents, ignored, unread } = structured
  const [person] = people
  if (answerUnits === undefined || person === undefined || people.length > 1) return undefined
  if (topics.length + ignored.length + person.targets.length > 0) return undefined
  // An age that is only hinted at does not matter to a unit.
  if (ambiguities.some(({ kind }) => kind !== 'vague')) return undefined
  if (person.past !== undefined || person.stated !== undefined) return undefined
  if ((unread ?? []).length > MOST_UNREAD) return undefined
  if (intents.some((intent) => intent !== 'calculate' && intent !== 'define')) return undefined
  const given = Object.entries(person.values)
  if (Object.keys(person.facts).some((fact) => fact !== 'isChild')) return undefined
  const sentences = given.flatMap(([name, { value, text }]) => {
    const dimension = dimensionOf(name as NumericInput)
    const unit = dimension === 'mass' || dimension === 'length' ? answerUnits[dimension] : undefined
    return unit === undefined || isIn(text, unit) ? [] : [`${text} is ${asUnit(value, unit)}.`]
  })
  return given.length > 0 && sentences.length === given.length ? sentences.join(' ') : undefined
}
