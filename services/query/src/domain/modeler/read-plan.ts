import { DAYS_PER_YEAR, UNITS } from '../units.ts'
import { type Piece, type PlanMassUnit, planPieces } from './plan-pieces.ts'

/** What a question says about a plan. Signs: loss and less are negative. */
export type Plan = {
  /** Change of intake against the usual one, kcal/day. */
  readonly intakeChangeKcal?: number
  /** Intake as such, kcal/day. */
  readonly intakeKcal?: number
  /** Days from now to the end of the plan. */
  readonly days?: number
  /** Speed in kg per week. */
  readonly kgPerWeek?: number
  /** Amount to lose or gain, kg. */
  readonly changeKg?: number
  /** Amount to lose or gain in percent of the weight. */
  readonly changePercent?: number
  /** Weight now and weight wanted, kg: "100 kg to 90 kg". */
  readonly fromKg?: number
  readonly targetKg?: number
  /** "how long", "when will I". */
  readonly asksDuration: boolean
  /** Age of a child in years that the question looks ahead to. */
  readonly toAgeYears?: number
  /** The question is about growing: "how tall will she be". */
  readonly asksGrowth: boolean
  /** Unit in which the question states weights; kg when it states none. */
  readonly massUnit: PlanMassUnit
  /** Where in the text the plan stands, so that its numbers are not read as measurements. */
  readonly spans: readonly (readonly [number, number])[]
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const LESS = words(
  'less fewer lower below under deficit reduction reduce reducing cut cutting minus restrict shortfall',
)
const MORE = words('more extra surplus additional above over excess increase increasing plus add adding bulk')
const LOSE = words('lose loose losing drop dropping shed shedding cut cutting slim reduce reducing off down')
const GAIN = words('gain gaining put add adding bulk bulking on increase up')
const BURN = words('burn burning exercise exercising run running')
const INTAKE = words('intake calories kcal food eat eating')
const PER = words('per a an each every / weekly')
const TOWARDS = words(
  'to until till reach reaching hit hitting target goal towards wants want at be weigh weighing',
)
const WITHIN = words('in for over within after during next following another of deadline')
const BY = words('by before until till on')
/** WHO 2007 ends at 19 years: heights are final for it. */
const ADULT_YEARS = 19
const ADULT = words('adult adulthood grown grownup final finished mature')
const GROWTH = words('tall height grow grows growing growth growth')
/** Lowest number that is an age to look ahead to, not a count of something else. */
const MAX_AHEAD_YEARS = 25

/**
 * Reads intake, duration, date, rate, amount and target of a plan from a question: "if I eat 500 kcal less per day, what
 * will I weigh in 6 months", "100 kg to 90 kg by June", "lose 1 lb a week for 12 weeks", "how long until 70 kg".
 */
export function readPlan(text: string, today: string): Plan {
  const pieces = planPieces(text, today)
  const plan: Draft = {
    spans: [],
    asksDuration: asksDuration(pieces),
    asksGrowth: pieces.some((piece) => piece.kind === 'word' && GROWTH.has(piece.text)),
    massUnit: pieces.find((piece) => piece.kind === 'mass')?.unit ?? 'kg',
  }
  pieces.forEach((piece, i) => {
    switch (piece.kind) {
      case 'energy':
        readEnergy(plan, pieces, i, piece.kcal, piece.direction)
        break
      case 'mass':
        readMass(plan, pieces, i, piece.kg, piece.unit)
        break
      case 'percent':
        if (signBefore(pieces, i) !== 0 && !wordIn(pieces, i - 5, i - 1, INTAKE))
          plan.changePercent ??= signBefore(pieces, i) * piece.percent
        break
      case 'duration':
        if (isAgeSpan(pieces, i, piece.days)) {
          plan.toAgeYears ??= piece.days / DAYS_PER_YEAR
          claim(plan, piece)
        } else if (isAhead(pieces, i)) {
          plan.days ??= piece.days
          claim(plan, piece)
        }
        break
      case 'date':
        if (wordIn(pieces, i - 4, i - 1, BY)) plan.days ??= piece.daysFromNow
        break
      case 'number':
        if (isAgeAhead(pieces, i, piece.value)) {
          plan.toAgeYears ??= piece.value
          claim(plan, pieces[i - 1], piece)
        }
        break
      case 'word':
        if (ADULT.has(piece.text)) plan.toAgeYears ??= ADULT_YEARS
        break
    }
  })
  return plan
}

const KG_OF: Readonly<Record<PlanMassUnit, number>> = {
  kg: UNITS.kg.factor,
  lb: UNITS.pound.factor,
  st: UNITS.stone.factor,
}

type Draft = { -readonly [K in keyof Omit<Plan, 'spans'>]: Plan[K] } & {
  spans: (readonly [number, number])[]
}

/** Marks pieces as part of the plan. */
const claim = (plan: Draft, ...pieces: readonly (Piece | undefined)[]): void => {
  for (const piece of pieces) if (piece) plan.spans.push([piece.start, piece.end])
}

/** Returns a question with its plan blanked out: what is left are measurements. Places in the text stay the same. */
export function withoutPlan(text: string, plan: Plan): string {
  const characters = text.split('')
  for (const [start, end] of plan.spans) characters.fill(' ', start, end)
  return characters.join('')
}

const textAt = (pieces: readonly Piece[], i: number): string => {
  const piece = pieces[i]
  return piece?.kind === 'word' ? piece.text : ''
}
const wordIn = (pieces: readonly Piece[], from: number, to: number, known: ReadonlySet<string>): boolean => {
  for (let i = Math.max(0, from); i <= to; i++) if (known.has(textAt(pieces, i))) return true
  return false
}

/** "how long", "how many weeks", "when will", "how soon", "how fast". */
function asksDuration(pieces: readonly Piece[]): boolean {
  return pieces.some((_, i) => {
    const [first, second, third] = [textAt(pieces, i), textAt(pieces, i + 1), textAt(pieces, i + 2)]
    if (first === 'how') {
      if (second === 'long' || second === 'soon' || second === 'fast' || second === 'quickly') return true
      return second === 'many' && /^(day|week|month|year)s$/.test(third)
    }
    return first === 'when' && /^(will|would|can|could|do|should)$/.test(second)
  })
}

/** Reads an energy: a change where a word of less or more is near, an intake otherwise; per week where it says so. */
function readEnergy(plan: Draft, pieces: readonly Piece[], i: number, kcal: number, said?: 1 | -1): void {
  const isWeekly =
    /^week/.test(textAt(pieces, i + 1)) ||
    (PER.has(textAt(pieces, i + 1)) && /^week/.test(textAt(pieces, i + 2))) ||
    [1, 2].some((k) => {
      const piece = pieces[i + k]
      return piece?.kind === 'duration' && piece.days === 7
    })
  const perDay = isWeekly ? kcal / 7 : kcal
  const near = said ?? signNear(pieces, i)
  // Burning more is eating less: both take the same energy away.
  const sign = wordIn(pieces, i - 3, i - 1, BURN) ? -1 : near
  claim(plan, pieces[i])
  if (sign === 0) plan.intakeKcal ??= perDay
  else plan.intakeChangeKcal ??= sign * perDay
}

/** −1 for less, +1 for more, 0 when neither is said within a few words. */
function signNear(pieces: readonly Piece[], i: number): number {
  for (const k of [1, 2, 3, 4]) {
    const text = textAt(pieces, i + k)
    if (isBreak(text)) break
    if (LESS.has(text)) return -1
    if (MORE.has(text)) return 1
  }
  for (const k of [1, 2, 3, 4]) {
    const text = textAt(pieces, i - k)
    if (isBreak(text)) break
    if (text === '-') return -1
    if (text === '+') return 1
    // "cut to 1800 kcal" names the intake, "cut by 500 kcal" the change.
    if (text === 'to' || text === 'on' || text === 'at') return 0
    if (LESS.has(text)) return -1
    if (MORE.has(text)) return 1
  }
  return 0
}
const isBreak = (text: string): boolean => text === '.' || text === ';' || text === '?' || text === ':'

/** Reads a mass: a rate, the two ends of "100 kg to 90 kg", an amount to lose, or a target. */
function readMass(plan: Draft, pieces: readonly Piece[], i: number, kg: number, unit: PlanMassUnit): void {
  const perDays = rateDays(pieces, i)
  if (perDays !== undefined) {
    const sign = signBefore(pieces, i) || signOfPlan(pieces)
    plan.kgPerWeek ??= ((sign || -1) * kg * 7) / perDays
    claim(plan, ...verbsBefore(pieces, i), pieces[i], pieces[i + 1])
    return
  }
  const next = pieces[i + 2]
  if (next?.kind === 'mass' && (textAt(pieces, i + 1) === 'to' || textAt(pieces, i + 1) === '-')) {
    if (textAt(pieces, i - 1) !== 'to') {
      plan.fromKg ??= kg
      plan.targetKg ??= next.kg
      claim(plan, pieces[i], pieces[i + 1], next)
    }
    return
  }
  const before = pieces[i - 2]
  if (textAt(pieces, i - 1) === 'to' && before?.kind === 'number' && textAt(pieces, i - 3) === 'from') {
    plan.fromKg ??= before.value * KG_OF[unit]
    plan.targetKg ??= kg
    claim(plan, before, pieces[i - 1], pieces[i])
    return
  }
  const sign = signBefore(pieces, i)
  if (sign !== 0) plan.changeKg ??= sign * kg
  else if (isTarget(pieces, i)) plan.targetKg ??= kg
  else return
  claim(plan, ...verbsBefore(pieces, i), pieces[i])
}

/** Days of "a week", "per month", "/wk" after a mass. */
function rateDays(pieces: readonly Piece[], i: number): number | undefined {
  const next = pieces[i + 1]
  if (next?.kind === 'duration') {
    // "a week" is one piece; "10 kg 12 weeks" is not a rate.
    return next.to - next.at === 2 &&
      (next.days === 7 || next.days === 1 || Math.abs(next.days - 30.4375) < 1)
      ? isOne(pieces, i + 1)
        ? next.days
        : undefined
      : undefined
  }
  const text = textAt(pieces, i + 1)
  if (text === 'weekly') return 7
  if (text === 'daily') return 1
  if (!PER.has(text)) return undefined
  const unit = textAt(pieces, i + 2)
  if (/^(week|wk)$/.test(unit)) return 7
  if (unit === 'day') return 1
  return unit === 'month' ? 30.4375 : undefined
}
/** Whether a duration is "a week" and not "1 week" in figures; both are one, and only one can be a rate. */
const isOne = (pieces: readonly Piece[], i: number): boolean => {
  const piece = pieces[i]
  return piece?.kind === 'duration' && piece.days <= 31
}

/** −1 after a word of losing, +1 after one of gaining, within the clause; 0 when none is near. */
function signBefore(pieces: readonly Piece[], i: number): number {
  for (const k of [1, 2, 3, 4]) {
    const text = textAt(pieces, i - k)
    if (isBreak(text) || text === ',' || text === 'to' || text === 'until' || text === 'till') return 0
    const other = pieces[i - k]
    if (other !== undefined && other.kind !== 'word') return 0
    if (GAIN.has(text) && text !== 'up') return text === 'on' && textAt(pieces, i - k - 1) !== 'put' ? 0 : 1
    if (LOSE.has(text) && text !== 'down') return -1
  }
  return 0
}

/** The words of losing and gaining before an amount; without it they would take the next number. */
const verbsBefore = (pieces: readonly Piece[], i: number): readonly Piece[] =>
  pieces
    .slice(Math.max(0, i - 4), i)
    .filter((piece) => piece.kind === 'word' && (LOSE.has(piece.text) || GAIN.has(piece.text)))

/** The direction of the whole question, where the amount itself has none. */
const signOfPlan = (pieces: readonly Piece[]): number =>
  pieces.some((piece) => piece.kind === 'word' && /^(gain|gaining|bulk|bulking)$/.test(piece.text)) ? 1 : -1

/** "to 72 kg", "until 70 kg", "goal is 65 kg", "reach 80 kg". */
function isTarget(pieces: readonly Piece[], i: number): boolean {
  for (const k of [1, 2, 3]) {
    const text = textAt(pieces, i - k)
    if (TOWARDS.has(text))
      return text !== 'at' && text !== 'be' && text !== 'weigh' ? true : k === 1 && asks(pieces)
    if (!FILLERS.has(text)) return false
  }
  return false
}
const FILLERS = words('weight of is a the my : = down up get be back about around')
/** Whether the question looks ahead at all: "when will I be 70 kg". */
const asks = (pieces: readonly Piece[]): boolean =>
  pieces.some(
    (piece) => piece.kind === 'word' && /^(when|until|till|want|wants|goal|target|reach)$/.test(piece.text),
  )

/** "in 6 months", "for 12 weeks", "over the next year"; not "a girl of 8 months" or "40 years old". */
function isAhead(pieces: readonly Piece[], i: number): boolean {
  const after = textAt(pieces, i + 1)
  if (after === 'old' || after === '-' || after === 'ago') return false
  if (after === 'from' || after === 'later') return true
  if (after === 'plan' || after === 'diet' || after === 'program' || after === 'programme') return true
  for (const k of [1, 2, 3]) {
    const text = textAt(pieces, i - k)
    if (text === 'of') return false
    if (WITHIN.has(text)) return !isLast(pieces, i, k)
    if (!/^(the|next|about|around|a|only|just|another|coming|following|period|space|of)$/.test(text))
      return false
  }
  return false
}
/** "over the last 3 months" is behind us. */
const isLast = (pieces: readonly Piece[], i: number, k: number): boolean => {
  for (let j = i - k; j < i; j++) if (/^(last|past|previous)$/.test(textAt(pieces, j))) return true
  return false
}

/** "what height at 5 years": an age that lies ahead, with its unit. */
const isAgeSpan = (pieces: readonly Piece[], i: number, days: number): boolean =>
  days <= MAX_AHEAD_YEARS * DAYS_PER_YEAR &&
  /^(at|by)$/.test(textAt(pieces, i - 1)) &&
  wordIn(pieces, i - 4, i - 2, SIZES)
const SIZES = words('height tall weight weigh be length size long')

/** "at age 10", "when she is 12", "by the time he is 18", "turns 6": an age that lies ahead. */
function isAgeAhead(pieces: readonly Piece[], i: number, value: number): boolean {
  if (!(value > 0 && value <= MAX_AHEAD_YEARS)) return false
  const [one, two, three] = [textAt(pieces, i - 1), textAt(pieces, i - 2), textAt(pieces, i - 3)]
  if (one === 'age' || one === 'aged') return /^(at|by|the|of|to)$/.test(two)
  if (/^(turns|turn|reaches|turning)$/.test(one)) return true
  if (/^(is|are|be|s)$/.test(one) || one === "'s")
    return three === 'when' || three === 'time' || two === 'when'
  return (one === 'at' || one === 'by') && /^(be|weigh|tall|height)$/.test(two)
}
