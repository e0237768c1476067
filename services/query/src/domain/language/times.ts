import { hasCue } from './polarity.ts'
import type { Item } from './scan.ts'

/** When a value holds. Undefined when nothing is said. */
export type Time = 'past' | 'now' | 'suppose' | undefined

/** Items that a phrase of time after a number may be away from it. */
const REACH = 5

/** Years that can date a measurement. */
const isYear = (item: Item | undefined): boolean =>
  item?.kind === 'quantity' &&
  item.quantity.dimension === 'none' &&
  item.quantity.decimals === '' &&
  item.quantity.amount >= 1900 &&
  item.quantity.amount <= 2100

const MONTH_NAMES = new Set(
  'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec spring summer autumn winter christmas easter'.split(
    ' ',
  ),
)

/** "in March", "in 2019", "back in summer", "at 16", "at age 20": a time that is not now. */
function isThen(items: readonly Item[], i: number): boolean {
  const [item, next] = [items[i]!, items[i + 1]]
  if (item.kind !== 'word' || item.text !== 'in') return false
  return (next?.kind === 'word' && MONTH_NAMES.has(next.text)) || isYear(next)
}

/** Words of more letters are written out, and a full stop after them ends the sentence: "never lost a limb. 88 kg". */
const LONGEST_ABBREVIATION = 3
const LONG_ABBREVIATIONS = new Set('approx circa appr corr resp'.split(' '))
/** Short words that are whole. */
const SHORT_WORDS = new Set(
  'a i am is it he me my we us you she him her his its ok no yes so too now lol hi hey day fit mum dad son leg arm age old new big fat low'.split(
    ' ',
  ),
)

/** A full stop between an abbreviation and its number: "approx. 80 kg". */
export function isAbbreviated(items: readonly Item[], i: number): boolean {
  const [before, item, after] = [items[i - 1], items[i], items[i + 1]]
  if (item?.kind !== 'break' || item.text !== '.' || after?.kind !== 'quantity' || before?.kind !== 'word')
    return false
  const { text } = before
  return (text.length <= LONGEST_ABBREVIATION && !SHORT_WORDS.has(text)) || LONG_ABBREVIATIONS.has(text)
}

/** A full stop after an abbreviation does not end a sentence. */
const endsSentence = (items: readonly Item[], i: number): boolean => {
  const item = items[i]!
  return item.kind === 'break' && item.strong && !isAbbreviated(items, i)
}

/**
 * Returns for every item the time of which it speaks. A phrase of time or a verb in the past opens a time that lasts
 * until the sentence ends, the present begins or the clause turns; a phrase right after a number speaks of that number.
 */
export function timesOf(items: readonly Item[]): readonly Time[] {
  const out: Time[] = items.map(() => undefined)
  let time: Time
  let segment = 0
  for (const [i, item] of items.entries()) {
    if (endsSentence(items, i)) {
      time = undefined
      segment = i + 1
      continue
    }
    if (item.kind === 'break' && (item.text === ',' || item.text === '(' || item.text === ')')) {
      if (item.text === ')' && time === 'past') time = undefined
      segment = i + 1
    }
    if (isSince(items[i - 1])) {
      out[i] = time
      continue
    }
    if (turnsThen(items, out, i)) time = 'now'
    else if (isHead(items, i)) time = hasCue(item, 'now_after') ? 'now' : 'past'
    else if (hasCue(item, 'suppose')) time = 'suppose'
    else if (hasCue(item, 'now')) time = nowAfter(items, out, i, segment) ? time : 'now'
    else if (hasCue(item, 'past_after') && pastAfter(items, out, i, segment)) time = undefined
    else if (hasCue(item, 'now_after') && markNumbers(items, out, i, segment, 'now')) time = undefined
    else if (hasCue(item, 'past') || isThen(items, i) || (hasCue(item, 'past_after') && isOpening(items, i)))
      time = time === 'suppose' ? time : 'past'
    else if (time === 'past' && (isPresent(items, i) || hasCue(item, 'turn'))) time = undefined
    out[i] = out[i] ?? time
  }
  return out
}

/** "69.4 kg, then at 52.6 kg": the first of two weights is the former one. */
function turnsThen(items: readonly Item[], out: Time[], i: number): boolean {
  const item = items[i]!
  if (item.kind !== 'word' || item.text !== 'then') return false
  const isMass = (other: Item | undefined): boolean =>
    other?.kind === 'quantity' && other.quantity.dimension === 'mass'
  if (!isMass(items[i + 1]) && !isMass(items[i + 2])) return false
  for (let j = i - 1; j >= 0 && j > i - 4; j--) {
    if (items[j]!.kind === 'person') return false
    if (!isMass(items[j])) continue
    out[j] = 'past'
    return true
  }
  return false
}

/** "53 since last week": it holds from then on. */
const isSince = (item: Item | undefined): boolean => item?.kind === 'word' && item.text === 'since'

/** "Before: 100 kg. After: 85 kg." */
const isHead = (items: readonly Item[], i: number): boolean => {
  const [item, next] = [items[i]!, items[i + 1]]
  if (next?.kind !== 'break' || next.text !== ':' || items[i + 2]?.kind !== 'quantity') return false
  return hasCue(item, 'now_after') || (item.kind === 'phrase' && item.text === 'before')
}

/** "I am 50 now": the number right before is the present one as well. */
function nowAfter(items: readonly Item[], out: Time[], i: number, segment: number): boolean {
  const before = items[i - 1]
  if (before?.kind !== 'quantity' || i - 1 < segment) return false
  // "I was 80 kg now I am 74 kg": the present begins here.
  const [next, more] = [items[i + 1], items[i + 2]]
  if (
    out[i - 1] === 'past' &&
    (next?.kind === 'person' ||
      next?.kind === 'quantity' ||
      (next?.kind === 'phrase' && more?.kind === 'quantity'))
  )
    return false
  out[i - 1] = 'now'
  return next === undefined || next.kind === 'break'
}

/** "six weeks ago 77 kg": the phrase opens the clause and speaks of what follows. */
const isOpening = (items: readonly Item[], i: number): boolean => {
  const next = items[i + 1]
  return (
    next?.kind === 'quantity' ||
    next?.kind === 'person' ||
    (next?.kind === 'break' && next.text === ',') ||
    next?.kind === 'phrase'
  )
}

const isPresent = (items: readonly Item[], i: number): boolean => {
  const item = items[i]!
  if (item.kind === 'person') return item.self && !hasCue(items[i + 1], 'past')
  return hasCue(item, 'present') && !hasCue(item, 'past')
}

/** "80 kg last year", "70 kg two years ago". "before a fight" and "before breakfast" say nothing of the number. */
function pastAfter(items: readonly Item[], out: Time[], i: number, segment: number): boolean {
  const item = items[i]!
  if (item.kind === 'phrase' && item.text === 'before') {
    const next = items[i + 1]
    const ended = next === undefined || next.kind === 'break' || (next.kind === 'word' && next.text === 'and')
    if (!ended && !hasCue(next, 'now')) return false
  }
  return markNumbers(items, out, i, segment, 'past')
}

function markNumbers(items: readonly Item[], out: Time[], i: number, segment: number, time: Time): boolean {
  let marked = false
  for (let j = i - 1; j >= segment && j > i - 1 - REACH; j--) {
    const item = items[j]!
    if (item.kind === 'break' && item.text !== '/') break
    if (hasCue(item, 'now') || hasCue(item, 'turn')) break
    if (item.kind !== 'quantity' || item.quantity.dimension === 'age' || isYear(item)) continue
    out[j] = time
    marked = true
  }
  return marked
}
