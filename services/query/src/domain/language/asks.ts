import { findPattern, pattern } from '../wording/patterns.ts'
import { wordsOf } from '../wording/words.ts'
import { answerUnitsOf } from './answer-units.ts'
import type { Draft } from './draft.ts'
import type { Reader } from './reader.ts'
import { statedNow } from './settle.ts'
import type { Intent, NumericInput, Person, ReadValue } from './structured-query.ts'

/** Returns targets of topics: a stated BMI of 22 is a target when the question is about reaching something. */
export function topicTargets(reader: Reader, draft: Draft, wished: boolean) {
  const reaches = reader.intents.has('target') || asksForInput(reader, draft) || (wished && isMeasured(draft))
  if (!reaches) return []
  return statedNow(draft, false).map(({ topic, ...stated }) => ({ of: topic, ...stated }))
}

/** Words before a BMI that make it a wish. */
const WISHED = [
  'lose|losing|shed|gain|gaining|reach|reaching|hit|until|till|put ~8 bmi',
  'get|getting|down|drop|back to|down ~4 bmi',
].map((source) => pattern(source, {}))

/** "pounds to lose to get to a BMI of 25?": whether a BMI is wished for, where one is stated at all. */
export function wishesBmi(drafts: readonly Draft[], text: string): boolean {
  if (drafts.every(({ stated }) => stated.length === 0)) return false
  const words = wordsOf(text)
  return WISHED.some((one) => findPattern(one, words) !== undefined)
}

/** Weight and height are known, so that a stated BMI is no measure. */
const isMeasured = ({ readings }: Draft): boolean =>
  readings.some(({ field }) => field === 'weightKg') &&
  readings.some(({ field }) => field === 'heightCm' || field === 'length')

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
  if (topics.size === 0 && asksForGain(reader)) topics.add('pregnancy_gain')
  const unasked = reader.labels.some(({ entry, used }) => entry.field === 'weightKg' && !used)
  if (topics.size === 0 && unasked && /\bshould\b/i.test(reader.source)) topics.add('healthy_weight')
  for (const given of givenTopics(reader)) if (topics.size > 1) topics.delete(given)
  return [...topics]
}

/** "pre-pregnancy 58 kg at 165 cm, how much should I put on?" */
const asksForGain = (reader: Reader): boolean =>
  /\bhow (?:much|many)\b/i.test(reader.source) &&
  /\b(?:gain|put on)\b/i.test(reader.source) &&
  reader.cast.drafts.some(({ readings }) => readings.some(({ field }) => field === 'prePregnancyWeightKg'))

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
