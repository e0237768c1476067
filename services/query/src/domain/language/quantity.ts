import { type Dimension, UNITS, type Unit } from '../units.ts'
import { compoundOf } from './compound.ts'
import type { Simple } from './compound-parts.ts'
import { amountOrSum } from './sums.ts'
import type { Token } from './tokens.ts'

/** A number with what was written around it, in canonical units: cm, kg, years, percent. */
export type Quantity = {
  readonly dimension: Dimension | 'none'
  /** Canonical amount; the middle of a range; the bare number when there is no unit. */
  readonly value: number
  readonly low?: number
  readonly high?: number
  /** Both ends in the order written, where "from a to b" may be a change and not a range. */
  readonly ends?: readonly [number, number]
  readonly approximate?: true
  readonly units: readonly Unit[]
  /** The bare number, to read it again in another unit ("190 kg? no, lb"). */
  readonly amount: number
  readonly issue?: 'form' | 'negative'
  /** The readings of an ambiguous form, canonical. */
  readonly readings?: readonly number[]
  /** "5-11" read as feet and inches, cm. */
  readonly feetInchesCm?: number
  readonly sex?: 'male' | 'female'
  /** Written as weeks and days of gestation: 31+4, 26/40. */
  readonly gestation?: true
  /** Written as a fraction of a year: 5/12, 3/52, 10/7. */
  readonly slashed?: true
  readonly old?: true
  readonly spelled?: true
  readonly decimals: string
  readonly from: number
  readonly to: number
  readonly start: number
  readonly end: number
}

const ABOUT = new Set(
  '~ ≈ about around roughly approx approximately ca circa nearly almost maybe approximatively ungefähr environ'.split(
    ' ',
  ),
)
/** Ends of a range may differ by half; "180 - 80 kg" is two things, not one range. */
const WIDEST_RANGE = 1.5

const NEAR_ENDS = 1.15
/** The word before the number says that it is an age. */
const namesAge = (tokens: readonly Token[], first: Simple, i: number): boolean =>
  first.unit === undefined &&
  ['age', 'aged', 'm', 'f'].includes(tokens[tokens[i - 1]?.text === ':' ? i - 2 : i - 1]?.text ?? '')

/** Words that say by how little: "just over", "a touch under". */
const LITTLE = new Set('just slightly marginally bit little touch tad hair smidge fraction'.split(' '))
const OFF = new Set(['over', 'under', 'above', 'below'])

/** Number of tokens of "just under", "a bit over", "slightly more than", "not quite", "close to"; 0 when there are none. */
function vagueAt(tokens: readonly Token[], i: number): number {
  const [word, next] = [tokens[i]?.text, tokens[i + 1]?.text]
  if ((word === 'not' && next === 'quite') || (word === 'close' && next === 'to')) return 2
  const little = word === 'a' ? i + 1 : i
  if (!LITTLE.has(tokens[little]?.text ?? '')) return 0
  const [first, second] = [tokens[little + 1]?.text ?? '', tokens[little + 2]?.text]
  const words = OFF.has(first)
    ? 2
    : ((first === 'more' || first === 'less') && second === 'than') ||
        ((first === 'short' || first === 'shy') && second === 'of')
      ? 3
      : 0
  return words === 0 ? 0 : little - i + words
}

const approximation = (tokens: readonly Token[], i: number): number => {
  let at = i
  for (let words = 0; ; words++) {
    if (words === 4) return at
    const word = tokens[at]?.text
    const next = tokens[at + 1]?.text
    if (word === undefined) return at
    const vague = vagueAt(tokens, at)
    if (ABOUT.has(word)) at += next === '.' ? 2 : 1
    else if (vague > 0) at += vague
    else if (word === 'at' && (next === 'least' || next === 'most')) at += 2
    else if (word === 'somewhere' && next !== 'between') at += 1
    else return at
  }
}

/**
 * Reads the quantity that begins at a token: number forms, compound units, ranges, "about", signs.
 * Undefined when no quantity begins there. Constant look-ahead, so a scan over a text is linear.
 */
