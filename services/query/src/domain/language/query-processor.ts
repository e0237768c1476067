import { Refusal } from '../refusal.ts'
import type { UnitSystem } from '../units.ts'
import { answerUnitsOf } from './answer-units.ts'
import { intentsOf, siteOfTopics, topicsOf, topicTargets, wishesBmi } from './asks.ts'
import {
  foldParents,
  nameLate,
  sexesInOrder,
  share,
  shareBirth,
  shareWithNamed,
  splitRepeats,
} from './family.ts'
import { joinNumbers } from './number-words.ts'
import { readItem } from './read-item.ts'
import { newReader } from './reader.ts'
import { scan } from './scan.ts'
import { settle, systemOf } from './settle.ts'
import type { Ambiguity, Person, StructuredQuery } from './structured-query.ts'
import { cutTables, shareWithRows } from './tables.ts'
import { tokenize } from './tokens.ts'
import { unreadOf } from './unread.ts'

/** Maximum length of a question in characters, about 1 600 words. Longer texts are refused, not truncated. */
export const MAX_QUERY_LENGTH = 10_000

export type ProcessOptions = {
  /** The day for which ages are computed, YYYY-MM-DD. */
  readonly today: string
  /** Unit system of numbers without a unit, when the client gives it. */
  readonly units?: UnitSystem
}

/**
 * Reads a question into people, measurements in canonical units, topics and intents. Returns what is unclear as a list
 * of ambiguities and never guesses. The time is linear in the length of the text, and every number keeps the span it
 * was read from.
 *
 * Six phases, each in its own files:
 * 1. Tokenise: cut the text into words, numbers and signs (tokens), and join numbers in words, "five foot eleven"
 *    (number-words).
 * 2. Scan: turn tokens into items (scan): quantities with their units (quantity, compound, compound-parts, unit-at),
 *    phrases of the lexicon (phrases, the lexicons, topics), dates, names (name-at) and breaks.
 *    Pasted tables are cut out before and become one person per row (tables).
 * 3. Clauses: say of every item whether it is stated, denied, over or only thought of, and whether it is past, present
 *    or supposed (clauses, polarity, times, with lexicon-clauses).
 * 4. Read: go through the items once and give each quantity to a person and a field, and each fact to a person, with
 *    the polarity and time of its clause (reader, read-item, read-phrase, read-quantity, read-fact, read-age, read-dates,
 *    read-change, read-stated, read-pair, bare-number, runs, groups, people). Nothing is converted or refused yet.
 * 5. Relate: share values that were said of several people, name people who were named late, and fold parents into the
 *    child (family).
 * 6. Settle: choose units, settle corrections, former values and conflicts, check limits (settle, settle-age,
 *    settle-birth, read-value, infer-unit, height-site), describe ambiguities, and collect topics, intents, units of
 *    the answer and what was not read (asks, answer-units, unread).
 */
export function processQuery(text: string, options: ProcessOptions): StructuredQuery {
  if (text.length > MAX_QUERY_LENGTH) {
    const issue = `must be at most ${MAX_QUERY_LENGTH} characters`
    throw new Refusal('VALIDATION_ERROR', `query ${issue}`, { field: 'query', issue, provided: text.length })
  }
  const tables = cutTables(text)
  const tokens = joinNumbers(tokenize(tables.rest))
  const items = scan(tokens)
  const reader = newReader(items, text)
  for (const [index, item] of items.entries()) readItem(reader, item, index)
  const drafts = shareWithRows(splitRepeats(reader.cast.drafts, text), tables.drafts, tables.rest)
  share(reader, drafts)
  shareBirth(drafts, text)
  shareWithNamed(drafts, text)
  nameLate(drafts)
  sexesInOrder(drafts, text)
  const family = foldParents(drafts, reader)
  const written = systemOf(family.flatMap((draft) => draft.readings))
  const system = written ?? options.units ?? systemNamed(text)
  const topics = topicsOf(reader)
  const wished = wishesBmi(family, text)
  const people: Person[] = []
  const ambiguities: Ambiguity[] = []
  for (const draft of family) {
    const settled = settle(draft, {
      source: text,
      today: options.today,
      system,
      site: siteOfTopics(topics),
      asksBmi: topics.includes('bmi'),
    })
    const targets = topicTargets(reader, draft, wished)
    const person: Person = { ...settled.person, targets: [...settled.person.targets, ...targets] }
    const known = isKnown(person)
    for (const ambiguity of settled.ambiguities)
      ambiguities.push(known ? { ...ambiguity, person: people.length } : ambiguity)
    if (known) people.push(person)
  }
  const intents = intentsOf(reader, people)
  const [answerUnits, unread] = [answerUnitsOf(reader), unreadOf(reader)]
  return {
    text,
    people,
    // "what is a z-score? my baby has minus one": a definition needs nobody's age.
    ambiguities: intents.includes('define')
      ? ambiguities.filter(({ kind }) => kind !== 'vague')
      : ambiguities,
    topics,
    intents,
    ...(answerUnits && { answerUnits }),
    ...(written && { system: written }),
    ...(unread.length > 0 && { unread }),
    ignored: reader.ignored,
  }
}

/** "units: metric". */
const systemNamed = (text: string): UnitSystem | undefined => {
  const lower = text.toLowerCase()
  const [metric, imperial] = [lower.includes('metric'), lower.includes('imperial')]
  return metric === imperial ? undefined : metric ? 'metric' : 'imperial'
}

const isKnown = (person: Person): boolean =>
  person.sex !== undefined ||
  Object.keys(person.values).length > 0 ||
  Object.keys(person.facts).length > 0 ||
  person.population !== undefined ||
  person.targets.length > 0 ||
  person.stated !== undefined
