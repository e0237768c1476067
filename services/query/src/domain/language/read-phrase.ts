import type { Unit } from '../units.ts'
import type { Span } from './draft.ts'
import { readGroup } from './groups.ts'
import { nextPerson, pronoun, sexNoun, turnTo } from './people.ts'
import type { Meaning } from './phrases.ts'
import { readSpan } from './read-change.ts'
import { readBirthCue } from './read-dates.ts'
import { readCondition, readFact } from './read-fact.ts'
import type { Reader } from './reader.ts'

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
      case 'condition':
        readCondition(reader, index, meaning.entry)
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
