import { isDayOfBaby } from './day-of-baby.ts'
import type { Reading } from './draft.ts'
import { labelBefore, NO_WORDS, OF, skipMarks } from './neighbours.ts'
import { hasCue } from './polarity.ts'
import type { Quantity } from './quantity.ts'
import { isBareBase, isResultOfChange, isWeightAfterChange } from './read-change.ts'
import { onlyFillers, type Reader } from './reader.ts'
import type { Item } from './scan.ts'

const YEARS: readonly [number, number] = [1800, 2199]

const isSex = (item: Item | undefined): boolean =>
  item?.kind === 'phrase' &&
  item.meanings.some((m) => (m.kind === 'sex' && !m.pronoun) || m.kind === 'unclear_sex')

/**
 * Decides what a number without unit and label is: an age beside a sex or after "is", otherwise an open slot to ask
 * about.
 */
export function bareNumber(
  reader: Reader,
  index: number,
  quantity: Quantity,
): Reading['field'] | 'ignore' | 'slot' | 'flawed' {
  const { value } = quantity
  if (quantity.issue === 'form' && Number.isNaN(value)) return 'ignore'
  if (quantity.amount >= YEARS[0] && quantity.amount <= YEARS[1]) return 'ignore'
  const [previous, next] = [reader.items[index - 1], reader.items[index + 1]]
  if (reader.cues.has('turning')) {
    reader.cast.current.vague ??= quantity
    return 'ignore'
  }
  const named = labelBefore(reader, index) !== undefined
  if (isNamedByOther(reader, index)) return 'ignore'
  // "day 5, girl": a count of days is no age in years.
  if (isNumbered(previous)) return isDayOfBaby(reader, index, quantity) ? 'ageYears' : 'ignore'
  if (nowAgain(reader, index, quantity) || isResultOfChange(reader, index)) return 'weightKg'
  if (isBareBase(reader, index, quantity) || isWeightAfterChange(reader, index)) return 'weightKg'
  const same = sameAsLast(reader, index) ?? nearestCorrected(reader, quantity)
  if (same) return same
  // "5 10, male": the second of two bare numbers is not an age by itself.
  const paired = previous?.kind === 'quantity' && previous.quantity.dimension === 'none'
  const ageLike =
    !named &&
    !paired &&
    value > 0 &&
    value <= 110 &&
    quantity.issue === undefined &&
    quantity.decimals.length <= 1
  const counts = previous?.kind === 'word' && !JOINS.has(previous.text)
  const besideSex =
    isSex(skipMarks(reader, index, -1, OF)) || (!counts && isSex(skipMarks(reader, index, 1, NO_WORDS)))
  if (ageLike && besideSex && !(next?.kind === 'word' && next.text !== 'here' && !CONTINUES.has(next.text)))
    return 'ageYears'
  const aside =
    isNow(previous) || (previous?.kind === 'phrase' && (previous.text === 'both' || previous.text === 'all'))
  const subject = aside ? reader.items[index - 2] : previous
  const saidIs =
    subject?.kind === 'person'
      ? subject.self
      : subject?.kind === 'phrase' &&
        (isCopula(subject.meanings) || isContracted(reader, subject) || WAS.has(subject.text))
  const nowAlone = isNow(previous) && (next === undefined || next.kind === 'break') && Number.isInteger(value)
  if (
    ageLike &&
    (saidIs || (nowAlone && value >= 3)) &&
    !(next?.kind === 'word' && !CONTINUES.has(next.text)) &&
    !(next?.kind === 'unit')
  )
    return 'ageYears'
  if (
    quantity.spelled &&
    next?.kind === 'quantity' &&
    next.quantity.spelled &&
    next.quantity.dimension === 'none'
  ) {
    reader.cast.current.slots.push({
      start: quantity.start,
      end: next.end,
      quantity,
      alone: false,
      time: undefined,
    })
    reader.consumed.add(index + 1)
    return 'flawed'
  }
  if (ageLike && Number.isInteger(value) && isAfterRole(reader, index)) return 'ageYears'
  if (quantity.spelled) return 'ignore'
  if (next?.kind === 'word' && next.text !== 'k' && !CONTINUES.has(next.text)) return 'ignore'
  if (ageLike && Number.isInteger(value) && isAside(reader, index)) return 'ageYears'
  // "I weighed 72 kg at 30. Today, at 52, …"
  const atAge = ageLike && Number.isInteger(value) && previous?.kind === 'word' && previous.text === 'at'
  const { time } = reader.clauses[index]!
  if (atAge && (time === 'now' || time === 'past') && (next === undefined || next.kind !== 'word'))
    return 'ageYears'
  if (atAge && saysPastAfter(reader, index)) return 'ignore'
  if (next?.kind === 'unit' || counts || isCounted(next, quantity)) return 'ignore'
  if (quantity.amount > 700 || quantity.amount <= 0) return 'ignore'
  const cut = reader.items[index - 2]
  // "not 174 and 71": what was taken back goes on.
  if (
    isWord(previous, 'and') &&
    cut?.kind === 'quantity' &&
    isIgnored(reader, cut.start) &&
    isTakenBack(reader, index - 2)
  )
    return 'ignore'
  if (
    previous?.kind === 'break' &&
    previous.text === '/' &&
    cut?.kind === 'quantity' &&
    isIgnored(reader, cut.start)
  )
    return 'ignore'
  const [slash, under] = [next, reader.items[index + 2]]
  if (
    slash?.kind === 'break' &&
    slash.text === '/' &&
    under?.kind === 'quantity' &&
    under.quantity.dimension === 'other'
  )
    return 'ignore'
  if (next?.kind === 'quantity' && brokenBefore(reader, index, quantity, next)) return 'flawed'
  return 'slot'
}

