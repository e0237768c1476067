import { dimensionOf } from '../metrics/inputs.ts'
import { UNITS } from '../units.ts'
import { textOf } from './ambiguities.ts'
import { bareNumber } from './bare-number.ts'
import type { Reading } from './draft.ts'
import { introduce } from './introduce-person.ts'
import { isAlone, isSlashed, type Label, labelBefore } from './neighbours.ts'
import type { Quantity } from './quantity.ts'
import { ageRole, isAlong, weeksWhenEarly } from './read-age.ts'
import { readChange, readChangeAfter, readDuration } from './read-change.ts'
import { readScale } from './read-scale.ts'
import { isBmiUnit, partOfBody, statedTopic } from './read-stated.ts'
import { fieldOf, labelAfter, onlyFillers, type Reader } from './reader.ts'
import { record } from './record-reading.ts'
import { readSoonAge } from './soon-age.ts'
import type { NumericInput } from './structured-query.ts'
import type { Time } from './times.ts'

/**
 * Decides what one quantity is: a measure of the current person, a target, a change, a load, or something else that is
 * ignored.
 */
export function readQuantity(reader: Reader, index: number, quantity: Quantity): undefined {
  const { cast } = reader
  const span = { start: quantity.start, end: quantity.end }
  const ignore = (reason: string): undefined => {
    reader.ignored.push({ text: reader.source.slice(span.start, span.end), start: span.start, reason })
  }
  if (quantity.dimension === 'other' && !isBmiUnit(reader, quantity)) return ignore('not a body measure')
  if (readScale(reader, quantity)) return
  introduce(reader, index, quantity)
  if (readSoonAge(reader, index, quantity)) return
  const label = labelBefore(reader, index)
  const after = labelAfter(reader, index)
  const topic = statedTopic(reader, index, quantity)
  if (topic) {
    const { time } = reader.clauses[index]!
    cast.current.stated.push({
      topic,
      value: quantity.ends?.[1] ?? quantity.value,
      ...textOf(reader.source, span),
      time,
    })
    return
  }
  const part = partOfBody(reader, index, quantity)
  if (part === 'lean_mass') {
    record(reader, index, quantity, 'fatFreeMassKg')
    return
  }
  if (part) {
    cast.current.stated.push({
      topic: part,
      value: quantity.value,
      ...textOf(reader.source, span),
      time: undefined,
    })
    return
  }
  const changed = readChangeAfter(reader, index, quantity)
  if (changed) return changed === 'read' ? undefined : ignore('a change, not a measure')
  const labelAt = label?.index ?? -1
  if (
    quantity.ends === undefined &&
    changeAt(reader) > Math.max(labelAt, reader.windowFrom - 1, reader.cues.get('target') ?? -1) &&
    reachesChange(reader, index) &&
    quantity.dimension !== 'age'
  )
    return readChange(reader, index, quantity) ? undefined : ignore('a change, not a measure')
  if (loadAt(reader) > Math.max(labelAt, reader.windowFrom - 1) && quantity.dimension !== 'age')
    return ignore('not a body measure')
  if (followedByLoad(reader, index)) return ignore('not a body measure')
  if (comparedWith(reader, index)) return ignore('a difference, not a measure')
  if ((reader.cues.get('jointly') ?? -1) >= reader.windowFrom) return ignore('the sum of several people')
  const field = chooseField(reader, index, quantity, label, after)
  if (field === 'ignore') return ignore('no measure named')
  if (field === 'duration') {
    readDuration(reader, quantity)
    return ignore('a duration, not an age')
  }
  if (field === 'slot') {
    const before = reader.items[index - 1]
    const at = before?.kind === 'word' && before.text === 'at'
    cast.current.slots.push({
      ...span,
      quantity,
      alone: isAlone(reader, index),
      time: reader.clauses[index]!.time,
      ...(at && { at: true as const }),
      ...(isSlashed(reader, index) && { slashed: true as const }),
    })
    return
  }
  if (field === 'flawed') return
  record(reader, index, inGestation(reader, index, adopt(reader, quantity), field), field)
}

/** Gives a bare number the unit of the measure that it is another value of. */
export function adopt(reader: Reader, quantity: Quantity): Quantity {
  const [unit, ...more] = reader.adopted ?? []
  reader.adopted = undefined
  if (!unit || quantity.dimension !== 'none' || more.some((other) => other !== unit)) return quantity
  return { ...quantity, dimension: unit.dimension, value: quantity.value * unit.factor, units: [unit] }
}

