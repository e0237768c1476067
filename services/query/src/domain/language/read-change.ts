import { DAYS_PER_MONTH, DAYS_PER_YEAR } from '../units.ts'
import { ownEntry } from '../wording/own-entry.ts'
import { labelBefore } from './neighbours.ts'
import { hasCue } from './polarity.ts'
import type { Quantity } from './quantity.ts'
import { onlyFillers, type Reader } from './reader.ts'
import type { Item } from './scan.ts'

/** Reads a change that has happened; false when the number is a plan or a difference. */
export function readChange(reader: Reader, index: number, quantity: Quantity): boolean {
  const at = (cue: 'lost' | 'gained') => reader.cues.get(cue) ?? -1
  const latest = Math.max(at('lost'), at('gained'))
  if (latest < reader.windowFrom || reader.clauses[latest]!.polarity === 'denied') return false
  if (isNoun(reader, latest) && !onlyFillers(reader, latest + 1, index)) return false
  const kind = at('lost') === latest ? ('loss' as const) : ('gain' as const)
  const supposed = reader.clauses[index]!.time === 'suppose'
  const span = { start: quantity.start, end: quantity.end, ...(supposed && { supposed: true as const }) }
  if (quantity.dimension === 'mass') reader.cast.current.changes.push({ ...span, kind, kg: quantity.value })
  else if (quantity.dimension === 'percent')
    reader.cast.current.changes.push({ ...span, kind, percent: quantity.value })
  else return false
  return true
}

/** Words that make the amount before them a change. */
const CHANGED: ReadonlyMap<string, 'loss' | 'gain'> = new Map([
  ['loss', 'loss'],
  ['lost', 'loss'],
  ['gain', 'gain'],
  ['gained', 'gain'],
  ['lighter', 'loss'],
  ['heavier', 'gain'],
])
/** Words that may stand between an amount and the noun of its change. */
const OF_CHANGE = new Set(
  'weight wt body of total overall further unplanned unintended unintentional unwanted involuntary sudden recent'.split(
    ' ',
  ),
)
const CHANGED_REACH = 3
/** More than this is somebody's weight and no change, kg: "60 kg weight loss tips". */
const MOST_KG = 40
const WISHED = new Set('want wants need needs plan plans hope aim goal target like try trying for'.split(' '))

/**
 * Reads a change whose amount comes first: "8 kg weight loss over 3 months", "7 % unplanned loss". Says `wished` for one
 * that is only thought of, and undefined where the word has an amount of its own after it: "80 kg, lost 5".
 */
export function readChangeAfter(
  reader: Reader,
  index: number,
  quantity: Quantity,
): 'read' | 'wished' | undefined {
  const { dimension, value, start, end } = quantity
  if ((dimension !== 'mass' && dimension !== 'percent') || quantity.ends) return undefined
  if (dimension === 'mass' && value > MOST_KG) return undefined
  if (labelBefore(reader, index)?.entry.field === 'weightKg' || isWeighed(reader, index)) return undefined
  for (let i = index + 1; i <= index + CHANGED_REACH; i++) {
    const item = reader.items[i]
    if (item?.kind !== 'word' && item?.kind !== 'phrase') return undefined
    const kind = CHANGED.get(lastWord(reader, item))
    if (kind === undefined && OF_CHANGE.has(lastWord(reader, item))) continue
    if (kind === undefined) return undefined
    const next = reader.items[i + 1]
    if (next?.kind === 'quantity' && next.quantity.dimension !== 'age') return undefined
    if (VERBS.has(lastWord(reader, item)) && !endsChange(reader, next)) return undefined
    // "3 kg lighter than my sister" compares.
    if (/r$/.test(lastWord(reader, item)) && (next?.kind === 'word' || next?.kind === 'phrase'))
      if (lastWord(reader, next) === 'than') return undefined
    const before = reader.items[index - 1]
    const wished = (reader.cues.get('target') ?? -1) >= reader.windowFrom
    if (wished || (before && WISHED.has(lastWord(reader, before)))) return 'wished'
    if (reader.clauses[index]!.time === 'suppose') return 'wished'
    reader.consumed.add(i)
    reader.cast.current.changes.push({
      start,
      end,
      kind,
      ...(dimension === 'mass' ? { kg: value } : { percent: value }),
    })
    return 'read'
  }
  return undefined
}