/** "n = 12", "score: 7": an unknown word names the number. */
function isNamedByOther(reader: Reader, index: number): boolean {
  const [mark, word] = [reader.items[index - 1], reader.items[index - 2]]
  return (
    mark?.kind === 'break' &&
    (mark.text === '=' || mark.text === ':') &&
    word?.kind === 'word' &&
    !/^[^\p{L}]/u.test(word.text)
  )
}

/** "post-op day 3", "week 12". */
const isNumbered = (previous: Item | undefined): boolean =>
  previous?.kind === 'unit' && previous.unit.dimension === 'age'

/** More relatives than this are not counted: "dad 185 mum 168" are two heights. */
const MOST_COUNTED = 50

/** "2 sons", "7 am": the word after it says what the number counts. */
const isCounted = (next: Item | undefined, { amount }: Quantity): boolean =>
  next?.kind === 'phrase' &&
  (next.text === 'am' ||
    next.text === 'adults' ||
    (amount <= MOST_COUNTED && next.meanings.some((m) => m.kind === 'role')))

/** "5 7½ ft": a bare number right before a measure may belong to it. */
function brokenBefore(
  reader: Reader,
  index: number,
  quantity: Quantity,
  next: Extract<Item, { kind: 'quantity' }>,
): boolean {
  const field =
    next.quantity.dimension === 'mass'
      ? 'weightKg'
      : next.quantity.dimension === 'length'
        ? 'heightCm'
        : undefined
  if (!field) return false
  reader.cast.current.flaws.push({ field, kind: 'form', span: { start: quantity.start, end: next.end } })
  reader.consumed.add(index + 1)
  return true
}

const isNow = (item: Item | undefined): boolean =>
  item?.kind === 'phrase' && item.meanings.some((m) => m.kind === 'cue' && m.cue === 'now')

/** "51.2 kg (was 56)", "80 kg, not 90", "29 (typo, should be 92)": another value of the measure before it. */
function sameAsLast(reader: Reader, index: number): Reading['field'] | 'ignore' | undefined {
  const { last, lastQuantityAt, cues } = reader
  if (!last || index - lastQuantityAt > 6) return undefined
  const since = (cue: 'correction' | 'not' | 'past'): boolean => (cues.get(cue) ?? -1) > lastQuantityAt
  const { quantity, field } = last.reading
  const item = reader.items[index]!
  if (item.kind !== 'quantity' || item.quantity.issue) return undefined
  const near = item.quantity.value > quantity.amount / 4 && item.quantity.value < quantity.amount * 4
  if (!near || !onlyAside(reader, lastQuantityAt + 1, index)) return undefined
  if (since('not') && onlyFillers(reader, cues.get('not')! + 1, index)) {
    // "hips 102 … hips 108, not 102": takes the first back.
    const { current } = reader.cast
    const { amount } = item.quantity
    current.readings = current.readings.filter(
      (r) => r === last.reading || r.field !== field || r.quantity.amount !== amount,
    )
    return 'ignore'
  }
  if (!since('correction') && !(since('past') && isOpen(reader, lastQuantityAt + 1))) return undefined
  reader.adopted = quantity.units
  return field
}

/** A correction differs from what it corrects by less than this, as a difference of logarithms. */
const CORRECTED = 0.22

/** "84 kg, 172 cm. Sorry, scratch that, the scale says 80": corrects the only measure that it is near to. */
function nearestCorrected(reader: Reader, quantity: Quantity): Reading['field'] | undefined {
  if (reader.correctionAt <= reader.lastQuantityAt || quantity.issue) return undefined
  const near = reader.cast.current.readings.filter(
    (r) => r.time !== 'past' && Math.abs(Math.log(quantity.amount / r.quantity.amount)) < CORRECTED,
  )
  const [only] = near
  if (near.length !== 1 || only!.quantity.dimension === 'none' || only!.field === 'ageYears') return undefined
  reader.adopted = only!.quantity.units
  return only!.field
}

/** "at 18 I was 60 kg": an age of the past. */
const saysPastAfter = (reader: Reader, index: number): boolean =>
  reader.items
    .slice(index + 1, index + 4)
    .some((item) => item.kind === 'phrase' && item.meanings.some((m) => m.kind === 'cue' && m.cue === 'past'))