/** Weeks before term become weeks of gestation. */
function inGestation(reader: Reader, index: number, quantity: Quantity, field: Choice): Quantity {
  if (field !== 'gestationalAgeWeeks' || ageRole(reader, index, quantity) !== 'early') return quantity
  return { ...quantity, value: weeksWhenEarly(quantity) * UNITS.week.factor, units: [UNITS.week] }
}

/** "20 weeks along": weeks of a pregnancy say that there is one. */
function sayPregnant(reader: Reader): void {
  const { current } = reader.cast
  if (current.facts.pregnant === undefined) current.facts = { ...current.facts, pregnant: true }
  current.sex ??= 'female'
}

/** A change has its amount in the same clause: "a water deficit, F 79, 49 kg" has none. */
function reachesChange(reader: Reader, index: number): boolean {
  for (let i = changeAt(reader) + 1; i < index; i++) {
    const item = reader.items[i]!
    if (item.kind === 'break' && (item.text === ',' || item.text === ':')) return false
    if (item.kind === 'phrase' && item.meanings.some((m) => m.kind === 'sex' && !m.pronoun)) return false
  }
  return true
}

const changeAt = ({ cues }: Reader): number =>
  Math.max(cues.get('delta') ?? -1, cues.get('lost') ?? -1, cues.get('gained') ?? -1)

/** "25 kg more than my daughter", "3 cm taller". */
function comparedWith(reader: Reader, index: number): boolean {
  const next = reader.items[index + 1]
  return next?.kind === 'phrase' && next.meanings.some((m) => m.kind === 'cue' && m.cue === 'than')
}

/** Where a thing was named last; "a desk guy" is no desk. */
function loadAt(reader: Reader): number {
  const at = reader.cues.get('load') ?? -1
  const next = reader.items[at + 1]
  return next?.kind === 'phrase' && next.meanings.some((m) => m.kind === 'sex') ? -1 : at
}

function followedByLoad(reader: Reader, index: number): boolean {
  const next = reader.items[index + 1]
  return (
    next?.kind === 'phrase' &&
    next.meanings.some(
      (m) => (m.kind === 'cue' && m.cue === 'load') || (m.kind === 'role' && m.role === 'animal'),
    )
  )
}

type Choice = Reading['field'] | 'ignore' | 'duration' | 'slot' | 'flawed'

function chooseField(
  reader: Reader,
  index: number,
  quantity: Quantity,
  before: Label | undefined,
  after: Label | undefined,
): Choice {
  if (reader.listField !== undefined && quantity.dimension === 'none') return reader.listField
  const alias = aliasOf(reader, index, quantity)
  if (alias) return alias
  const role = quantity.dimension === 'age' ? ageRole(reader, index, quantity) : 'age'
  if (role === 'duration') return before?.entry.field === 'ageYears' ? 'ageYears' : 'duration'
  if (role === 'menstrual') {
    reader.cast.current.menstrual = quantity
    return 'flawed'
  }
  if (role === 'pregnancy') {
    sayPregnant(reader)
    if (isAlong(reader.items[index + 1])) reader.consumed.add(index + 1)
    return 'pregnancyWeeks'
  }
  if (role !== 'age') return 'gestationalAgeWeeks'
  const { dimension } = quantity
  for (const label of orderedLabels(reader, index, before, after)) {
    const field = fieldOf(reader, label, quantity)
    const compatible = dimension === 'none' || field === 'unsupported' || dimensionOf(field) === dimension
    if (!compatible) continue
    if (label === after && isAgeOfSex(reader, index, quantity, field)) continue
    if (dimension === 'none' && label === before && !onlyFillers(reader, label.index + 1, index)) continue
    label.used = true
    reader.used = label
    if (label !== before || (after && after.entry.field === label.entry.field))
      reader.consumed.add((after ?? label).index)
    if (field === 'unsupported') return 'ignore'
    return isBroken(reader, index, quantity, field) ? 'flawed' : field
  }
  if (before && dimension !== 'none' && onlyFillers(reader, before.index + 1, index, true)) {
    const field = fieldOf(reader, before, quantity)
    if (
      field !== 'unsupported' &&
      (dimensionOf(field) === 'mass' || dimensionOf(field) === 'length') &&
      !after
    ) {
      before.used = true
      reader.cast.current.flaws.push({ field, kind: 'dimension', span: quantity })
      return 'flawed'
    }
  }
  return unlabelled(reader, index, quantity)
}

