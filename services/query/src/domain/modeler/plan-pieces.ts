import { dateAt } from '../language/dates.ts'
import { joinNumbers } from '../language/number-words.ts'
import { type Token, tokenize } from '../language/tokens.ts'
import { dayNumber } from '../metrics/inputs.ts'
import { DAYS_PER_MONTH, DAYS_PER_YEAR, UNITS } from '../units.ts'

/** Units of mass in which people plan. */
export type PlanMassUnit = 'kg' | 'lb' | 'st'

/** What the words of a plan stand for. `at` and `to` are places in the list of tokens, `start` and `end` in the text. */
export type Piece = Read & { readonly start: number; readonly end: number }

type Read = { readonly at: number; readonly to: number } & (
  | { readonly kind: 'energy'; readonly kcal: number; readonly direction?: 1 | -1 }
  | { readonly kind: 'mass'; readonly kg: number; readonly unit: PlanMassUnit }
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'duration'; readonly days: number }
  | { readonly kind: 'date'; readonly daysFromNow: number }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'word'; readonly text: string }
)

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const KCAL = words('kcal kcals cal cals calorie calories kilocalorie kilocalories')
const KILOJOULE = words('kj kjs kilojoule kilojoules')
const MASS: readonly (readonly [ReadonlySet<string>, PlanMassUnit, number])[] = [
  [words('kg kgs kilo kilos kilogram kilograms kilogramme kilogrammes'), 'kg', UNITS.kg.factor],
  [words('lb lbs pound pounds'), 'lb', UNITS.pound.factor],
  [words('st stone stones'), 'st', UNITS.stone.factor],
]
const DURATION: readonly (readonly [ReadonlySet<string>, number])[] = [
  [words('day days d'), 1],
  [words('week weeks wk wks fortnight fortnights'), 7],
  [words('month months mo mos mth mths'), DAYS_PER_MONTH],
  [words('year years yr yrs'), DAYS_PER_YEAR],
]
const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
)
const ONE = words('a an one per each every /')
const DIRECTIONS: ReadonlyMap<string, 1 | -1> = new Map([
  ['extra', 1],
  ['more', 1],
  ['additional', 1],
  ['fewer', -1],
  ['less', -1],
])
const MAX_NUMBER = 1e6

/** Returns the tokens of a question as pieces. One pass; every token belongs to one piece. */
export function planPieces(text: string, today: string): readonly Piece[] {
  const tokens = joinNumbers(tokenize(text))
  const pieces: Piece[] = []
  for (let i = 0; i < tokens.length; ) {
    const piece =
      amountAt(tokens, i) ?? dateWordsAt(tokens, i, today) ?? numberAt(tokens, i) ?? wordAt(tokens, i)
    pieces.push({ ...piece, start: tokens[piece.at]!.start, end: tokens[piece.to - 1]!.end })
    i = piece.to
  }
  return pieces
}

const wordAt = (tokens: readonly Token[], i: number): Read => ({
  kind: 'word',
  text: tokens[i]!.text,
  at: i,
  to: i + 1,
})

function numberAt(tokens: readonly Token[], i: number): Read | undefined {
  const value = amountOf(tokens[i])
  return value === undefined ? undefined : { kind: 'number', value, at: i, to: i + 1 }
}

const amountOf = (token: Token | undefined): number | undefined => {
  const value = token?.number?.value
  return value !== undefined && Number.isFinite(value) && value < MAX_NUMBER ? value : undefined
}

/** "500 kcal", "10 kg", "half a kilo", "a pound", "6 months", "12-week", "10 %". */
function amountAt(tokens: readonly Token[], i: number): Read | undefined {
  const token = tokens[i]!
  const half = token.text === 'half'
  const one = ONE.has(token.text) && token.text !== '/'
  const value = half ? 0.5 : (amountOf(token) ?? (one ? 1 : undefined))
  if (value === undefined) return undefined
  let at = i + 1
  if (half && ONE.has(tokens[at]?.text ?? '')) at++
  // "10-kg plan", "12 - week": the dash joins a number and its unit.
  if (tokens[at]?.text === '-' && tokens[at]?.glued) at++
  // "250 extra calories"
  const direction = DIRECTIONS.get(tokens[at]?.text ?? '')
  if (!one && direction !== undefined && KCAL.has(tokens[at + 1]?.text ?? ''))
    return { kind: 'energy', kcal: thousands(token, value), direction, at: i, to: at + 2 }
  const unit = tokens[at]?.text.replace(/\.$/, '') ?? ''
  if (unit === '') return undefined
  const span = { at: i, to: at + 1 }
  if (!one && KCAL.has(unit)) return { ...span, kind: 'energy', kcal: thousands(token, value) }
  if (!one && KILOJOULE.has(unit))
    return { ...span, kind: 'energy', kcal: thousands(token, value) * UNITS.kilojoule.factor }
  const mass = MASS.find(([known]) => known.has(unit))
  if (mass) return { ...span, kind: 'mass', kg: value * mass[2], unit: mass[1] }
  if (!one && (unit === '%' || unit === 'percent')) return { ...span, kind: 'percent', percent: value }
  const duration = DURATION.find(([known]) => known.has(unit))
  if (!duration) return undefined
  const days = value * duration[1] * (unit.startsWith('fortnight') ? 2 : 1)
  return { ...span, kind: 'duration', days }
}

/** Energies are thousands: "1,900 kcal" and "1.900 kcal" are not 1.9. */
const thousands = (token: Token, value: number): number =>
  token.number?.other !== undefined && value < 100 ? token.number.other : value

/** A calendar day, "June", "the end of June", "Christmas": days from today, in the future. */
function dateWordsAt(tokens: readonly Token[], i: number, today: string): Read | undefined {
  const now = dayNumber(today)
  if (now === undefined) return undefined
  const date = dateAt(tokens, i)
  if (date?.kind === 'date') {
    const day = dayNumber(date.iso)
    return day === undefined || day <= now
      ? undefined
      : { kind: 'date', daysFromNow: day - now, at: i, to: date.to }
  }
  const text = tokens[i]!.text
  if (text === 'christmas' || text === 'xmas') return future(12, 25, today, i, i + 1)
  if (text.length < 3) return undefined
  const month = MONTHS.findIndex((name) => name === text || (text !== 'may' && name.slice(0, 3) === text)) + 1
  // "may" is a verb more often than a month: it counts after "by", "in" and "until" only.
  if (month === 0 || (text === 'may' && !MONTH_BEFORE.has(tokens[i - 1]?.text ?? ''))) return undefined
  const isEnd = tokens[i - 1]?.text === 'of' && tokens[i - 2]?.text === 'end'
  const next = amountOf(tokens[i + 1])
  const withDay = next !== undefined && Number.isInteger(next) && next >= 1 && next <= 31
  const before = amountOf(tokens[i - 1])
  const day = isEnd ? 28 : withDay ? next : before !== undefined && before >= 1 && before <= 31 ? before : 1
  return future(month, day, today, i, withDay ? i + 2 : i + 1)
}
const MONTH_BEFORE = words('by in until till before of')

/** The next such day of the calendar after today. */
function future(month: number, day: number, today: string, at: number, to: number): Read | undefined {
  const now = dayNumber(today)!
  const year = Number(today.slice(0, 4))
  for (const y of [year, year + 1]) {
    const found = dayNumber(
      `${y}-${String(month).padStart(2, '0')}-${String(Math.floor(day)).padStart(2, '0')}`,
    )
    if (found !== undefined && found > now) return { kind: 'date', daysFromNow: found - now, at, to }
  }
  return undefined
}