const VERBS = new Set(['lost', 'gained'])
const SPANS = new Set('in over since during within after from'.split(' '))

/** "8 kg lost since May"; "36 kg lost her appetite" tells of something else. */
const endsChange = (reader: Reader, next: Item | undefined): boolean =>
  next === undefined ||
  next.kind === 'break' ||
  next.kind === 'quantity' ||
  next.kind === 'date' ||
  SPANS.has(lastWord(reader, next)) ||
  (['now', 'past', 'past_after'] as const).some((cue) => hasCue(next, cue))

/** "she weighs 36 kg": the verb before it makes it a weight. */
const isWeighed = (reader: Reader, index: number): boolean => {
  const before = reader.items[index - 1]
  return before !== undefined && /^weigh(?:s|ed|ing)?$/.test(lastWord(reader, before))
}

const lastWord = (reader: Reader, { start, end }: { readonly start: number; readonly end: number }): string =>
  reader.source.slice(start, end).toLowerCase().split(' ').at(-1)!

/** "weight loss journey": the noun has its amount right after it or none. */
const isNoun = (reader: Reader, at: number): boolean => {
  const item = reader.items[at]!
  return /loss$|gain$/i.test(reader.source.slice(item.start, item.end))
}

/** "up 6 kg to 83", "gained 5 kg to 75": what a change of weight led to, in its unit. */
export function isResultOfChange(reader: Reader, index: number): boolean {
  const [before, to] = [reader.items[index - 2], reader.items[index - 1]]
  const change = reader.cast.current.changes.at(-1)
  if (
    before?.kind !== 'quantity' ||
    to?.kind !== 'word' ||
    to.text !== 'to' ||
    change?.start !== before.start
  )
    return false
  if (before.quantity.dimension !== 'mass' || new Set(before.quantity.units).size !== 1) return false
  reader.adopted = before.quantity.units
  return true
}

/** Words between a change and the weight that it is measured from, and how they go with a loss and a gain. */
const FROM_BASE: ReadonlyMap<string, 'loss' | 'gain' | 'both'> = new Map([
  ['from', 'both'],
  ['off', 'loss'],
  ['below', 'loss'],
  ['under', 'loss'],
  ['over', 'gain'],
  ['above', 'gain'],
  ['onto', 'gain'],
  ['top', 'gain'],
  ['on', 'gain'],
])
/** Words beside them that say no more: "on top of my old 80 kg". */
const BESIDE_BASE = new Set('of my his her their the a an old original starting usual normal'.split(' '))
/** Items between a change and its base. */
const BASE_REACH = 6

/**
 * Whether a weight is what a change is measured from: "lost 5 kg off 90 kg", "gained 10 kg on top of 80 kg". It held
 * before the change. `unclear` when word and change contradict each other: "gained 5 kg below 70 kg".
 */
export function baseOfChange(reader: Reader, index: number): 'base' | 'unclear' | undefined {
  const change = reader.cast.current.changes.at(-1)
  if (change?.kg === undefined) return undefined
  let fits: boolean | undefined
  for (let i = index - 1; i >= Math.max(0, index - BASE_REACH); i--) {
    const item = reader.items[i]!
    if (item.kind === 'quantity')
      return fits === undefined || item.start !== change.start ? undefined : fits ? 'base' : 'unclear'
    const word = reader.source.slice(item.start, item.end).toLowerCase()
    const goesWith = item.kind === 'word' || item.kind === 'phrase' ? FROM_BASE.get(word) : undefined
    if (goesWith) fits = goesWith === 'both' || goesWith === change.kind
    else if (!BESIDE_BASE.has(word)) return undefined
  }
  return undefined
}

/** Words that go on after a base; any other says what the number counts: "from 12 workouts". */
const AFTER_BASE = new Set('and at with but so last since'.split(' '))

/** "on the 5:2 diet", "from 12 workouts": the number is of something else than the weight. */
function isOfOther(reader: Reader, index: number): boolean {
  const [before, on, next] = [reader.items[index - 2], reader.items[index - 1], reader.items[index + 1]]
  if ([before, on].some((item) => item && lastWord(reader, item) === 'on')) return true
  if (next === undefined || hasCue(next, 'now') || hasCue(next, 'past')) return false
  return next.kind === 'break' ? ':/-'.includes(next.text) : !AFTER_BASE.has(lastWord(reader, next))
}

