import { DAYS_PER_YEAR, UNITS } from '../units.ts'
import type { BirthCue } from './lexicon-births.ts'
import type { ClauseCue } from './lexicon-clauses.ts'
import type { Quantity } from './quantity.ts'
import type { Reader } from './reader.ts'
import type { Item } from './scan.ts'

/** What a span of time is. */
export type AgeRole = 'age' | 'menstrual' | 'gestation' | 'pregnancy' | 'early' | 'duration'

const DAYS_PER_WEEK = 7
/** Length of a pregnancy at term, in weeks. */
const TERM_WEEKS = 40

/** Weeks at which a child can be born alive, or a pregnancy can be. */
const GESTATION: readonly [number, number] = [20, 45]

/** Words before a span of time that make it a duration and not an age. */
const DURATION_BEFORE = new Set(
  'for in over within after last past next every per since during x between another married divorced widowed engaged diagnosed smoked smoker trained training lifting working worked lived living together dating sober admitted vegan vegetarian teaching dieting employed experience retired smoking'.split(
    ' ',
  ),
)
const DURATION_AFTER = new Set('ago later away straight apart running long into off without'.split(' '))

/** "20 weeks along", "five months gone". */
const ALONG = new Set(['along', 'gone'])
export const isAlong = (item: Item | undefined): boolean => item?.kind === 'word' && ALONG.has(item.text)

const weeksOf = (quantity: Quantity): number => (quantity.value * DAYS_PER_YEAR) / DAYS_PER_WEEK

/** Weeks of gestation of a child who came this much before term. */
export const weeksWhenEarly = (quantity: Quantity): number => TERM_WEEKS - weeksOf(quantity)

const hasAny = (item: Item | undefined, cues: readonly (BirthCue | ClauseCue)[]): boolean =>
  item?.kind === 'phrase' &&
  item.meanings.some((m) => m.kind === 'cue' && (cues as readonly string[]).includes(m.cue))

const isPregnant = (item: Item | undefined): boolean =>
  item?.kind === 'phrase' && item.meanings.some((m) => m.kind === 'fact' && m.entry.fact.pregnant === true)

/** Items that are read on each side of a span of time. */
const NEAR = 4

/** The nearest items on one side, within the sentence and before another number. */
function* near(reader: Reader, index: number, step: 1 | -1, reach = NEAR): Generator<Item> {
  for (let i = index + step, n = 0; n < reach; i += step, n++) {
    const item = reader.items[i]
    if (item === undefined || (item.kind === 'break' && item.strong) || item.kind === 'quantity') return
    yield item
  }
}

const someNear = (
  reader: Reader,
  index: number,
  step: 1 | -1,
  test: (item: Item) => boolean,
  reach = NEAR,
): boolean => {
  for (const item of near(reader, index, step, reach)) if (test(item)) return true
  return false
}

/** Decides what a number of years, months, weeks or days says. */
export function ageRole(reader: Reader, index: number, quantity: Quantity): AgeRole {
  if (quantity.old || quantity.sex) return 'age'
  const weeks = weeksOf(quantity)
  const inWeeks =
    quantity.gestation === true || quantity.units.every((unit) => unit === UNITS.week || unit === UNITS.day)
  const bornish = inWeeks && weeks >= GESTATION[0] && weeks <= GESTATION[1]
  if (inWeeks && saysMenstrual(reader, index)) return 'menstrual'
  if (bornish && saysFetal(reader, index) && !isDuration(reader, index)) return 'pregnancy'
  const tooEarly = inWeeks && weeks < GESTATION[0]
  if (tooEarly && (quantity.gestation || hasAny(reader.items[index + 1], ['gestation']))) return 'pregnancy'
  if (quantity.gestation || (bornish && saysGestation(reader, index)))
    return carries(reader, index) ? 'pregnancy' : 'gestation'
  const next = reader.items[index + 1]
  if (hasAny(next, ['early']) && !isPregnant(next)) return bornish ? 'gestation' : 'early'
  if (inWeeks && weeks <= GESTATION[1] && saysPregnant(reader, index)) return 'pregnancy'
  if (quantity.value < 1 && (isPregnant(next) || isAlong(next))) return 'pregnancy'
  if (bornish && reader.cast.current.fetal && !isDuration(reader, index)) return 'pregnancy'
  return isDuration(reader, index) ? 'duration' : 'age'
}

/** "postmenstrual age 36+2", "36 weeks PMA". */
const saysMenstrual = (reader: Reader, index: number): boolean =>
  hasAny(reader.items[index + 1], ['menstrual_age']) ||
  someNear(reader, index, -1, (item) => hasAny(item, ['menstrual_age']), 3)

/** "34 weeks scan", "fetal weight by ultrasound at 34 weeks": the child is not born. */
const saysFetal = (reader: Reader, index: number): boolean =>
  someNear(reader, index, 1, (item) => hasAny(item, ['fetal']), 4) ||
  someNear(reader, index, -1, (item) => hasAny(item, ['fetal']), 6)