/** "previously 90 kg; now 84": the weight now, where only a former one is known and the number is nearer to it. */
function nowAgain(reader: Reader, index: number, quantity: Quantity): boolean {
  if (reader.clauses[index]!.time !== 'now' || !isSaidNow(reader, index)) return false
  const next = reader.items[index + 1]
  if (next !== undefined && next.kind !== 'break' && !isNow(next)) return false
  const { readings } = reader.cast.current
  const weight = readings.findLast((r) => r.field === 'weightKg')
  if (
    weight === undefined ||
    (weight.time !== 'past' && !isHad(reader, weight)) ||
    (weight.quantity.units.length !== 1 && new Set(weight.quantity.units).size !== 1)
  )
    return false
  const off = (amount: number): number => Math.abs(Math.log(quantity.amount / amount))
  const age = readings.findLast((r) => r.field === 'ageYears')
  if (
    off(weight.quantity.amount) > FARTHEST ||
    (age && off(age.quantity.amount) < off(weight.quantity.amount))
  )
    return false
  reader.adopted = weight.quantity.units
  if (weight.time === undefined)
    reader.cast.current.readings = readings.map((r) => (r === weight ? { ...r, time: 'past' } : r))
  return true
}

/** "now 84", "now it is 84", "today I am at 84": only short words stand between. */
const isSaidNow = (reader: Reader, index: number): boolean => {
  if (isNow(reader.items[index + 1])) return true
  for (let i = index - 1; i >= 0 && i > index - 5; i--) {
    const item = reader.items[i]!
    if (isNow(item)) return true
    const short = item.kind === 'person' ? item.self : item.kind === 'word' || hasCue(item, 'present')
    if (!short) return false
  }
  return false
}

/** "at twenty I had 70 kg, today 84": a weight that somebody had. */
function isHad(reader: Reader, weight: Reading): boolean {
  const at = reader.items.findIndex(({ start }) => start >= weight.start)
  return (
    weight.time === undefined &&
    reader.items.slice(Math.max(0, at - 3), at).some((item) => isWord(item, 'had'))
  )
}

/** A weight changes by half at most, as a difference of logarithms. */
const FARTHEST = 0.4

/** "my dad (76) is …", "Leo (4, 102 cm)": the first number in brackets after a person. */
function isAside(reader: Reader, index: number): boolean {
  const [open, who, next] = [reader.items[index - 1], reader.items[index - 2], reader.items[index + 1]]
  if (open?.kind !== 'break' || open.text !== '(' || next?.kind !== 'break' || !'),'.includes(next.text))
    return false
  return (
    who?.kind === 'person' ||
    (who?.kind === 'phrase' && who.meanings.some((m) => m.kind === 'role' || m.kind === 'sex'))
  )
}

/** "granddad 86, 1.70 m", "my daughter 14 (160 cm)": a number between a person and a measure with its unit. */
function isAfterRole(reader: Reader, index: number): boolean {
  const [who, next] = [reader.items[index - 1], reader.items[index + 1]]
  const role =
    (who?.kind === 'person' && !who.self) ||
    (who?.kind === 'phrase' && who.meanings.some((m) => m.kind === 'role' && m.role !== 'animal'))
  if (!role || next?.kind !== 'break' || !',(:-—;'.includes(next.text)) return false
  for (let i = index + 2; i < index + 5; i++) {
    const item = reader.items[i]
    if (item === undefined || item.kind === 'person') return false
    if (item.kind === 'quantity')
      return item.quantity.dimension === 'mass' || item.quantity.dimension === 'length'
    if (item.kind === 'phrase' && item.meanings.some((m) => m.kind === 'role')) return false
  }
  return false
}

const isWord = (item: Item | undefined, text: string): boolean => item?.kind === 'word' && item.text === text

const isTakenBack = (reader: Reader, index: number): boolean =>
  reader.items
    .slice(Math.max(0, index - 4), index)
    .some((item) => item.kind === 'phrase' && item.meanings.some((m) => m.kind === 'cue' && m.cue === 'not'))

const isOpen = (reader: Reader, i: number): boolean => {
  const item = reader.items[i]
  return item?.kind === 'break' && '([,'.includes(item.text)
}

/** Only marks, joining words and words of correction or time stand between two values of one measure. */
const onlyAside = (reader: Reader, from: number, to: number): boolean =>
  reader.items
    .slice(from, to)
    .every(
      (item) =>
        item.kind === 'break' ||
        item.kind === 'word' ||
        (item.kind === 'phrase' && item.meanings.every((m) => m.kind === 'cue')),
    )

const WAS = new Set(['was', 'turned', 'became'])

const isCopula = (meanings: Extract<Item, { kind: 'phrase' }>['meanings']): boolean =>
  meanings.some((m) => (m.kind === 'cue' && m.cue === 'copula') || (m.kind === 'sex' && m.pronoun))

/** "my sister's 24". */
const isContracted = (reader: Reader, item: Extract<Item, { kind: 'phrase' }>): boolean =>
  /['’]s$/.test(reader.source.slice(item.start, item.end)) && item.meanings.some((m) => m.kind === 'role')

const CONTINUES = new Set('and in with but at so or since yesterday recently last on'.split(' '))

const JOINS = new Set(['and', 'with', 'at', 'or', '@', 'for'])

const isIgnored = (reader: Reader, start: number): boolean => reader.ignored.at(-1)?.start === start
