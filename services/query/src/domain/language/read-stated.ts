import type { Cue } from './lexicon-cues.ts'
import type { Quantity } from './quantity.ts'
import type { Reader } from './reader.ts'
import type { Item } from './scan.ts'

/** Metrics whose value people state, with the values that can be meant. */
const STATED: Readonly<Record<string, readonly [number, number]>> = {
  bmi: [8, 90],
  whtr: [0.2, 2],
  whr: [0.2, 2],
  ffmi: [8, 40],
  fmi: [1, 40],
  bsa: [0.1, 4],
  bmr: [300, 6000],
  tdee: [500, 12_000],
  absi: [0.03, 0.2],
  bri: [0.5, 25],
}

/** Words and cues that may stand between a metric and its value: "her BMI now comes out at 31". */
const BETWEEN = new Set(
  'of is was at as about around approximately roughly = : score ratio value came out comes to be index equals equal only just exactly currently now calculated computed reported given measured said shows reads that my has a an the it up'.split(
    ' ',
  ),
)
const BETWEEN_CUES = new Set<Cue>([
  'copula',
  'present',
  'past',
  'past_after',
  'now',
  'turn',
  'target',
  'not',
  'deny',
  'correction',
  'from_change',
  'delta',
])

/** Returns the metric that a bare number is a value of: "my BMI is 31", "WHtR 0.5"; undefined for anything else. */
export function statedTopic(reader: Reader, index: number, quantity: Quantity): string | undefined {
  if (isBmiUnit(reader, quantity)) return 'bmi'
  if (quantity.dimension !== 'none' || quantity.issue !== undefined) return undefined
  const topic = topicBefore(reader, index)
  const range = topic === undefined ? undefined : STATED[topic]
  if (range === undefined || quantity.value < range[0] || quantity.value > range[1]) return undefined
  if (isAgeAt(reader, index) && (hasValueAfter(reader, index) || isTopic(reader.items[index - 2])))
    return undefined
  // Two bare numbers after a metric are measurements without names.
  return isBare(nextItem(reader, index)) ? undefined : topic
}

/** Masses that are not the weight of the body, and other weights that are computed. */
const PARTS = new Set(['lean_mass', 'muscle', 'ideal_weight', 'adjusted_weight', 'bone_mass'])

/**
 * Returns the part of the body, or the computed weight, that a mass is said to be: "my lean mass is 62 kg",
 * "60 kg of muscle". Without a joining word only a lean mass can be meant, where a lean mass is what the question needs:
 * "FFM 55 kg, Cunningham".
 */
export function partOfBody(reader: Reader, index: number, quantity: Quantity): string | undefined {
  if (quantity.dimension !== 'mass' || quantity.issue) return undefined
  const after = reader.items[index + 1]
  const next = after?.kind === 'word' && after.text === 'of' ? reader.items[index + 2] : after
  const named = massTopic(next)
  if (named && next !== undefined && !isAsked(reader, next)) return named
  let joined = false
  for (let i = index - 1, n = 0; i >= 0 && n < 3; i--, n++) {
    const item = reader.items[i]!
    const topic = massTopic(item)
    if (topic) return joined || (topic === 'lean_mass' && needsLean(reader, index)) ? topic : undefined
    const joins = item.kind === 'word' ? JOINS.has(item.text) : item.kind === 'break' && item.text === '='
    const verb =
      item.kind === 'phrase' && item.meanings.every((m) => m.kind === 'cue' && BETWEEN_CUES.has(m.cue))
    if (!joins && !verb) return undefined
    joined = true
  }
  return undefined
}

const JOINS = new Set(
  'of is was = at as about around stays stay remains remain staying remaining kept constant unchanged still same the'.split(
    ' ',
  ),
)

const massTopic = (item: Item | undefined): string | undefined => {
  if (item?.kind !== 'phrase') return undefined
  return item.meanings.find((m) => m.kind === 'topic' && PARTS.has(m.topic))?.kind === 'topic'
    ? (item.meanings.find((m) => m.kind === 'topic') as { topic: string }).topic
    : undefined
}

/** "80 kg lean mass?": the topic after a weight is what is asked for when a question ends there. */
const isAsked = (reader: Reader, item: Item): boolean => {
  const after = reader.items[reader.items.indexOf(item) + 1]
  return after === undefined || (after.kind === 'break' && after.text === '?')
}

/** Metrics that take a lean mass. */
const FROM_LEAN = new Set(['bmr', 'bmr_katch', 'bmr_cunningham', 'ffmi', 'tdee'])

/** Whether another weight, or a metric of the lean mass, shows that this mass is the lean one. */
function needsLean(reader: Reader, index: number): boolean {
  return reader.items.some((item, i) => {
    if (item.kind === 'quantity') return i !== index && item.quantity.dimension === 'mass'
    return item.kind === 'phrase' && item.meanings.some((m) => m.kind === 'topic' && FROM_LEAN.has(m.topic))
  })
}

/** "27.3 kg/m²" is a body mass index wherever it stands. */
export const isBmiUnit = (reader: Reader, quantity: Quantity): boolean =>
  quantity.dimension === 'other' &&
  /kg ?\/ ?m/i.test(reader.source.slice(quantity.start, quantity.end)) &&
  quantity.value >= STATED.bmi![0] &&
  quantity.value <= STATED.bmi![1]

const isBare = (item: Item | undefined): boolean =>
  item?.kind === 'quantity' && item.quantity.dimension === 'none'

const nextItem = (reader: Reader, index: number): Item | undefined => {
  const next = reader.items[index + 1]
  return next?.kind === 'break' && !next.strong ? reader.items[index + 2] : next
}

function topicBefore(reader: Reader, index: number): string | undefined {
  for (let i = index - 1, n = 0; i >= 0 && n < 7; i--, n++) {
    const item = reader.items[i]!
    if (item.kind === 'break') {
      if (item.strong || item.text === ',') return undefined
    } else if (item.kind === 'word') {
      if (!BETWEEN.has(item.text)) return undefined
    } else if (item.kind === 'phrase') {
      const topic = item.meanings.find((m) => m.kind === 'topic')
      if (topic) return topic.topic
      if (!item.meanings.every((m) => m.kind === 'intent' || (m.kind === 'cue' && BETWEEN_CUES.has(m.cue))))
        return undefined
    } else if (item.kind === 'person' && reader.source.slice(item.start, item.end).toLowerCase() === 'mine')
      return [...reader.topics].at(-1)
    else if (!isAgeAt(reader, i)) return undefined
  }
  return undefined
}

const isTopic = (item: Item | undefined): boolean =>
  item?.kind === 'phrase' && item.meanings.some((m) => m.kind === 'topic')

/** The number after "at 16" is the value: "my BMI at 16 was 20". */
const hasValueAfter = (reader: Reader, i: number): boolean => {
  const verb = reader.items[i + 1]
  return (
    verb?.kind === 'phrase' && verb.meanings.every((m) => m.kind === 'cue') && isBare(reader.items[i + 2])
  )
}

/** "my BMI at 16 was 20": an age between the metric and its value. */
const isAgeAt = (reader: Reader, i: number): boolean => {
  const before = reader.items[i - 1]
  return isBare(reader.items[i]) && before?.kind === 'word' && before.text === 'at'
}
