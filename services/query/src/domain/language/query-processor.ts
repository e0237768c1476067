import { Refusal } from '../refusal.ts'
import { type Draft, hasData, newDraft } from './draft.ts'
import { joinNumbers } from './number-words.ts'
import { leaveThing, nextPerson, turnTo } from './people.ts'
import { readQuantity } from './read-quantity.ts'
import { newReader, type Reader, readPhrase } from './reader.ts'
import { type Item, scan } from './scan.ts'
import { settle, systemOf } from './settle.ts'
import type { Ambiguity, Intent, Person, ReadValue, StructuredQuery } from './structured-query.ts'
import { tokenize } from './tokens.ts'
import type { Unit, UnitSystem } from './units.ts'

/** Longest question that is read, in characters: some 3 000 words. Longer texts are refused, never cut. */
export const MAX_QUERY_LENGTH = 20_000

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

function readItem(reader: Reader, item: Item, index: number): undefined {
  if (reader.consumed.has(index)) {
    if (item.kind === 'quantity') closeWindow(reader, index)
    return
  }
  switch (item.kind) {
    case 'phrase':
      return readPhrase(reader, index, item.meanings, item)
    case 'person':
      turnTo(reader.cast, item.label, item.label)
      return
    case 'date':
      if (reader.cues.has('birth'))
        reader.cast.current.birth ??= { start: item.start, end: item.end, reading: item.date }
      return
    case 'decade':
      reader.cast.current.vague ??= item
      return
    case 'unit':
      return readLoneUnit(reader, item.unit, index)
    case 'break':
      if (item.strong) leaveThing(reader.cast)
      if (item.text === ',') reader.cues.delete('load')
      if (item.strong && item.text !== '.') reader.cast.sharing = false
      if (item.strong && !isAbbreviation(reader, index)) reader.windowFrom = index + 1
      return
    case 'word':
      if (isNextOfCompared(reader, index)) nextPerson(reader.cast)
      return
    case 'quantity': {
      if (!readPair(reader, index)) readQuantity(reader, index, withUnitBefore(reader, index, item.quantity))
      return closeWindow(reader, index)
    }
  }
}

function closeWindow(reader: Reader, index: number): undefined {
  reader.used = undefined
  reader.lastQuantityAt = index
  reader.windowFrom = index + 1
  const { cues } = reader
  for (const cue of [...cues.keys()]) if (cue !== 'birth' && cue !== 'skinfold') cues.delete(cue)
}

/** "approx." and "ca." do not end a sentence. */
function isAbbreviation(reader: Reader, index: number): boolean {
  const next = reader.items[index + 1]
  return (
    reader.items[index]!.kind === 'break' &&
    next?.kind === 'quantity' &&
    reader.items[index - 1]?.kind === 'word'
  )
}

/** "weight_kg=80", "height cm 180": the unit between the label and the number. */
function withUnitBefore(
  reader: Reader,
  index: number,
  quantity: Extract<Item, { kind: 'quantity' }>['quantity'],
) {
  if (quantity.dimension !== 'none' || !reader.label || reader.label.used) return quantity
  for (let i = index - 1; i > reader.label.index && i > index - 4; i--) {
    const item = reader.items[i]!
    if (item.kind === 'unit')
      return {
        ...quantity,
        dimension: item.unit.dimension,
        value: quantity.value * item.unit.factor,
        ...(quantity.low !== undefined && {
          low: quantity.low * item.unit.factor,
          high: quantity.high! * item.unit.factor,
        }),
        units: [item.unit],
      }
    const joins = item.kind === 'phrase' && item.meanings.every((m) => m.kind === 'cue' && m.cue === 'copula')
    if (item.kind !== 'break' && item.kind !== 'word' && !joins) break
  }
  return quantity
}

/** A unit without a number: "190 kg? no, lb" reads the last number again, "180 lbs or kg" leaves it open. */
function readLoneUnit(reader: Reader, unit: Unit, index: number): undefined {
  adoptSlot(reader, unit, index)
  const last = reader.last
  if (!last || last.reading.quantity.dimension !== unit.dimension || unit.dimension === 'age') return
  const { readings, flaws } = last.draft
  const at = readings.indexOf(last.reading)
  if (at < 0 || index - reader.lastQuantityAt > 6) return
  const previous = reader.items[index - 1]
  if (previous?.kind === 'word' && previous.text === 'or') {
    readings.splice(at, 1)
    const { field } = last.reading
    flaws.push({ field: field === 'length' ? 'heightCm' : field, kind: 'unit', span: last.reading })
  } else if (reader.correctionAt > reader.lastQuantityAt) {
    const { quantity } = last.reading
    readings[at] = {
      ...last.reading,
      quantity: { ...quantity, value: quantity.amount * unit.factor, units: [unit] },
    }
  }
}

/** "190... kg": the unit comes after a pause. */
function adoptSlot(reader: Reader, unit: Unit, index: number): void {
  const before = reader.items[reader.lastQuantityAt]
  const { slots, readings } = reader.cast.current
  const slot = slots.at(-1)
  if (
    before?.kind !== 'quantity' ||
    slot?.start !== before.start ||
    (unit.dimension !== 'mass' && unit.dimension !== 'length')
  )
    return
  for (let i = reader.lastQuantityAt + 1; i < index; i++) if (reader.items[i]!.kind !== 'break') return
  slots.pop()
  const quantity = {
    ...slot.quantity,
    dimension: unit.dimension,
    value: slot.quantity.value * unit.factor,
    units: [unit],
  }
  const field = unit.dimension === 'mass' ? ('weightKg' as const) : ('length' as const)
  const reading = {
    field,
    quantity,
    start: slot.start,
    end: slot.end,
    past: false,
    corrects: false,
    negated: false,
  }
  readings.push(reading)
  reader.last = { reading, draft: reader.cast.current }
  reader.lastQuantityAt = index
}

