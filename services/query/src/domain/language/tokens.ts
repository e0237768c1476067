/** A word, a number or a mark, with the span of the original text it was read from. */
export type Token = {
  readonly kind: 'word' | 'number' | 'mark'
  /** Lower case, straight quotes, plain dashes. */
  readonly text: string
  readonly start: number
  readonly end: number
  /** No white space between the token before and this one. */
  readonly glued: boolean
  /** True when the original begins with a capital letter and is not all capitals, unless it is one letter. */
  readonly capital: boolean
  readonly number?: NumberReading
}

/** What a number token may mean. `other` is the second reading of "3,250" or "1.850". */
export type NumberReading = {
  readonly value: number
  readonly other?: number
  readonly malformed?: true
  readonly spelled?: true
  readonly fraction?: true
  /** Digits after the decimal mark as written, to tell 5.11 from 5.1 and 6.0 from 6. */
  readonly decimals: string
  readonly integer: boolean
}

const FRACTIONS: Readonly<Record<string, number>> = {
  '½': 1 / 2,
  '¼': 1 / 4,
  '¾': 3 / 4,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
  '⅛': 1 / 8,
  '⅜': 3 / 8,
  '⅝': 5 / 8,
  '⅞': 7 / 8,
}

const SAME_MARK: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '‛': "'",
  '′': "'",
  '`': "'",
  '´': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '″': '"',
  '–': '-',
  '−': '-',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '⁄': '/',
  '，': ',',
  '．': '.',
  '：': ':',
  '／': '/',
}

/** Maps every UTF-16 unit to one lower-case unit, so that spans stay those of the original. */
function normalise(text: string): string {
  let out = ''
  for (let i = 0; i < text.length; i++) {
    const unit = text[i]!
    const code = text.charCodeAt(i)
    if (code >= 0xff10 && code <= 0xff19) out += String.fromCharCode(code - 0xff10 + 48)
    else if (code === 0xa0 || code === 0x202f || code === 0x2009 || code === 0x3000) out += ' '
    else if (unit === '`') out += "'"
    else if (code < 128) out += code >= 65 && code <= 90 ? String.fromCharCode(code + 32) : unit
    else {
      const same = SAME_MARK[unit]
      const lower = same ?? unit.toLowerCase()
      out += lower.length === 1 ? lower : unit
    }
  }
  return out
}

const isDigit = (c: string | undefined): boolean => c !== undefined && c >= '0' && c <= '9'
const isSpace = (c: string | undefined): boolean =>
  c === ' ' || c === '\n' || c === '\t' || c === '\r' || c === '\v' || c === '\f'
const isLetter = (c: string | undefined): boolean =>
  c !== undefined && ((c >= 'a' && c <= 'z') || (c > '\u00bf' && c.toLowerCase() !== c.toUpperCase()))

/** Abbreviations with marks inside that are one word. */
const DOTTED: readonly (readonly [string, string])[] = [
  ['y.o.', 'yo'],
  ['y/o', 'yo'],
  ['y.o', 'yo'],
  ['d.o.b.', 'dob'],
  ['d.o.b', 'dob'],
  ['+/-', '±'],
  ['w/o', 'without'],
  ['post partum', 'postpartum'],
  ['post-partum', 'postpartum'],
  ['post natal', 'postpartum'],
  ['post-natal', 'postpartum'],
  ['postnatal', 'postpartum'],
]

const DOTTED_STARTS = 'yd+wp'