/** "male 30 body fat": the number belongs to the sex before it, the measure after it is what is asked for. */
function isAgeOfSex(reader: Reader, index: number, quantity: Quantity, field: string): boolean {
  const before = reader.items[index - 1]
  const sexed = before?.kind === 'phrase' && before.meanings.some((m) => m.kind === 'sex' && !m.pronoun)
  const age = Number.isInteger(quantity.value) && quantity.value <= 110
  return sexed && quantity.dimension === 'none' && age && field !== 'ageYears'
}

/** The label after the number wins over a distant one before it. */
function orderedLabels(
  reader: Reader,
  index: number,
  before: Label | undefined,
  after: Label | undefined,
): Label[] {
  if (!before || !after) return before ? [before] : after ? [after] : []
  return onlyFillers(reader, before.index + 1, index) ? [before, after] : [after, before]
}

/** "180 cm (5'11")", "70 kg = 154 lb": the same thing in the other system. */
function aliasOf(reader: Reader, index: number, quantity: Quantity): Reading['field'] | undefined {
  const mark = reader.items[index - 1]
  const last = reader.last
  if (!last || reader.lastQuantityAt !== index - 2 || mark?.kind !== 'break' || !'(=/['.includes(mark.text))
    return undefined
  const first = last.reading.quantity
  if (first.dimension !== quantity.dimension || quantity.dimension === 'none' || quantity.dimension === 'age')
    return undefined
  return first.units[0]?.system !== quantity.units[0]?.system ? last.reading.field : undefined
}

/** "weight 8 0 kg", "5 7½ ft", "2;6 years", "1/0 kg": two numbers where one belongs. */
function isBroken(reader: Reader, index: number, quantity: Quantity, field: NumericInput): boolean {
  const next = reader.items[index + 1]
  if (quantity.dimension !== 'none' || quantity.spelled || next?.kind !== 'quantity') return false
  if (next.quantity.dimension !== 'none' && next.quantity.dimension !== dimensionOf(field)) return false
  reader.cast.current.flaws.push({ field, kind: 'form', span: { start: quantity.start, end: next.end } })
  reader.consumed.add(index + 1)
  return true
}

function unlabelled(reader: Reader, index: number, quantity: Quantity): Choice {
  switch (quantity.dimension) {
    case 'mass':
      return brokenAcross(reader, index, quantity, 'weightKg') ? 'flawed' : 'weightKg'
    case 'length':
      return pastOfLast(reader, index) ?? 'length'
    case 'age':
      return brokenAcross(reader, index, quantity, 'ageYears') ? 'flawed' : 'ageYears'
    case 'none':
      return bareNumber(reader, index, quantity)
    case 'percent':
      return isFatShare(reader, quantity, reader.clauses[index]!.time) ? 'bodyFatPercent' : 'ignore'
    default:
      return 'ignore'
  }
}

/** Subjects for which a share without a name is one of fat. */
const FAT_TOPICS = ['body_fat', 'fat_mass', 'bmr_katch', 'bmr_cunningham', 'ffmi', 'lean_mass']

/** "pounds of fat on me if I'm 22 % at 176 lb": a share, where fat is what the question is about. */
const isFatShare = (reader: Reader, { value }: Quantity, time: Time): boolean =>
  value >= 3 &&
  value <= 70 &&
  (reader.cast.current.readings.some((reading) => reading.field === 'bodyFatPercent')
    ? time === 'now'
    : FAT_TOPICS.some((topic) => reader.topics.has(topic)))

/** "waist 90 cm (was 100 cm)": the same measure at an earlier time. */
function pastOfLast(reader: Reader, index: number): Reading['field'] | undefined {
  const { last, lastQuantityAt } = reader
  const mark = reader.items[lastQuantityAt + 1]
  if (
    !last ||
    mark?.kind !== 'break' ||
    mark.text !== '(' ||
    reader.clauses[index]!.time !== 'past' ||
    index - lastQuantityAt > 5
  )
    return undefined
  return last.reading.quantity.dimension === 'length' ? last.reading.field : undefined
}

function brokenAcross(reader: Reader, index: number, quantity: Quantity, field: NumericInput): boolean {
  const mark = reader.items[index - 1]
  const first = reader.items[index - 2]
  if (mark?.kind !== 'break' || !(mark.text === '/' || mark.text === ';') || first?.kind !== 'quantity')
    return false
  if (first.quantity.dimension !== 'none' || first.end !== mark.start || mark.end !== quantity.start)
    return false
  if ((field === 'ageYears') !== (mark.text === ';')) return false
  const { slots } = reader.cast.current
  if (slots.at(-1)?.start !== first.start) return false
  slots.pop()
  reader.cast.current.flaws.push({ field, kind: 'form', span: { start: first.start, end: quantity.end } })
  return true
}