export function quantityAt(tokens: readonly Token[], i: number): Quantity | undefined {
  let at = approximation(tokens, i)
  const approximate = at > i
  const between = tokens[at]?.text === 'between'
  const fromWord = tokens[at]?.text === 'from'
  if (between || fromWord) at = approximation(tokens, at + 1)
  const minus = signAt(tokens, at)
  if (minus) at++
  const first = amountOrSum(tokens, at)
  if (!first) return undefined
  const wrap = (last: Simple, extra: Partial<Quantity>): Quantity => ({
    dimension: last.unit?.dimension ?? first.unit?.dimension ?? 'none',
    value: first.value,
    units: [...first.units, ...last.units],
    amount: first.amount,
    decimals: first.decimals,
    ...(first.issue && { issue: first.issue }),
    ...(first.readings && { readings: first.readings }),
    ...(first.sex && { sex: first.sex }),
    ...(first.gestation && { gestation: true as const }),
    ...(first.slashed && { slashed: true as const }),
    ...(first.spelled && { spelled: true as const }),
    ...((first.old || last.old) && { old: true as const }),
    ...((approximate || first.ish || last.ish) && { approximate: true as const }),
    ...extra,
    from: i,
    to: last.to,
    start: tokens[minus ? at - 1 : at]!.start,
    end: tokens[last.to - 1]!.end,
  })
  if (minus) return wrap(first, { issue: 'negative' })
  const range =
    first.issue || first.sex || first.gestation ? undefined : rangeTail(tokens, first, at, between, fromWord)
  if (range) return wrap(range.last, range.extra)
  if (between || fromWord) return undefined
  return wrap(first, {})
}

/** A minus sign belongs to the number when it touches it and nothing touches it from the left. */
function signAt(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  if (token?.text === 'minus') return tokens[at + 1]?.number !== undefined
  if (token?.text !== '-' || !tokens[at + 1]?.number || !tokens[at + 1]!.glued) return false
  const before = tokens[at - 1]
  return before === undefined || !token.glued || ':=('.includes(before.text)
}

function rangeTail(
  tokens: readonly Token[],
  first: Simple,
  i: number,
  between: boolean,
  fromWord: boolean,
): { last: Simple; extra: Partial<Quantity> } | undefined {
  const mark = tokens[first.to]
  if (mark === undefined) return undefined
  if (mark.text === '±') {
    const width = compoundOf(tokens, first.to + 1)
    if (!width || width.issue) return undefined
    const unit = width.unit ?? first.unit
    const value = first.unit ? first.value : first.amount * (unit?.factor ?? 1)
    const half = width.unit ? width.value : width.amount * (unit?.factor ?? 1)
    return {
      last: width,
      extra: { value, low: value - half, high: value + half, dimension: unit?.dimension ?? 'none' },
    }
  }
  const joins = between ? mark.text === 'and' : mark.text === '-' || mark.text === 'to' || mark.text === 'bis'
  const down = fromWord && (mark.text === 'down' || mark.text === 'up') && tokens[first.to + 1]?.text === 'to'
  if (!joins && !down) return undefined
  const last = compoundOf(tokens, first.to + (down ? 2 : 1))
  if (!last || last.issue || last.sex) return undefined
  if (first.unit && last.unit && first.unit.dimension !== last.unit.dimension) return undefined
  const unit = last.unit ?? first.unit
  const a = first.unit ? first.value : first.amount * (unit?.factor ?? 1)
  const b = last.unit ? last.value : last.amount * (unit?.factor ?? 1)
  const feetInches = first.amount >= 3 && first.amount <= 7 && last.amount < 12 && !unit
  const feetInchesCm = feetInches ? (first.amount * 12 + last.amount) * UNITS.inch.factor : undefined
  if (feetInchesCm !== undefined && first.spelled && mark.text === '-')
    return {
      last: { ...last, unit: UNITS.foot },
      extra: { value: feetInchesCm, dimension: 'length', units: [UNITS.foot, UNITS.inch] },
    }
  const [low, high] = a <= b ? [a, b] : [b, a]
  if (!(low > 0) || (high / low > WIDEST_RANGE && feetInchesCm === undefined)) return undefined
  // "age 39 - 56 kg", "30 - 45 kg": a dash between spaces may separate two things; only near ends make it a range.
  if (
    mark.text === '-' &&
    !mark.glued &&
    !first.unit &&
    (namesAge(tokens, first, i) || high / low > NEAR_ENDS)
  )
    return undefined
  // "180 cm - 80" and "175 80-82": white space on one side only is a separator, not a range.
  if (mark.text === '-' && first.unit && !last.unit && !mark.glued) return undefined
  return {
    last,
    extra: {
      value: (low + high) / 2,
      low,
      high,
      ...((mark.text === 'to' || down) && { ends: [a, b] as const }),
      ...(feetInchesCm !== undefined && { feetInchesCm }),
      dimension: unit?.dimension ?? 'none',
    },
  }
}
