const formats = new Map<number, Intl.NumberFormat>()

/** Writes a number in the reader's convention with a fixed number of digits. */
export function formatNumber(value: number, decimals: number): string {
  let format = formats.get(decimals)
  if (format === undefined) {
    format = new Intl.NumberFormat(undefined, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      // No "-0.00".
      signDisplay: 'negative',
    })
    formats.set(decimals, format)
  }
  return format.format(value)
}

/** Reads a number as people type it, with a point or a comma; undefined when it is none yet. */
export function readNumber(text: string): number | undefined {
  const trimmed = text.trim().replace(',', '.')
  if (trimmed === '') return undefined
  const value = Number(trimmed)
  return Number.isFinite(value) ? value : undefined
}

/** The first letter large: "waist circumference" → "Waist circumference". */
export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Today, YYYY-MM-DD, where the reader is. */
export function today(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

/**
 * Days are written with the month in words and in the Gregorian calendar, whatever the browser prefers: 03/10/2024 is
 * two days, and some browsers would write another year.
 */
const DAY = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  calendar: 'gregory',
  numberingSystem: 'latn',
} as const
const dayFormat = new Intl.DateTimeFormat('en-GB', { ...DAY, timeZone: 'UTC' })
const timeFormat = new Intl.DateTimeFormat('en-GB', { ...DAY, hour: '2-digit', minute: '2-digit' })

/** Returns a day, YYYY-MM-DD, in words, such as "10 Mar 2024"; undefined when the calendar has no such day. */
export function dayText(day: string): string | undefined {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN
  if (!Number.isFinite(time) || new Date(time).toISOString().slice(0, 10) !== day) return undefined
  return dayFormat.format(time)
}

/** Writes a day, YYYY-MM-DD, such that nobody can read another one: "10 Mar 2024". Other text is returned as it is. */
export const formatDay = (day: string): string => dayText(day) ?? day

/** A moment, ISO 8601, as day and time of day where the reader is: "10 Mar 2024, 14:05". */
export function formatTime(time: string): string {
  const ms = Date.parse(time)
  return Number.isFinite(ms) ? timeFormat.format(ms) : time
}

/** Writes a count with the separators of the reader: 50,000. */
export const formatCount = (value: number): string => formatNumber(value, 0)

/** Writes a share from 0 to 1, with three digits by default. Rounding never makes a share certain or impossible. */
export function formatShare(value: number, digits = 3): string {
  const step = 10 ** -digits
  if (value < 1 && value > 1 - step / 2) return `> ${formatNumber(1 - step, digits)}`
  if (value > 0 && value < step / 2) return `< ${formatNumber(step, digits)}`
  return formatNumber(value, digits)
}
