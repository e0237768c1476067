import { UNITS, type Unit } from '../units.ts'
import { type Clause, clausesOf } from './clauses.ts'
import type { Draft, Reading, Span } from './draft.ts'
import { type Run, readGroup, runsOf } from './groups.ts'
import type { Cue } from './lexicon-cues.ts'
import { FILLERS } from './lexicon-cues.ts'
import type { FieldEntry } from './lexicon-fields.ts'
import { type Cast, newCast, nextPerson, pronoun, sexNoun, turnTo } from './people.ts'
import type { Meaning } from './phrases.ts'
import type { Quantity } from './quantity.ts'
import { readSpan } from './read-change.ts'
import { readBirthCue } from './read-dates.ts'
import { readFact } from './read-fact.ts'
import type { Item } from './scan.ts'
import type { Intent, NumericInput } from './structured-query.ts'

/** All that a pass over the items leaves behind. */
type Notes = {
  readonly cast: Cast
  readonly topics: Set<string>
  readonly intents: Set<Intent>
  readonly ignored: { text: string; start: number; reason: string }[]
}

type Label = { entry: FieldEntry; index: number; used: boolean }

/** State of the reader while it goes through the items. */
export type Reader = Notes & {
  readonly items: readonly Item[]
  /** Polarity and time of every item. */
  readonly clauses: readonly Clause[]
  /** Lists of like quantities, by the index of every member. */
  readonly runs: ReadonlyMap<number, Run>
  readonly source: string
  label: Label | undefined
  readonly labels: Label[]
  /** The label that the quantity being read was given by, if any. */
  used: Label | undefined
  /** Index of the item after the last quantity or strong break. */
  windowFrom: number
  /** Cues since the last quantity, strong breaks crossed. */
  cues: Map<Cue, number>
  correctionAt: number
  /** A word that asks for a meaning, a formula or a limit occurred. */
  defines: boolean
  /** A list of values over time is open: the unit named in its head, if any. */
  series: { readonly unit: Unit | undefined } | undefined
  lastQuantityAt: number
  last: { reading: Reading; draft: Draft } | undefined
  /** Units of the measure before, for a bare number that is another value of it. */
  adopted: readonly Unit[] | undefined
  /** Cues that were said of the number before them. */
  readonly spent: Set<number>
  /** Field of the list that is being read, for its members without a unit. */
  listField: Reading['field'] | undefined
  /** Indices of items that were read ahead. */
  readonly consumed: Set<number>
}

/** Creates a reader at the beginning of a text. */
export function newReader(items: readonly Item[], source: string): Reader {
  return {
    items,
    clauses: clausesOf(items),
    runs: runsOf(items),
    source,
    cast: newCast(),
    topics: new Set(),
    intents: new Set(),
    ignored: [],
    label: undefined,
    labels: [],
    used: undefined,
    windowFrom: 0,
    cues: new Map(),
    correctionAt: -1,
    defines: false,
    series: undefined,
    lastQuantityAt: -1,
    last: undefined,
    adopted: undefined,
    spent: new Set(),
    listField: undefined,
    consumed: new Set(),
  }
}

/** Reads everything that is not a quantity: labels, cues, people, topics, facts. */
export function readPhrase(
  reader: Reader,
  index: number,
  meanings: readonly Meaning[],
  span: Span,
): undefined {
  const { cast } = reader
  const { polarity } = reader.clauses[index]!
  const grouped = readGroup(reader, index)
  for (const meaning of meanings)
    switch (meaning.kind) {
      case 'field': {
        const label = { entry: meaning.entry, index, used: false }
        reader.label = label
        reader.labels.push(label)
        break
      }
      case 'topic':
        reader.topics.add(meaning.topic)
        break
      case 'cue':
        reader.cues.set(meaning.cue, index)
        if (meaning.cue === 'correction') reader.correctionAt = index
        if (meaning.cue === 'define') reader.defines = true
        if (meaning.cue === 'series') reader.series = { unit: unitAhead(reader, index) }
        if (meaning.cue === 'shared' && saysOfAll(reader, index)) cast.sharing = true
        readBirthCue(reader, index, meaning.cue, span)
        if (meaning.cue === 'past_after' || meaning.cue === 'now') readSpan(reader, span.start, span.end)
        if (meaning.cue === 'versus' && !nextIsTopic(reader, index)) nextPerson(cast)
        break
      case 'intent':
        reader.intents.add(meaning.intent)
        break
      case 'role':
        if (!grouped && (meaning.role !== 'animal' || isSubject(reader, index)))
          turnTo(cast, meaning.role, meaning.role, meaning.sex)
        break
      case 'sex':
        if (grouped) break
        if (meaning.pronoun) pronoun(cast, meaning.sex)
        else if (cast.current.sexUnclear === undefined && polarity !== 'denied')
          sexNoun(
            cast,
            meaning.sex,
            reader.correctionAt > reader.lastQuantityAt || reader.correctionAt >= index - 2,
            isYoung(reader, index),
          )
        break
      case 'unclear_sex':
        cast.current.sexUnclear = span
        break
      case 'vague_age':
        if (isAnotherNoun(reader, index, span)) nextPerson(cast)
        cast.current.vague ??= span
        if (NEWBORN.has(reader.source.slice(span.start, span.end).toLowerCase())) cast.current.newborn = true
        break
      case 'adult':
        cast.current.adult = true
        break
      case 'young':
        // "pregnant with my second child" is said of a woman.
        if (cast.current.facts.pregnant !== true) cast.current.young = true
        break
      case 'fact':
        readFact(reader, index, meaning.entry)
        break
      case 'population':
        if (polarity === 'said') cast.current.population = meaning.population
        break
    }
}

