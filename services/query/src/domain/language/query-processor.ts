import { Refusal } from '../refusal.ts'
import type { UnitSystem } from '../units.ts'
import { intentsOf, topicsOf, topicTargets } from './asks.ts'
import { foldParents, nameLate, share } from './family.ts'
import { joinNumbers } from './number-words.ts'
import { readItem } from './read-item.ts'
import { newReader } from './reader.ts'
import { scan } from './scan.ts'
import { settle, systemOf } from './settle.ts'
import type { Ambiguity, Person, StructuredQuery } from './structured-query.ts'
import { tokenize } from './tokens.ts'

/** Longest question that is read, in characters: some 1 600 words. Longer texts are refused, never cut. */
export const MAX_QUERY_LENGTH = 10_000

export type ProcessOptions = {
  /** The day on which ages are reckoned, YYYY-MM-DD. */
  readonly today: string
  /** Unit system of bare numbers, when the client says so. */
  readonly units?: UnitSystem
}

/**
 * Reads a question: people, sex, ages, measures in canonical units, topics and intents; what is unclear is listed, not
 * guessed. Linear in the length of the text; every number carries the span it was read from.
 */
export function processQuery(text: string, options: ProcessOptions): StructuredQuery {
  if (text.length > MAX_QUERY_LENGTH) {
    const issue = `must be at most ${MAX_QUERY_LENGTH} characters`
    throw new Refusal('VALIDATION_ERROR', `query ${issue}`, { field: 'query', issue, provided: text.length })
  }
  const items = scan(joinNumbers(tokenize(text)))
  const reader = newReader(items, text)
  for (const [index, item] of items.entries()) readItem(reader, item, index)
  const drafts = [...reader.cast.drafts]
  share(reader, drafts)
  nameLate(drafts)
  const family = foldParents(drafts, reader)
  const system = systemOf(family.flatMap((draft) => draft.readings)) ?? options.units
  const people: Person[] = []
  const ambiguities: Ambiguity[] = []
  for (const draft of family) {
    const settled = settle(draft, { source: text, today: options.today, system })
    const targets = topicTargets(reader, draft)
    const person: Person = { ...settled.person, targets: [...settled.person.targets, ...targets] }
    const known = isKnown(person)
    for (const ambiguity of settled.ambiguities)
      ambiguities.push(known ? { ...ambiguity, person: people.length } : ambiguity)
    if (known) people.push(person)
  }
  return {
    text,
    people,
    ambiguities,
    topics: topicsOf(reader),
    intents: intentsOf(reader, people),
    ignored: reader.ignored,
  }
}

const isKnown = (person: Person): boolean =>
  person.sex !== undefined ||
  Object.keys(person.values).length > 0 ||
  Object.keys(person.facts).length > 0 ||
  person.population !== undefined ||
  person.targets.length > 0
