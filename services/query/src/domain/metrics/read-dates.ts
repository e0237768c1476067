import { dayNumber } from './inputs.ts'

/** A calendar day, or only its month or year. */
export type PartialDate = { readonly text: string; readonly precision: 'day' | 'month' | 'year' }

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const two = (n: number) => String(n).padStart(2, '0')
const whole = (year: number, month: number, day: number): PartialDate | undefined => {
  const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
  return dayNumber(text) === undefined ? undefined : { text, precision: 'day' }
}

/** The order of day and month in dates such as 03/04/2021. */
export type DateOrder = 'dmy' | 'mdy'

/** Why a text is no date, or what it is. */
export type DateReading = PartialDate | { readonly issue: string }

const NO_DATE = { issue: 'must be a calendar day such as 2024-02-29' }

/**
 * Reads 2021-03-04 (also with a time), 2021/3/4, 2021-03, 2021, 4.3.2021, 04-Mar-2021, and 04/03/2021 where the order of
 * day and month is known or one of them is above 12. A date that can be read in two ways is refused.
 */
export function readDate(raw: string, order?: DateOrder): DateReading {
  const text = raw.trim().slice(0, 40)
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ].{0,30})?$/.exec(text)
  if (iso) return whole(Number(iso[1]), Number(iso[2]), Number(iso[3])) ?? NO_DATE
  const month = /^(\d{4})[-/](\d{1,2})$/.exec(text)
  if (month) {
    const isMonth = Number(month[2]) >= 1 && Number(month[2]) <= 12
    return isMonth ? { text: `${month[1]}-${two(Number(month[2]))}`, precision: 'month' } : NO_DATE
  }
  if (/^\d{4}$/.test(text)) return { text, precision: 'year' }
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text)
  if (dotted) return whole(Number(dotted[3]), Number(dotted[2]), Number(dotted[1])) ?? NO_DATE
  const named = /^(\d{1,2})[- /]([A-Za-z]{3})[a-z]{0,6}[- /](\d{4})$/.exec(text)
  if (named)
    return whole(Number(named[3]), MONTHS.indexOf(named[2]!.toLowerCase()) + 1, Number(named[1])) ?? NO_DATE
  const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text)
  if (!slashed) return NO_DATE
  const [first, second, year] = [Number(slashed[1]), Number(slashed[2]), Number(slashed[3])]
  const dayFirst = whole(year, second, first)
  const monthFirst = whole(year, first, second)
  if (order !== undefined) return (order === 'dmy' ? dayFirst : monthFirst) ?? NO_DATE
  if (dayFirst && monthFirst && first !== second)
    return { issue: 'can be read with the day or the month first; write it as 2024-02-29' }
  return dayFirst ?? monthFirst ?? NO_DATE
}

/** WHO Anthro takes the middle of the month where the day of birth is not known. */
const MIDDLE_DAY = 15
/** A person who is certainly older than this has no growth reference; the year of birth alone is enough. */
const ADULT_FOR_SURE_YEARS = 21

/**
 * Completes a date of which only the month or the year is known. The 15th stands for an unknown day, but never a day
 * after `notAfter`. A year alone is enough only for an adult, because growth references need the month.
 */
export function completeDate(
  { text, precision }: PartialDate,
  notAfter: string | undefined,
  what: string,
): { readonly day: string; readonly assumed?: string } | { readonly issue: string } {
  if (precision === 'day') return { day: text }
  if (precision === 'month') {
    const middle = `${text}-${MIDDLE_DAY}`
    const day = notAfter?.slice(0, 7) === text && notAfter < middle ? notAfter : middle
    return {
      day,
      assumed: `${what}: the day is not given, ${day} is assumed (WHO Anthro: middle of the month)`,
    }
  }
  if (notAfter === undefined || Number(notAfter.slice(0, 4)) - Number(text) < ADULT_FOR_SURE_YEARS)
    return { issue: 'needs the month too: a year alone is too uncertain for a child or adolescent' }
  return {
    day: `${text}-07-01`,
    assumed: `${what}: only the year is given, the age may be off by half a year`,
  }
}
