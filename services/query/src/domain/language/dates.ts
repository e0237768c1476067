import { dayNumber } from '../metrics/inputs.ts'
import { DAYS_PER_YEAR } from '../units.ts'
import type { Token } from './tokens.ts'

/** A date of birth as written. */
export type BirthReading =
  | { readonly kind: 'date'; readonly iso: string; readonly to: number }
  | { readonly kind: 'year'; readonly year: number; readonly to: number }
  | { readonly kind: 'month'; readonly year: number; readonly month: number; readonly to: number }
  | { readonly kind: 'date_order'; readonly candidates: readonly string[]; readonly to: number }
  | { readonly kind: 'invalid'; readonly to: number }

const MONTHS: Readonly<Record<string, number>> = Object.fromEntries(
  'january february march april may june july august september october november december'
    .split(' ')
    .flatMap((name, i) => [
      [name, i + 1],
      [name.slice(0, 3), i + 1],
      ...(name === 'september' ? [['sept', 9] as const] : []),
    ]),
)
/** Two figures up to this one are years of this century. */
const LAST_SHORT_YEAR = 40
const ORDINALS = new Set(['st', 'nd', 'rd', 'th'])
const two = (n: number): string => String(n).padStart(2, '0')
const iso = (year: number, month: number, day: number): string => `${year}-${two(month)}-${two(day)}`

/** Reads a calendar date at a token: ISO, day and month in figures in either order, or with the month's name. */
export function dateAt(tokens: readonly Token[], i: number): BirthReading | undefined {
  return dottedDate(tokens, i) ?? figures(tokens, i) ?? named(tokens, i)
}

function dottedDate(tokens: readonly Token[], i: number): BirthReading | undefined {
  const token = tokens[i]
  const parts = token?.kind === 'number' ? token.text.split('.') : []
  if (parts.length !== 3) return undefined
  // A date with points is written with the day first.
  const [day, month, year] = parts.map(Number) as [number, number, number]
  if (parts[2]!.length === 4 && day <= 31 && month <= 12) return checked(year, month, day, i + 1)
  return threeFigures(
    parts.map(Number) as [number, number, number],
    parts[0]!.length === 4,
    i + 1,
    parts.every((part) => part.length === 2),
  )
}

function figures(tokens: readonly Token[], i: number): BirthReading | undefined {
  const [a, mark, b, mark2, c] = [tokens[i], tokens[i + 1], tokens[i + 2], tokens[i + 3], tokens[i + 4]]
  if (!a?.number?.integer || !b?.number?.integer || !c?.number?.integer) return undefined
  if (!(mark?.text === '-' || mark?.text === '/') || mark2?.text !== mark.text) return undefined
  if (!mark.glued || !b.glued || !mark2.glued || !c.glued) return undefined
  return threeFigures(
    [a.number.value, b.number.value, c.number.value],
    a.text.length === 4,
    i + 5,
    mark.text === '/' && c.text.length === 2,
  )
}

function threeFigures(
  [a, b, c]: [number, number, number],
  yearFirst: boolean,
  to: number,
  short: boolean,
): BirthReading | undefined {
  if (yearFirst) return checked(a, b, c, to)
  if (short && (a > 31 || b > 31 || (a > 12 && b > 12) || a * b === 0)) return undefined
  if (c < 100 && short) c += c <= LAST_SHORT_YEAR ? 2000 : 1900
  if (c < 1000) return undefined
  if (a > 31 || b > 31) return { kind: 'invalid', to }
  if (a > 12 && b > 12) return { kind: 'invalid', to }
  if (a > 12) return checked(c, b, a, to)
  if (b > 12) return checked(c, a, b, to)
  if (a === b) return checked(c, a, b, to)
  return { kind: 'date_order', candidates: [iso(c, b, a), iso(c, a, b)], to }
}

function checked(year: number, month: number, day: number, to: number): BirthReading {
  const text = iso(year, month, day)
  return year >= 1000 && dayNumber(text) !== undefined
    ? { kind: 'date', iso: text, to }
    : { kind: 'invalid', to }
}

/** "4 March 2019", "4th of March, 2019", "March 4th, 2019". */
function named(tokens: readonly Token[], i: number): BirthReading | undefined {
  const read = { day: Number.NaN, month: 0, year: Number.NaN }
  let at = i
  for (let steps = 0; steps < 9 && at < tokens.length; steps++, at++) {
    const token = tokens[at]!
    if (token.number?.integer && !token.number.spelled) {
      if (token.number.value >= 1000 && read.month) {
        read.year = token.number.value
        if (Number.isNaN(read.day)) return { kind: 'month', year: read.year, month: read.month, to: at + 1 }
        return checked(read.year, read.month, read.day, at + 1)
      }
      if (!Number.isNaN(read.day) || token.number.value > 31) return undefined
      read.day = token.number.value
    } else if (token.kind === 'word' && Object.hasOwn(MONTHS, token.text) && read.month === 0)
      read.month = MONTHS[token.text]!
    else if (
      !(
        token.text === 'of' ||
        token.text === ',' ||
        token.text === 'the' ||
        (ORDINALS.has(token.text) && token.glued)
      )
    )
      return undefined
  }
  return undefined
}

/**
 * Returns the age in years on a day: whole days over 365.25; undefined when the birth is later or a date does not
 * exist.
 */
export function ageOn(birthIso: string, todayIso: string): number | undefined {
  const [born, today] = [dayNumber(birthIso), dayNumber(todayIso)]
  if (born === undefined || today === undefined || born > today) return undefined
  return (today - born) / DAYS_PER_YEAR
}