/** "29 weeks gestation", "born at 38 weeks", "preemie (28 wk)", "full term (41 weeks)", "33 weeker". */
function saysGestation(reader: Reader, index: number): boolean {
  const next = reader.items[index + 1]
  if (hasAny(next, ['gestation', 'weeker', 'preterm', 'early'])) return true
  if (someNear(reader, index, 1, (item) => hasAny(item, ['gestation', 'weeker']), 2)) return true
  if (hasAny(next, ['corrected_age', 'actual_age'])) return false
  return (
    someNear(reader, index, -1, (item) => hasAny(item, ['gestation', 'preterm', 'term', 'birth']), 4) &&
    !isNow(reader, index)
  )
}

/** "preterm girl, now 30 weeks": the age today. */
const isNow = (reader: Reader, index: number): boolean => {
  for (const item of near(reader, index, -1)) {
    if (hasAny(item, ['now', 'present', 'corrected_age', 'actual_age'])) return true
    if (hasAny(item, ['birth', 'gestation', 'preterm', 'term'])) return false
  }
  return false
}

/** Whether weeks of gestation are those of a woman who is pregnant now. */
function carries(reader: Reader, index: number): boolean {
  const { facts, readings, birth, bornNow } = reader.cast.current
  if (
    birth ||
    bornNow ||
    someNear(reader, index, -1, (item) => hasAny(item, ['birth', 'preterm', 'term']), 6)
  )
    return false
  if (facts.pregnant === true || saysPregnant(reader, index)) return true
  const aged = readings.find((reading) => reading.field === 'ageYears')
  return (aged?.quantity.value ?? 0) >= 12 || isObstetric(reader, index)
}

/** "G2P1, 19+3 weeks". */
const isObstetric = (reader: Reader, index: number): boolean => {
  const before = reader.source.slice(Math.max(0, reader.items[index]!.start - 24), reader.items[index]!.start)
  return /\bg\d ?p\d|gravida|primip|multip|para \d/i.test(before)
}

function saysPregnant(reader: Reader, index: number): boolean {
  if (someNear(reader, index, 1, isPregnant, 3)) return true
  return someNear(reader, index, -1, isPregnant, 6) || reader.cast.current.facts.pregnant === true
}

/** "for 3 weeks", "in 6 months", "two years ago"; but "born 3 weeks ago" is an age. */
function isDuration(reader: Reader, index: number): boolean {
  const [previous, next] = [reader.items[index - 1], reader.items[index + 1]]
  const item = reader.items[index]!
  const ago = hasAny(next, ['past_after']) || (next?.kind === 'word' && DURATION_AFTER.has(next.text))
  // "30 weeks since my last period"; but "5 months since birth" is an age.
  if (next?.kind === 'word' && next.text === 'since')
    return !someNear(
      reader,
      index,
      1,
      (item) => hasAny(item, ['birth']) || (item.kind === 'word' && item.text === 'birth'),
      5,
    )
  if (ago) return !someNear(reader, index, -1, (before) => hasAny(before, ['birth']), 6)
  if (next?.kind === 'phrase' && next.text === 'postpartum') return true
  // "30 weeks of training"; but "6 months of age" is an age.
  const of = reader.items[index + 2]
  if (next?.kind === 'word' && next.text === 'of' && of?.kind === 'word' && !of.text.startsWith('age'))
    return true
  // "is 30 kg ok for 9 years girl"
  if (
    next?.kind === 'phrase' &&
    next.meanings.some((m) => (m.kind === 'sex' && !m.pronoun) || m.kind === 'young')
  )
    return false
  if (previous?.kind === 'word' && DURATION_BEFORE.has(previous.text)) return true
  if (previous?.kind === 'phrase' && (DURATION_BEFORE.has(previous.text) || previous.text === 'postpartum'))
    return true
  const { changes, readings } = reader.cast.current
  const change = changes.at(-1)
  if (change && item.start - change.end < 4) return true
  const aged = readings.some((reading) => reading.field === 'ageYears')
  if (item.kind === 'quantity' && item.quantity.slashed && aged) return true
  return (
    item.kind === 'quantity' &&
    item.quantity.slashed === true &&
    change !== undefined &&
    item.start - change.end < 20
  )
}

/** Returns whether an age is said to be corrected for preterm birth, or not to be; undefined when nothing is said. */
export function correction(reader: Reader, index: number): 'corrected' | 'actual' | undefined {
  const said = (item: Item): 'corrected' | 'actual' | undefined =>
    hasAny(item, ['actual_age']) ? 'actual' : hasAny(item, ['corrected_age']) ? 'corrected' : undefined
  for (const step of [-1, 1] as const)
    for (const item of near(reader, index, step, step < 0 ? 4 : 2)) {
      if (item.kind === 'break' && item.text === ',') break
      const found = said(item)
      if (found) return found
    }
  return undefined
}
