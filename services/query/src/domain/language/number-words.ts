import type { NumberReading, Token } from './tokens.ts'

const ONES: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
}
const TENS: Readonly<Record<string, number>> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fourty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
}
const SCALES: Readonly<Record<string, number>> = { hundred: 100, thousand: 1000 }
const has = (table: Readonly<Record<string, number>>, word: string | undefined): word is string =>
  word !== undefined && Object.hasOwn(table, word)

/** Joins spelled numbers ("two hundred and ten"), mixed fractions ("11 1/2") and "and a half" into one token each. */
export function joinNumbers(tokens: readonly Token[]): readonly Token[] {
  const out: Token[] = []
  let i = 0
  while (i < tokens.length) {
    const joined = spelled(tokens, i) ?? mixedFraction(tokens, i) ?? grouped(tokens, i)
    const token = joined?.token ?? tokens[i]!
    i = joined?.next ?? i + 1
    const tail =
      token.number && (fractionTail(tokens, i) ?? (token.number.spelled ? pointTail(tokens, i) : undefined))
    if (tail) {
      const value = token.number!.value + tail.value
      out.push(
        merge(token, tokens[tail.to - 1]!, { ...token.number!, value, fraction: true, integer: false }),
      )
      i = tail.to
    } else out.push(token)
  }
  return out
}

const FRACTION_WORDS: Readonly<Record<string, number>> = { half: 1 / 2, quarter: 1 / 4, third: 1 / 3 }

/** "and a half", "and a quarter", "and three quarters". */
function fractionTail(tokens: readonly Token[], i: number): { value: number; to: number } | undefined {
  if (tokens[i]?.text !== 'and') return undefined
  const [count, unit] = [tokens[i + 1]?.text, tokens[i + 2]?.text ?? '']
  if (count === 'a' && has(FRACTION_WORDS, unit)) return { value: FRACTION_WORDS[unit]!, to: i + 3 }
  return count === 'three' && unit === 'quarters' ? { value: 3 / 4, to: i + 3 } : undefined
}

/** "seventy-two point five". */
function pointTail(tokens: readonly Token[], i: number): { value: number; to: number } | undefined {
  const digit = tokens[i + 1]?.text
  if (tokens[i]?.text !== 'point' || !has(ONES, digit) || ONES[digit]! > 9) return undefined
  return { value: ONES[digit]! / 10, to: i + 2 }
}

function merge(first: Token, last: Token, number: NumberReading): Token {
  return { ...first, kind: 'number', end: last.end, number }
}

/** "11 1/2": a whole number, white space, a proper fraction with a customary denominator. */
function mixedFraction(tokens: readonly Token[], i: number): { token: Token; next: number } | undefined {
  const [whole, over, slash, under] = [tokens[i], tokens[i + 1], tokens[i + 2], tokens[i + 3]]
  if (!over?.number || slash?.text !== '/' || !slash.glued || !under?.number || !under.glued) return undefined
  const years = under.number.value === 12 && /^y/.test(tokens[i + 4]?.text ?? '')
  if (!whole?.number?.integer || over.glued || !isProper(over.number, under.number, years)) return undefined
  const value = whole.number.value + over.number.value / under.number.value
  return { token: merge(whole, under, { value, decimals: '', integer: false, fraction: true }), next: i + 4 }
}

/** Small units that are counted in thousands. */
const FINE = new Set('g gr grams gram grammes mm millimetres millimeters'.split(' '))

/** "72 000 g": thousands with a space, before a unit small enough for them. */
function grouped(tokens: readonly Token[], i: number): { token: Token; next: number } | undefined {
  const [head, rest, unit] = [tokens[i], tokens[i + 1], tokens[i + 2]]
  if (!head?.number?.integer || head.text.length > 3 || head.number.value === 0) return undefined
  if (!rest?.number?.integer || rest.text.length !== 3 || rest.glued || !FINE.has(unit?.text ?? ''))
    return undefined
  const value = head.number.value * 1000 + rest.number.value
  return { token: merge(head, rest, { value, decimals: '', integer: true }), next: i + 2 }
}

const isProper = (over: NumberReading, under: NumberReading, months: boolean): boolean =>
  over.integer &&
  (months || [2, 3, 4, 8, 16].includes(under.value)) &&
  over.value > 0 &&
  over.value < under.value

