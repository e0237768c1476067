import type { UnitSystem } from '../units.ts'
import type { Flaw } from './ambiguities.ts'
import type { Draft, Span } from './draft.ts'
import type { NumericInput, PastValue, ReadValue } from './structured-query.ts'
import type { Time } from './times.ts'

/** A value of a field before it is decided which of several holds. */
export type Candidate = ReadValue & {
  readonly field: NumericInput
  readonly time: Time
  readonly system: UnitSystem | undefined
}

/** Two statements of one thing in two systems may differ by their rounding. */
const SAME_WITHIN = 0.012

/** Of values of different days the one said after the date of the measurement holds: "born … 3.2 kg. On 3 Feb 9.1 kg". */
export function onTheDay(draft: Draft, candidates: readonly Candidate[]): readonly Candidate[] {
  const { measured } = draft
  if (!measured || candidates.length < 2 || candidates.some((c) => c.time !== 'past')) return candidates
  const after = candidates.filter((candidate) => candidate.start > measured.start)
  return after.length > 0 ? after : candidates
}

/** "5.5 feet, i.e. five foot six": what could be read in two ways is settled by the clear form beside it. */
export function settleForms(flaws: Flaw[], candidates: readonly Candidate[]): void {
  for (let i = flaws.length - 1; i >= 0; i--) {
    const { kind, field, candidates: readings } = flaws[i]!
    if (kind !== 'form' || !readings) continue
    const clear = candidates.some(
      (c) =>
        c.field === field && readings.some((value) => Math.abs(value - c.value) <= SAME_WITHIN * c.value),
    )
    if (clear) flaws.splice(i, 1)
  }
}

/** "in 2015: 66 kg; in 2024: 79 kg": of values of which each has its year the newest holds. */
export function newestYear(own: readonly Candidate[], source: string): readonly Candidate[] {
  if (own.length < 2 || own.some((c) => c.time !== 'past')) return own
  const years = own.map((c) => yearBefore(source, c.start))
  const newest = Math.max(...years.map((year) => year ?? 0))
  if (years.some((year) => year === undefined) || new Set(years).size !== years.length) return own
  return own.filter((_c, i) => years[i] === newest)
}

/** Characters before a value in which its year is said. */
const YEAR_BEFORE = 24

const yearBefore = (source: string, start: number): number | undefined => {
  const said = source.slice(Math.max(0, start - YEAR_BEFORE), start).match(/\b(?:19|20)\d\d\b/g)
  return said ? Number(said.at(-1)) : undefined
}

const isSame = (a: ReadValue, b: ReadValue): boolean => a.start === b.start && a.value === b.value

/** Values of another time than the one that holds: history, or the present where something else is supposed. */
export function formerOf(
  own: readonly Candidate[],
  chosen: ReadValue,
  { source, today }: { readonly source: string; readonly today: string },
): readonly PastValue[] {
  const times = new Set(own.map((candidate) => candidate.time))
  const isFormer = ({ time }: Candidate): boolean =>
    time === 'past' || (times.has('suppose') && time !== 'suppose')
  return own
    .filter((candidate) => !isSame(candidate, chosen) && isFormer(candidate))
    .map(({ field, value, text, start, end }) => ({
      of: field,
      value,
      text,
      start,
      end,
      ...(isLongAgo({ start, end }, source, today) && { longAgo: true }),
    }))
}

/** Characters on either side of a value in which its date is said. */
const DATE_REACH = 40
const CLAUSE_ENDS = /[,.;:!?\n]|\b(?:and|but|then|now)\b/i

/** "100 kg in 2010", "10 years ago I was 100 kg": more than half a year back for certain. */
function isLongAgo({ start, end }: Span, source: string, today: string): boolean {
  const before = source
    .slice(Math.max(0, start - DATE_REACH), start)
    .split(CLAUSE_ENDS)
    .at(-1)!
  const clause = `${before} ${source.slice(end, end + DATE_REACH).split(CLAUSE_ENDS)[0]}`
  if (/\bborn\b/i.test(clause)) return false
  const year = /\bin (?:[a-z]{3,9} )?((?:19|20)\d\d)\b/i.exec(clause)?.[1]
  return year === undefined ? /\byears (?:ago|back)\b/i.test(clause) : `${Number(year) + 1}-07-01` <= today
}

/** The one value of a field: the present over the past, the first of two that agree, else a conflict. */
export function chooseOne(candidates: readonly Candidate[]): ReadValue | Flaw {
  const supposed = candidates.filter((c) => c.time === 'suppose')
  const present = candidates.filter((c) => c.time !== 'past')
  const current = present.filter((c) => c.time === 'now')
  const live =
    supposed.length > 0
      ? supposed
      : current.length === 1
        ? current
        : present.length > 0
          ? present
          : candidates
  const first = live[0]!
  const other = live.find((c) => !agrees(first, c))
  if (other)
    return {
      field: first.field,
      kind: 'conflict',
      span: { start: first.start, end: other.end },
      candidates: [first.value, other.value],
    }
  const { field: _field, time: _time, system: _system, ...value } = first
  return value
}

function agrees(a: Candidate, b: Candidate): boolean {
  if (a.low !== undefined || b.low !== undefined) return a.low === b.low && a.high === b.high
  if (a.value === b.value) return true
  return a.system !== b.system && Math.abs(a.value - b.value) <= SAME_WITHIN * Math.max(a.value, b.value)
}