/** "our baby is 7.5 kg, our toddler is 12 kg": another noun with its own article is another person. */
function isAnotherNoun(reader: Reader, index: number, span: Span): boolean {
  const { current } = reader.cast
  const before = reader.items[index - 1]
  if (!current.vague || before?.kind !== 'word' || !['my', 'our', 'the', 'their'].includes(before.text))
    return false
  const said = (part: Span): string => reader.source.slice(part.start, part.end).toLowerCase()
  return (
    said(current.vague) !== said(span) && current.readings.some((reading) => reading.field !== 'ageYears')
  )
}

/** "weekly weigh-ins (kg): …": the unit in the head of a list. */
function unitAhead(reader: Reader, index: number): Unit | undefined {
  for (let i = index + 1; i < index + 5; i++) {
    const item = reader.items[i]
    if (item?.kind === 'unit') return item.unit
    if (item === undefined || item.kind === 'quantity') return undefined
  }
  return undefined
}

const NEWBORN = new Set(['newborn', 'neonate', 'baby', 'infant', 'nb'])

/** "both 180 cm", "all aged 5"; not "both legs" or "all day". */
const saysOfAll = (reader: Reader, index: number): boolean => {
  const next = reader.items[index + 1]
  if (next === undefined || next.kind === 'quantity' || next.kind === 'break') return true
  return (
    next.kind === 'phrase' &&
    next.meanings.some(
      (m) => (m.kind === 'cue' && m.cue !== 'load') || m.kind === 'field' || m.kind === 'sex',
    )
  )
}

/** "my dog weighs …" is about the dog; "2 kids, 1 dog" is not. */
const isSubject = (reader: Reader, index: number): boolean => {
  const next = reader.items[index + 1]
  return (
    next?.kind === 'phrase' &&
    next.meanings.some((m) => m.kind === 'field' || (m.kind === 'cue' && m.cue === 'copula'))
  )
}

const isYoung = (reader: Reader, index: number): boolean => {
  const item = reader.items[index]
  return item?.kind === 'phrase' && (item.text === 'boy' || item.text === 'girl')
}

const nextIsTopic = (reader: Reader, index: number): boolean => {
  const next = reader.items[index + 1]
  return next?.kind === 'phrase' && next.meanings.some((m) => m.kind === 'topic')
}

/** Returns whether only joining words and marks stand between two items. */
export function onlyFillers(reader: Reader, from: number, to: number, strict = false): boolean {
  for (let i = from; i < to; i++) {
    const item = reader.items[i]!
    if (item.kind === 'word') {
      if (item.text === '_' || (item.text === 'in' && reader.items[i + 1]?.kind === 'unit')) continue
      if (strict ? !STRICT.has(item.text) : !FILLERS.has(item.text)) return false
    } else if (item.kind === 'break') {
      if (item.strong || (strict && !':=-"'.includes(item.text))) return false
    } else if (item.kind === 'phrase') {
      if (
        !item.meanings.every(
          (m) =>
            (m.kind === 'cue' && JOINING.has(m.cue)) || (m.kind === 'fact' && 'position' in m.entry.fact),
        )
      )
        return false
    } else if (item.kind !== 'unit') return false
  }
  return true
}

const STRICT = new Set(['of', 'is', ':', '='])
const JOINING = new Set<Cue>([
  'present',
  'turn',
  'past_after',
  'deny',
  'copula',
  'now',
  'past',
  'skinfold',
  'circumference',
  'correction',
  'not',
  'from_change',
  'birth',
  'target',
])

/**
 * Returns the label right after a quantity: "85 cm waist", "180 cm tall"; undefined when the label has a number of its
 * own.
 */
export function labelAfter(reader: Reader, index: number): Label | undefined {
  for (let i = index + 1; i < index + 4; i++) {
    const item = reader.items[i]
    if (item === undefined || item.kind === 'quantity' || item.kind === 'person' || item.kind === 'date')
      return undefined
    if (item.kind === 'break') {
      // "165 lb (waist)" and "85 cm [waist]" do not occur; a mark ends the reach.
      return undefined
    }
    if (item.kind === 'word') {
      if (!AFTER.has(item.text)) return undefined
      continue
    }
    if (item.kind !== 'phrase') return undefined
    const field = item.meanings.find((m) => m.kind === 'field')
    if (!field) return undefined
    let next = i + 1
    while (
      reader.items[next]?.kind === 'break' &&
      '=:'.includes((reader.items[next] as { text: string }).text)
    )
      next++
    const following = reader.items[next]
    const own = reader.items[index]
    if (
      following?.kind === 'quantity' &&
      own?.kind === 'quantity' &&
      (following.quantity.dimension === 'none' ||
        own.quantity.dimension === 'none' ||
        following.quantity.dimension === own.quantity.dimension)
    )
      return undefined
    return { entry: field.entry, index: i, used: false }
  }
  return undefined
}

const AFTER = new Set(['around', 'the', 'at', 'in', 'of', 'my', 'her', 'his'])

/** Returns the field of a label for this unit: the girth, or the skinfold when the unit is mm. */
export function fieldOf(reader: Reader, label: Label, quantity: Quantity): NumericInput | 'unsupported' {
  const { entry } = label
  if (entry.fold === undefined) return entry.field
  const millimetres = quantity.units.some((unit) => unit === UNITS.mm)
  const saidFold = quantity.dimension === 'none' && reader.cues.has('skinfold')
  return millimetres || saidFold ? entry.fold : entry.field
}
