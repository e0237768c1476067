import { leaveList, readGroup, turnToListed } from './groups.ts'
import type { Cue } from './lexicon-cues.ts'
import { leaveThing, nextPerson, returnToSpeaker, turnTo } from './people.ts'
import type { Quantity } from './quantity.ts'
import { readDate } from './read-dates.ts'
import { isUnitLabel, readLoneUnit, readPair } from './read-pair.ts'
import { readPhrase } from './read-phrase.ts'
import { adopt, readQuantity } from './read-quantity.ts'
import type { Reader } from './reader.ts'
import type { Item } from './scan.ts'
import { isAbbreviated } from './times.ts'

/** Reads one item: what it says of whom, and which words apply to the next number. */
export function readItem(reader: Reader, item: Item, index: number): undefined {
  if (reader.consumed.has(index)) {
    if (item.kind === 'quantity') closeWindow(reader, index)
    return
  }
  switch (item.kind) {
    case 'phrase':
      return readPhrase(reader, index, item.meanings, item)
    case 'person':
      if (isApposition(reader, index)) {
        reader.cast.current.alias = item.label
        reader.cast.current.label = item.label
        return
      }
      turnTo(reader.cast, item.label, item.label)
      if (item.self && isWe(reader, index)) reader.cast.sharing = true
      return
    case 'date':
      readDate(reader, item.date, item)
      return
    case 'decade':
      reader.cast.current.vague ??= item
      return
    case 'unit':
      return readLoneUnit(reader, item.unit, index)
    case 'break':
      if (item.strong) leaveThing(reader.cast)
      if (item.strong && isAsideOf(reader, index)) returnToSpeaker(reader.cast)
      if (item.text === ',') reader.cues.delete('load')
      if (item.strong && item.text !== '\n') reader.series = undefined
      if (item.strong && item.text !== '.') reader.cast.sharing = false
      if (item.strong && !isAbbreviation(reader, index)) reader.windowFrom = index + 1
      return
    case 'word':
      readGroup(reader, index)
      readDirection(reader, index, item.text)
      if (isNextOfCompared(reader, index)) nextPerson(reader.cast)
      return
    case 'quantity': {
      const listed = turnToListed(reader, index)
      const quantity = inSeries(reader, withUnitBefore(reader, index, item.quantity))
      if (listed) readQuantity(reader, index, adopt(reader, quantity))
      else if (!readPair(reader, index)) readQuantity(reader, index, quantity)
      if (listed) leaveList(reader, index)
      return closeWindow(reader, index)
    }
  }
}

const BEFORE_DIRECTION = new Set(['i', 'im', 'am', 'is'])
/** Cues of which "up" is a part: "lift up 80 kg", "what's up". */
const WITH_UP = new Set<Cue>(['load', 'define'])

/** A direction begins a clause, or follows its subject or a cue: "I'm up 6 kg", "now down 2 stone". */
function isDirection(before: Item | undefined): boolean {
  if (before === undefined || before.kind === 'break') return true
  if (before.kind === 'person') return before.self
  if (before.kind !== 'phrase') return before.kind === 'word' && BEFORE_DIRECTION.has(before.text)
  const cues = before.meanings.flatMap((m) => (m.kind === 'cue' ? [m.cue] : []))
  return BEFORE_DIRECTION.has(before.text) || (cues.length > 0 && !cues.some((cue) => WITH_UP.has(cue)))
}

/** "up 6 kg to 83", "down 2 stone": a direction right before a weight makes it a change. */
function readDirection(reader: Reader, index: number, text: string): void {
  const next = reader.items[index + 1]
  if ((text !== 'up' && text !== 'down') || next?.kind !== 'quantity' || next.quantity.dimension !== 'mass')
    return
  if (!isDirection(reader.items[index - 1])) return
  reader.cues.set(text === 'up' ? 'gained' : 'lost', index)
}

/** "I'm not an amputee but my dad is. 70 kg": a clause that only compares does not change the subject. */
function isAsideOf(reader: Reader, index: number): boolean {
  const [verb, who] = [reader.items[index - 1], reader.items[index - 2]]
  const ellipsis = verb?.kind === 'phrase' && ELLIPSES.has(verb.text)
  return ellipsis && who?.kind === 'phrase' && who.meanings.some((m) => m.kind === 'role')
}

const ELLIPSES = new Set([
  'is',
  'was',
  "isn't",
  "wasn't",
  'has',
  "hasn't",
  'does',
  "doesn't",
  'did',
  "didn't",
])

/** "my son Tom is 8": the name of the person who was just mentioned. */
function isApposition(reader: Reader, index: number): boolean {
  const [item, before] = [reader.items[index]!, reader.items[index - 1]]
  if (item.kind !== 'person' || item.self || before?.kind !== 'phrase') return false
  const role = before.meanings.find((m) => m.kind === 'role')
  const { current } = reader.cast
  return role !== undefined && current.identity === role.role && current.alias === undefined
}

/** "my husband and I are 35": what follows is said of both. */
function isWe(reader: Reader, index: number): boolean {
  const [before, next] = [reader.items[index - 1], reader.items[index + 1]]
  return before?.kind === 'word' && before.text === 'and' && next?.kind === 'phrase' && next.text === 'are'
}

/** A bare number of a list over time has the unit of the list; a year only dates the next value. */
function inSeries(reader: Reader, quantity: Quantity): Quantity {
  const unit = reader.series?.unit
  if (!unit || quantity.dimension !== 'none' || (quantity.amount >= 1900 && quantity.amount <= 2100))
    return quantity
  return { ...quantity, dimension: unit.dimension, value: quantity.value * unit.factor, units: [unit] }
}

/** Cues that outlive a number: what kind of date comes next, and that folds are listed. */
const LASTING = new Set<Cue>(['birth', 'skinfold', 'due', 'measured_on'])

function closeWindow(reader: Reader, index: number): undefined {
  reader.used = undefined
  reader.lastQuantityAt = index
  reader.windowFrom = index + 1
  const { cues } = reader
  for (const cue of [...cues.keys()]) if (!LASTING.has(cue)) cues.delete(cue)
}

/** "approx." and "ca." do not end a sentence. */
const isAbbreviation = ({ items }: Reader, index: number): boolean => isAbbreviated(items, index)

/** "weight_kg=80", "height cm 180": the unit between the label and the number. */
function withUnitBefore(
  reader: Reader,
  index: number,
  quantity: Extract<Item, { kind: 'quantity' }>['quantity'],
) {
  const [mark, unit] = [reader.items[index - 1], reader.items[index - 2]]
  if (quantity.dimension === 'none' && isUnitLabel(unit, mark))
    return {
      ...quantity,
      dimension: unit.unit.dimension,
      value: quantity.value * unit.unit.factor,
      units: [unit.unit],
    }
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
    const joins =
      item.kind === 'phrase' &&
      item.meanings.every((m) => m.kind === 'cue' && (m.cue === 'copula' || m.cue === 'present'))
    if (item.kind !== 'break' && item.kind !== 'word' && !joins) break
  }
  return quantity
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