/** "waist/hip 80/102 cm": two labels, two numbers. */
function readPair(reader: Reader, index: number): boolean {
  const [first, mark, second] = [reader.items[index], reader.items[index + 1], reader.items[index + 2]]
  if (first?.kind !== 'quantity' || first.quantity.dimension !== 'none') return false
  if (
    mark?.kind !== 'break' ||
    mark.text !== '/' ||
    second?.kind !== 'quantity' ||
    second.quantity.dimension !== 'length'
  )
    return false
  const [a, slash, b] = [reader.items[index - 3], reader.items[index - 2], reader.items[index - 1]]
  if (a?.kind !== 'phrase' || slash?.kind !== 'break' || slash.text !== '/' || b?.kind !== 'phrase')
    return false
  const fields = [a, b].map((item) => item.meanings.find((m) => m.kind === 'field')?.entry.field)
  const unit = second.quantity.units[0]
  if (!unit || fields.some((field) => field === undefined || field === 'unsupported')) return false
  const quantities = [
    {
      ...first.quantity,
      dimension: unit.dimension,
      value: first.quantity.value * unit.factor,
      units: [unit],
    },
    second.quantity,
  ]
  quantities.forEach((quantity, i) => {
    reader.cast.current.readings.push({
      field: fields[i] as 'waistCm',
      quantity,
      start: quantity.start,
      end: quantity.end,
      past: false,
      corrects: false,
      negated: false,
    })
  })
  if (reader.label) reader.label.used = true
  reader.consumed.add(index + 2)
  return true
}

/** "compare a 30 year old man … with a 50 year old man": the second article brings in the second person. */
function isNextOfCompared(reader: Reader, index: number): boolean {
  const [item, next] = [reader.items[index]!, reader.items[index + 1]]
  if (item.kind !== 'word' || !(item.text === 'with' || item.text === 'and' || item.text === 'to'))
    return false
  if (next?.kind !== 'word' || next.text !== 'a' || !reader.intents.has('compare')) return false
  return reader.items
    .slice(index + 2, index + 7)
    .some(
      (ahead) => ahead.kind === 'phrase' && ahead.meanings.some((m) => m.kind === 'sex' || m.kind === 'role'),
    )
}

/** "both 180 cm", "twins, 4 years old": what was said of everybody. */
function share(reader: Reader, drafts: Draft[]): void {
  const { shared } = reader.cast
  if (shared.length === 0) return
  if (drafts.filter(hasData).length === 1) drafts.push(newDraft('other', 'other'))
  for (const draft of drafts)
    for (const reading of shared)
      if (!draft.readings.some((own) => own.field === reading.field)) draft.readings.push(reading)
}

/** "… 23.4 kg; son": the only person measured is named at the end. */
function nameLate(drafts: Draft[]): void {
  const measured = drafts.filter(hasData)
  const [only] = measured
  if (measured.length !== 1 || only!.identity !== undefined || only!.sex !== undefined) return
  const named = drafts.filter(
    (draft) => !hasData(draft) && draft.sex !== undefined && draft.identity !== undefined,
  )
  if (named.length !== 1) return
  only!.sex = named[0]!.sex
  only!.label = named[0]!.label
  drafts.splice(drafts.indexOf(named[0]!), 1)
}

const onlyHeight = (draft: Draft): boolean =>
  draft.flaws.length === 0 &&
  draft.birth === undefined &&
  draft.readings.length === 1 &&
  ['heightCm', 'length'].includes(draft.readings[0]!.field)

/** Parents of whom only the height is known are inputs of their child, not persons of their own. */
function foldParents(drafts: readonly Draft[], reader: Reader): readonly Draft[] {
  const mother = drafts.find((draft) => draft.identity === 'mother' && onlyHeight(draft))
  const father = drafts.find((draft) => draft.identity === 'father' && onlyHeight(draft))
  const asked = reader.topics.has('midparental') || reader.topics.has('khamis_roche')
  if (!(mother && father) && !(asked && (mother || father))) return drafts
  const others = drafts.filter((draft) => draft !== mother && draft !== father)
  const child =
    others.find((draft) => draft.identity === 'son' || draft.identity === 'daughter') ??
    others.find((draft) => hasData(draft) || draft.sex !== undefined) ??
    others[0] ??
    newDraft(undefined, 'child')
  if (mother) child.readings.push({ ...mother.readings[0]!, field: 'motherHeightCm' })
  if (father) child.readings.push({ ...father.readings[0]!, field: 'fatherHeightCm' })
  return others.includes(child) ? others : [...others, child]
}

/** "a BMI of 22" is a target when the question is about reaching something. */
function topicTargets(reader: Reader, draft: Draft) {
  if (!reader.intents.has('target')) return []
  return reader.topicValues
    .filter((value) => value.draft === draft)
    .map(({ topic, value, start, end }) => ({
      of: topic,
      value,
      text: reader.source.slice(start, end),
      start,
      end,
    }))
}

/** A measure that is itself a subject ("MUAC", "body fat") is a topic; body fat only when no number was given for it. */
function topicsOf(reader: Reader): readonly string[] {
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

function intentsOf(reader: Reader, people: readonly Person[]): readonly Intent[] {
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