/** Cuts text into words, numbers and marks in one pass; linear in its length. */
export function tokenize(text: string): readonly Token[] {
  // "two-and-a-half" as without hyphens; every character keeps its place.
  const source = normalise(text).replace(/-and-a-(?=half|quarter)/g, ' and a ')
  const tokens: Token[] = []
  let at = 0
  let spaced = true
  const push = (kind: Token['kind'], word: string, end: number, number?: NumberReading) => {
    tokens.push({
      kind,
      text: word,
      start: at,
      end,
      glued: !spaced,
      capital: text[at] !== source[at] && (end - at === 1 || text[at + 1] === source[at + 1]),
      ...(number && { number }),
    })
    at = end
    spaced = false
  }
  while (at < source.length) {
    const c = source[at]!
    if (isSpace(c)) {
      if (c === '\n') push('mark', '\n', at + 1)
      else at++
      spaced = true
      continue
    }
    const dotted =
      DOTTED_STARTS.includes(c) && !isLetter(source[at - 1])
        ? DOTTED.find(([form]) => source.startsWith(form, at))
        : undefined
    if (dotted && !isLetter(source[at + dotted[0].length])) {
      push(dotted[1] === '±' ? 'mark' : 'word', dotted[1], at + dotted[0].length)
      continue
    }
    if (isDigit(c) || c in FRACTIONS || (c === '.' && isDigit(source[at + 1]) && !isDigit(source[at - 1]))) {
      const end = endOfNumber(source, at)
      push('number', source.slice(at, end), end, readNumber(source.slice(at, end)))
      continue
    }
    if (isLetter(c)) {
      let end = at + 1
      while (isLetter(source[end]) || (source[end] === "'" && isLetter(source[end + 1]))) end++
      // "72yoM": years and a sex, written together.
      if (isDigit(source[at - 1]) && /^y(?:o|rs?)[mf]$/.test(source.slice(at, end))) end--
      push('word', source.slice(at, end), end)
      continue
    }
    if (c === "'" && source[at + 1] === "'") push('mark', '"', at + 2)
    else push('mark', c, at + 1)
  }
  return tokens
}

function endOfNumber(source: string, from: number): number {
  let end = from
  for (;;) {
    const c = source[end]
    if (isDigit(c)) end++
    else if ((c === '.' || c === ',') && isDigit(source[end + 1])) end++
    else break
  }
  const hasDigits = end > from
  if (source[end] !== undefined && source[end]! in FRACTIONS) return end + 1
  // 1e308: an exponent counts only when digits follow and the word ends there.
  if (hasDigits && source[end] === 'e' && (isDigit(source[end + 1]) || source[end + 1] === '+')) {
    let after = end + 2
    while (isDigit(source[after])) after++
    if (!isLetter(source[after])) return after
  }
  return end
}

/** Reads digits with grouping and decimal marks; "72,5" is 72.5, "3,250" has two readings, "80.5.2" none. */
function readNumber(raw: string): NumberReading {
  const last = raw[raw.length - 1]!
  if (last in FRACTIONS) {
    const whole = raw.length > 1 ? Number(raw.slice(0, -1)) : 0
    if (!Number.isFinite(whole)) return malformed()
    return { value: whole + FRACTIONS[last]!, decimals: '', integer: false, fraction: true }
  }
  if (raw.includes('e')) {
    const value = Number(raw.replace(',', '.'))
    return Number.isNaN(value) ? malformed() : plain(value, '')
  }
  const dots = count(raw, '.')
  const commas = count(raw, ',')
  if (dots === 0 && commas === 0) return plain(Number(raw), '')
  if (dots + commas === 1) {
    const mark = dots === 1 ? '.' : ','
    const [whole = '', decimals = ''] = raw.split(mark)
    const value = Number(`${whole || '0'}.${decimals}`)
    const grouped = decimals.length === 3 && whole.length >= 1 && whole.length <= 3 && whole !== '0'
    return grouped ? { ...plain(value, decimals), other: Number(whole + decimals) } : plain(value, decimals)
  }
  const decimalMark = raw.lastIndexOf('.') > raw.lastIndexOf(',') ? '.' : ','
  const groupMark = decimalMark === '.' ? ',' : '.'
  if (dots > 0 && commas > 0) {
    if (count(raw, decimalMark) !== 1) return malformed()
    const [whole = '', decimals = ''] = raw.split(decimalMark)
    return isGrouped(whole, groupMark)
      ? plain(Number(`${whole.split(groupMark).join('')}.${decimals}`), decimals)
      : malformed()
  }
  return isGrouped(raw, decimalMark) ? plain(Number(raw.split(decimalMark).join('')), '') : malformed()
}

const malformed = (): NumberReading => ({ value: Number.NaN, malformed: true, decimals: '', integer: false })
const plain = (value: number, decimals: string): NumberReading => ({
  value,
  decimals,
  integer: Number.isInteger(value) && decimals === '',
})
const count = (text: string, mark: string): number => text.split(mark).length - 1
const isGrouped = (text: string, mark: string): boolean =>
  text.split(mark).every((part, i) => (i === 0 ? part.length >= 1 && part.length <= 3 : part.length === 3))
