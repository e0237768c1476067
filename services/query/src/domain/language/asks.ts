import { answerUnitsOf } from './answer-units.ts'
import type { Draft } from './draft.ts'
import type { Reader } from './reader.ts'
import { statedNow } from './settle.ts'
import type { Intent, NumericInput, Person, ReadValue } from './structured-query.ts'

/** Returns targets of topics: a stated BMI of 22 is a target when the question is about reaching something. */
export function topicTargets(reader: Reader, draft: Draft) {
  if (!reader.intents.has('target') && !asksForInput(reader, draft) && !isWished(reader, draft)) return []
  return statedNow(draft, false).map(({ topic, ...stated }) => ({ of: topic, ...stated }))
}

/** Words before a BMI that make it a wish. */
const WISHED =
  /\b(?:lose|losing|shed|gain|gaining|put on|get to|get down to|get back to|getting to|reach|reaching|hit|until|till|down to|drop to|back to)\b[^.?!\n]{0,40}\bbmi\b/i

/** "pounds to lose to get to a BMI of 25? 201 lb, 5'9": weight and height are known, so the BMI is no measure. */
const isWished = (reader: Reader, draft: Draft): boolean =>
  ['weightKg', 'heightCm'].every((field) =>
    draft.readings.some((r) => r.field === field || (field === 'heightCm' && r.field === 'length')),
  ) && WISHED.test(reader.source)

const SOLVED = new Set(['weightKg', 'waistCm', 'heightCm'])

/** "my BMI is 24 and I am 170 cm, how much do I weigh?": a measure is named, no number is given for it. */
const asksForInput = (reader: Reader, draft: Draft): boolean =>
  draft.stated.length > 0 &&
  (asksForWeight(reader, draft) ||
    (reader.topics.has('healthy_weight') && !draft.readings.some((r) => r.field === 'weightKg')) ||
    reader.labels.some(
      ({ entry, used }) =>
        !used && SOLVED.has(entry.field) && !draft.readings.some((reading) => reading.field === entry.field),
    ))

/** "how many stone is a BMI of 18.5 at 1.70 m?" */
const asksForWeight = (reader: Reader, draft: Draft): boolean =>
  answerUnitsOf(reader)?.mass !== undefined && !draft.readings.some((reading) => reading.field === 'weightKg')

/** Returns the site that a question about one measure asks for: "arm circumference for age: girl, 2 years, 14.6 cm". */
export function siteOfTopics(topics: readonly string[]): NumericInput | undefined {
  if (topics.includes('muac')) return 'muacCm'
  return topics.includes('growth_head') ? 'headCm' : undefined
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
  const unasked = reader.labels.some(({ entry, used }) => entry.field === 'weightKg' && !used)
  if (topics.size === 0 && unasked && /\bshould\b/i.test(reader.source)) topics.add('healthy_weight')
  for (const given of givenTopics(reader)) if (topics.size > 1) topics.delete(given)
  return [...topics]
}

/** Masses that the question gives are no subject of it when it has another: "lean mass 62 kg, Katch-McArdle?" */
function givenTopics(reader: Reader): readonly string[] {
  return reader.cast.drafts.flatMap((draft) => [
    ...(draft.readings.some((reading) => reading.field === 'fatFreeMassKg') ? ['lean_mass'] : []),
    ...draft.stated.map(({ topic }) => topic).filter((topic) => MASSES.has(topic)),
  ])
}

const MASSES = new Set(['muscle', 'ideal_weight', 'adjusted_weight', 'bone_mass'])

/** Children below this age are judged by growth references. */
const CHILD_YEARS = 19

const youngest = (people: readonly Person[]): number =>
  Math.min(
    ...people.map(
      (person) => (person.values.ageYears as ReadValue | undefined)?.value ?? Number.POSITIVE_INFINITY,
    ),
  )

/** A question about a metric and not about a person: nothing was measured and no "my BMI" is asked for. */
function isDefinition(reader: Reader, people: readonly Person[]): boolean {
  if (!reader.defines) return false
  if (people.some((p) => Object.keys(p.values).length > 0 || p.stated !== undefined || p.targets.length > 0))
    return false
  return !reader.items.some((item, i) => {
    const before = reader.items[i - 1]
    const owner =
      before !== undefined && OWNERS.has(reader.source.slice(before.start, before.end).toLowerCase())
    return (
      owner && item.kind === 'phrase' && item.meanings.some((m) => m.kind === 'topic' || m.kind === 'field')
    )
  })
}

const OWNERS = new Set(['my', 'her', 'his', 'our', 'their', 'mine'])

/** Returns what the question asks to do: growth for a child, calculation when nothing else is said. */
export function intentsOf(reader: Reader, people: readonly Person[]): readonly Intent[] {
  const intents = new Set<Intent>(reader.intents)
  const topics = topicsOf(reader)
  if (isDefinition(reader, people)) intents.add('define')
  if (people.some((person) => person.targets.length > 0)) intents.add('target')
  const child = youngest(people) < CHILD_YEARS
  if (
    topics.some((topic) => topic.startsWith('growth')) ||
    (child && (topics.length === 0 || intents.has('classify')))
  )
    intents.add('growth')
  if (intents.size === 0) intents.add('calculate')
  return [...intents]
}