/** "lost 12 kg from 96": the base has the unit of the change, where it is larger than that. */
export function isBareBase(reader: Reader, index: number, quantity: Quantity): boolean {
  if (baseOfChange(reader, index) !== 'base' || isOfOther(reader, index)) return false
  const changed = reader.items.find(
    (item) => item.kind === 'quantity' && item.start === reader.cast.current.changes.at(-1)!.start,
  )
  if (changed?.kind !== 'quantity' || new Set(changed.quantity.units).size !== 1) return false
  if (quantity.amount < SMALLEST_BASE * changed.quantity.amount) return false
  reader.adopted = changed.quantity.units
  return true
}

/** A sex, a person or a word that says of whom a number is: "I'm 34 now", "now 34, female". */
const saysWho = (item: Item | undefined): boolean =>
  item?.kind === 'person' ||
  (item?.kind === 'phrase' &&
    item.meanings.some(
      (m) =>
        m.kind === 'sex' ||
        m.kind === 'unclear_sex' ||
        m.kind === 'role' ||
        (m.kind === 'cue' && (m.cue === 'copula' || m.cue === 'present')),
    ))

/** Whether a number is likelier an age than a weight: somebody or a sex stands beside it, or the weight is still to come. */
function isAgeOfSomebody(reader: Reader, index: number): boolean {
  const beside = (step: 1 | -1): Item | undefined => {
    let i = index + step
    for (let item = reader.items[i]; item; item = reader.items[i]) {
      if (!hasCue(item, 'now') && (item.kind !== 'break' || item.strong)) return item
      i += step
    }
    return undefined
  }
  const weighedLater = reader.items
    .slice(index + 1)
    .some((item) => item.kind === 'quantity' && item.quantity.dimension === 'mass')
  return weighedLater || saysWho(beside(-1)) || saysWho(beside(1))
}

/** "lost 3 kg this month, 77 now": what is weighed now, in the unit of the change before it. */
export function isWeightAfterChange(reader: Reader, index: number): boolean {
  const { changes, readings } = reader.cast.current
  const change = changes.at(-1)
  if (change?.kg === undefined || readings.some(({ field }) => field === 'weightKg')) return false
  if (!hasCue(reader.items[index - 1], 'now') && !hasCue(reader.items[index + 1], 'now')) return false
  if (isAgeOfSomebody(reader, index)) return false
  const changed = reader.items.find((item) => item.kind === 'quantity' && item.start === change.start)
  const now = reader.items[index]
  if (changed?.kind !== 'quantity' || now?.kind !== 'quantity') return false
  if (new Set(changed.quantity.units).size !== 1) return false
  if (now.quantity.amount < SMALLEST_BASE * changed.quantity.amount) return false
  reader.adopted = changed.quantity.units
  return true
}

/** A bare number is a base where it is this many times the change: "lost 10 kg over 12" may be anything. */
const SMALLEST_BASE = 2

/** "in 3 months" after a change says how long it took. */
export function readDuration(reader: Reader, quantity: Quantity): void {
  const { changes } = reader.cast.current
  const last = changes.at(-1)
  if (!last || last.months !== undefined || quantity.start - last.end > FARTHEST) return
  changes[changes.length - 1] = { ...last, months: monthsOf(quantity) }
}

/** Characters between a change and its duration: "lost 8 kg without trying over the last 3 months". */
const FARTHEST = 60

const monthsOf = (quantity: Quantity): number => (quantity.value * DAYS_PER_YEAR) / DAYS_PER_MONTH

const MONTHS_OF: Readonly<Record<string, number>> = {
  'last month': 1,
  'last year': 12,
  'last week': 7 / DAYS_PER_MONTH,
  'this month': 1,
  'this year': 12,
}

/** "lost 4 kg last month" says how long it took. */
export function readSpan(reader: Reader, start: number, end: number): void {
  const { changes } = reader.cast.current
  const last = changes.at(-1)
  const months = ownEntry(MONTHS_OF, reader.source.slice(start, end).toLowerCase())
  if (!last || months === undefined || last.months !== undefined || start - last.end > 3) return
  changes[changes.length - 1] = { ...last, months }
}
