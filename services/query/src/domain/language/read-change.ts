import { DAYS_PER_MONTH, DAYS_PER_YEAR } from '../units.ts'
import { ownEntry } from '../wording/own-entry.ts'
import { textOf } from './ambiguities.ts'
import type { Change, Draft } from './draft.ts'
import type { Quantity } from './quantity.ts'
import { onlyFillers, type Reader } from './reader.ts'
import type { NumericInput, PastValue, ReadValue } from './structured-query.ts'

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

/** Characters around a weight in which a scale is said to be wrong. */
const AROUND = 40

/** "my scale is 2 kg too high", "the scales show 1 kg too little": an error of the scale, not a weight. */
export function readScale(reader: Reader, quantity: Quantity): boolean {
  if (quantity.dimension !== 'mass') return false
  const before = reader.source.slice(Math.max(0, quantity.start - AROUND), quantity.start).toLowerCase()
  const after = reader.source.slice(quantity.end, quantity.end + AROUND).toLowerCase()
  const sentence = before.split(/[.;!?\n]/).at(-1)!
  if (!sentence.includes('scale')) return false
  const word = after
    .trim()
    .split(/[^a-z]+/)
    .slice(0, 2)
    .join(' ')
  const sign =
    HIGH.has(word) || HIGH.has(word.split(' ')[0]!)
      ? 1
      : LOW.has(word) || LOW.has(word.split(' ')[0]!)
        ? -1
        : 0
  const over = /(over|under)(estimate|read|weigh)s?/.exec(sentence)
  const direction = sign !== 0 ? sign : over ? (over[1] === 'over' ? 1 : -1) : 0
  if (direction === 0) return false
  reader.cast.current.scaleKg = direction * quantity.value
  return true
}

const HIGH = new Set(['too high', 'too much', 'too heavy', 'high', 'heavy', 'over', 'more'])
const LOW = new Set(['too low', 'too little', 'too light', 'low', 'light', 'under', 'less'])

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

/** Losses beyond this are errors of reading. */
const MOST_PERCENT = 60

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

type Values = { [K in NumericInput]?: ReadValue }

/**
 * Works changes of weight out: the weight now from the weight then, the weight then from the weight now, and the loss
 * in percent of the weight before it.
 */
export function settleChanges(
  draft: Draft,
  values: Values,
  past: PastValue[],
  onlyPast: boolean,
  source: string,
): void {
  const former = past.find((value) => value.of === 'weightKg')
  if (draft.usual && former && values.weightKg && former.value > values.weightKg.value)
    values.weightLossPercent = {
      value: (100 * (former.value - values.weightKg.value)) / former.value,
      ...textOf(source, former),
    }
  for (const change of draft.changes) applyChange(change, values, past, onlyPast, source)
}

function applyChange(
  change: Change,
  values: Values,
  past: PastValue[],
  onlyPast: boolean,
  source: string,
): void {
  const sign = change.kind === 'loss' ? 1 : -1
  const given = values.weightKg
  const span = textOf(source, change)
  if (given && (onlyPast || change.supposed) && change.kg !== undefined) {
    const value = given.value - sign * change.kg
    if (!(value > 0)) return
    past.push({ of: 'weightKg', value: given.value, text: given.text, start: given.start, end: given.end })
    values.weightKg = {
      ...given,
      value,
      assumption: `${given.text} ${change.kind === 'loss' ? 'minus' : 'plus'} the ${change.kind}`,
    }
  } else if (given && change.kg !== undefined && !past.some((p) => p.of === 'weightKg'))
    past.push({ of: 'weightKg', value: given.value + sign * change.kg, ...span })
  if (change.kind !== 'loss' || change.supposed) return
  const before = past.find((p) => p.of === 'weightKg')?.value
  const percent =
    change.percent ??
    (change.kg !== undefined && before !== undefined ? (100 * change.kg) / before : undefined)
  // A loss counts clinically by the time it took; one in kilograms without a time says too little.
  if (percent === undefined || percent > MOST_PERCENT) return
  if (change.percent === undefined && change.months === undefined) return
  values.weightLossPercent = { value: percent, ...span }
  if (change.months !== undefined) values.weightLossMonths = { value: change.months, ...span }
}
