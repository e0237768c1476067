import type { Draft } from './draft.ts'
import type { Reader } from './reader.ts'
import { statedNow } from './settle.ts'
import type { Intent, Person, ReadValue } from './structured-query.ts'

/** Returns targets of topics: a stated BMI of 22 is a target when the question is about reaching something. */
export function topicTargets(reader: Reader, draft: Draft) {
  if (!reader.intents.has('target')) return []
  return statedNow(draft, false).map(({ topic, ...stated }) => ({ of: topic, ...stated }))
}

/**
 * Returns the topics of a question. A measure that is a subject of its own ("MUAC", "body fat") is a topic; body fat
 * only when no number was given for it.
 */
export function topicsOf(reader: Reader): readonly string[] {
  const topics = new Set(reader.topics)
  for (const { entry, used } of reader.labels)
    if (entry.topic && entry.topic !== 'head_circumference' && !(entry.topic === 'body_fat' && used))
      topics.add(entry.topic)
  return [...topics]
}

/** Children below this age are judged by growth references. */
const CHILD_YEARS = 19

const youngest = (people: readonly Person[]): number =>
  Math.min(
    ...people.map(
      (person) => (person.values.ageYears as ReadValue | undefined)?.value ?? Number.POSITIVE_INFINITY,
    ),
  )

/** Returns what the question asks to do: growth for a child, calculation when nothing else is said. */
export function intentsOf(reader: Reader, people: readonly Person[]): readonly Intent[] {
  const intents = new Set<Intent>(reader.intents)
  const topics = topicsOf(reader)
  const child = youngest(people) < CHILD_YEARS
  if (
    topics.some((topic) => topic.startsWith('growth')) ||
    (child && (topics.length === 0 || intents.has('classify')))
  )
    intents.add('growth')
  if (intents.size === 0) intents.add('calculate')
  return [...intents]
}
