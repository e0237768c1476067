import { DAYS_PER_YEAR, UNITS } from '../units.ts'
import type { BirthReading } from './dates.ts'
import type { Span } from './draft.ts'
import type { Cue } from './lexicon-cues.ts'
import type { Quantity } from './quantity.ts'
import type { Reader } from './reader.ts'

/** Reads a calendar date: of birth, of the expected birth, or of the measurement. The nearest word before it decides. */
export function readDate(reader: Reader, read: BirthReading, span: Span): void {
  const reading = inOrder(read, reader.source)
  const { cues } = reader
  const draft = reader.cast.current
  const at = (cue: Cue): number => cues.get(cue) ?? -1
  const date = { start: span.start, end: span.end, reading }
  if (draft.birthday !== undefined && reading.kind === 'date' && draft.birth === undefined) {
    draft.birth = { ...date, reading: { ...reading, iso: yearsBefore(reading.iso, draft.birthday) } }
    if (/\b(when|day|then)\b/i.test(reader.source.slice(span.end, span.end + AFTER))) draft.measured ??= date
    for (const cue of ['birth', 'due', 'measured_on'] as const) cues.delete(cue)
    return
  }
  const latest = Math.max(at('birth'), at('due'), at('measured_on'))
  if (latest >= 0 && at('due') === latest) draft.due ??= date
  else if (latest >= 0 && at('birth') === latest && draft.birth === undefined) draft.birth = date
  else if (reading.kind === 'year' || reading.kind === 'month') return
  else if (reading.kind === 'date' || reading.kind === 'date_order' || reading.kind === 'invalid')
    draft.measured ??= date
  for (const cue of ['birth', 'due', 'measured_on'] as const) cues.delete(cue)
}

/** Settles the order of day and month by another date of the text, which can be read in one way only. */
function inOrder(reading: BirthReading, source: string): BirthReading {
  if (reading.kind !== 'date_order') return reading
  let order: 0 | 1 | undefined
  for (const [, first, second] of source.matchAll(/\b(\d{1,2})[/-](\d{1,2})[/-]\d{4}\b/g)) {
    if (Number(first) > 12) order = 0
    else if (Number(second) > 12) order = 1
  }
  return order === undefined ? reading : { kind: 'date', iso: reading.candidates[order]!, to: reading.to }
}

/** Reads what a word about a birth says by itself: "born today", "at birth", "on his sixth birthday", "preterm". */
export function readBirthCue(reader: Reader, index: number, cue: Cue, span: Span): void {
  const draft = reader.cast.current
  if (cue === 'at_birth') draft.bornNow = true
  if (cue === 'fetal' && reader.clauses[index]!.polarity === 'said') draft.fetal = true
  if (cue === 'preterm' && reader.clauses[index]!.polarity === 'said') draft.preterm ??= span
  if (cue === 'birth') {
    const years = birthdayOf(reader.source.slice(Math.max(0, span.start - BEFORE), span.end).toLowerCase())
    if (years !== undefined) {
      reader.cues.delete('birth')
      pushAge(reader, years, span)
      return
    }
    draft.birthday = namedBirthday(reader, index, span)
    const days = bornDaysAgo(reader.source.slice(span.start, span.end + AFTER).toLowerCase())
    if (days === 0) draft.bornNow = true
    else if (days !== undefined) pushAge(reader, days / DAYS_PER_YEAR, span)
  }
}

/** Characters read before and after a word about a birth. */
const BEFORE = 32
const AFTER = 32

const ORDINALS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  )

/** "her thirteenth birthday was 2 March 2024": the birthday of a date that follows; undefined for anything else. */
function namedBirthday(reader: Reader, index: number, span: Span): number | undefined {
  const words = reader.source
    .slice(Math.max(0, span.start - BEFORE), span.end)
    .toLowerCase()
    .split(' ')
  const dated = reader.items.slice(index + 1, index + 4).some((item) => item.kind === 'date')
  return dated && words.at(-1) === 'birthday' ? ordinalOf(words.at(-2) ?? '') : undefined
}

/** The same day some years before; the last day of February where that year has no 29th. */
function yearsBefore(iso: string, years: number): string {
  const year = Number(iso.slice(0, 4)) - years
  const leap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1
  return `${String(year).padStart(4, '0')}${iso.endsWith('-02-29') && !leap ? '-02-28' : iso.slice(4)}`
}

function ordinalOf(ordinal: string): number | undefined {
  const figure = Number.parseInt(ordinal, 10)
  if (figure > 0 && figure < 120 && ['st', 'nd', 'rd', 'th'].includes(ordinal.slice(-2))) return figure
  const word = ORDINALS.indexOf(ordinal)
  return word < 0 ? undefined : word + 1
}

/** "on his sixth birthday": the age on that day; undefined where no birthday is counted. */
function birthdayOf(text: string): number | undefined {
  const words = text.split(' ')
  if (words.at(-1) !== 'birthday' || words.length < 3) return undefined
  const ordinal = words.at(-2)!
  const owner = ['his', 'her', 'my', 'the', 'their', 'its'].includes(words.at(-3)!)
    ? words.at(-4)
    : words.at(-3)
  if (!['on', 'at', 'is', 'was', 'for', 'today', 'celebrated'].includes(owner ?? '')) return undefined
  return ordinalOf(ordinal)
}

/** "born today", "born at 35+1 yesterday", "born this morning": days since the birth. */
function bornDaysAgo(text: string): number | undefined {
  const sentence = text.split(/[.;!?\n]/)[0]!
  const words = sentence.split(/[ ,()]+/).slice(0, 6)
  if (words.includes('yesterday')) return 1
  const today = words.includes('today') || words.includes('tonight') || words.includes('now')
  return today || (words.includes('this') && words.includes('morning')) ? 0 : undefined
}

function pushAge(reader: Reader, years: number, span: Span): void {
  const quantity: Quantity = {
    dimension: 'age',
    value: years,
    amount: years,
    units: [UNITS.year],
    decimals: '',
    old: true,
    from: 0,
    to: 0,
    start: span.start,
    end: span.end,
  }
  reader.cast.current.readings.push({
    start: span.start,
    end: span.end,
    field: 'ageYears',
    quantity,
    time: undefined,
    corrects: false,
    negated: false,
  })
}