/** "a month old", "a metre eighty": the article is a one. */
function isOneOf(tokens: readonly Token[], i: number): boolean {
  const [unit, next] = [tokens[i]?.text ?? '', tokens[i + 1]]
  if (['metre', 'meter'].includes(unit))
    return has(TENS, next?.text) || has(ONES, next?.text) || next?.number !== undefined
  if (!['year', 'month', 'week', 'day'].includes(unit)) return false
  if (['in', 'within', 'over', 'during'].includes(tokens[i - 2]?.text ?? '')) return true
  return next?.text === 'old' || (next?.text === '-' && tokens[i + 2]?.text === 'old')
}

/** Units that are said in halves: "half a stone". */
const HALVED = new Set('year month stone kilo kg pound inch'.split(' '))

/** "half a stone", but not "half a pound of beef": that is no measure of a body. */
const isHalfOf = (tokens: readonly Token[], i: number): boolean =>
  tokens[i]?.text === 'half' &&
  ['a', 'an'].includes(tokens[i + 1]?.text ?? '') &&
  HALVED.has(tokens[i + 2]?.text ?? '') &&
  tokens[i + 3]?.text !== 'of'

/** The tens and ones in "forty-five", so that "five-eleven" stays two numbers. */
function spelled(tokens: readonly Token[], from: number): { token: Token; next: number } | undefined {
  const start = tokens[from]!
  const begin = start.text === 'a' && has(SCALES, tokens[from + 1]?.text) ? from + 1 : from
  if (start.kind !== 'word') return undefined
  if (isHalfOf(tokens, from))
    return {
      token: merge(start, tokens[from + 1]!, {
        value: 0.5,
        decimals: '',
        integer: false,
        spelled: true,
        fraction: true,
      }),
      next: from + 2,
    }
  if ((start.text === 'a' || start.text === 'an') && isOneOf(tokens, from + 1))
    return {
      token: merge(start, start, { value: 1, decimals: '', integer: true, spelled: true }),
      next: from + 1,
    }
  let total = begin === from ? 0 : 1
  let value = 0
  let open: 'nothing' | 'ones' | 'tens' | 'scale' = begin === from ? 'nothing' : 'ones'
  if (begin !== from) [value, total] = [1, 0]
  let i = begin
  let end = -1
  for (;;) {
    const word = tokens[i]?.text
    if (has(ONES, word)) {
      const one = ONES[word]!
      if (open === 'ones' || (open === 'tens' && (one === 0 || one > 9))) break
      value += one
      open = 'ones'
    } else if (has(TENS, word)) {
      if (open === 'tens' || (open === 'ones' && !isColloquialHundred(tokens, begin, i))) break
      if (open === 'ones') value *= 100
      value += TENS[word]!
      open = 'tens'
    } else if (has(SCALES, word)) {
      if (open === 'nothing') break
      if (word === 'hundred') value *= 100
      else {
        total += value * 1000
        value = 0
      }
      open = 'scale'
    } else if (word === '-' && open === 'tens' && tokens[i]!.glued && isSmallOne(tokens[i + 1])) {
      i++
      continue
    } else if (
      word === 'and' &&
      open === 'scale' &&
      (has(ONES, tokens[i + 1]?.text) || has(TENS, tokens[i + 1]?.text))
    ) {
      i++
      continue
    } else break
    end = i++
  }
  if (end < 0) return undefined
  const sum = total + value
  return {
    token: merge(start, tokens[end]!, { value: sum, decimals: '', integer: true, spelled: true }),
    next: end + 1,
  }
}

/** "one sixty pounds" is 160: one to three, then tens, then a unit of body weight or height. */
function isColloquialHundred(tokens: readonly Token[], from: number, i: number): boolean {
  if (i !== from + 1 || !['one', 'two', 'three'].includes(tokens[from]!.text)) return false
  const next = tokens[i + 1]?.text === '-' || has(ONES, tokens[i + 1]?.text) ? i + 2 : i + 1
  const unit = has(ONES, tokens[next]?.text) ? tokens[next + 1]?.text : tokens[next]?.text
  return ['pounds', 'lbs', 'lb', 'kilos', 'kg', 'pound', 'cm', 'centimetres', 'centimeters'].includes(
    unit ?? '',
  )
}

const isSmallOne = (token: Token | undefined): boolean =>
  has(ONES, token?.text) && ONES[token!.text]! > 0 && ONES[token!.text]! < 10
