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

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

/** A day, YYYY-MM-DD, in the reader's convention. */
export function formatDay(day: string): string {
  const time = Date.parse(day)
  return Number.isFinite(time) ? dayFormat.format(time) : day
}

/** Today, YYYY-MM-DD, where the reader is. */
export function today(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

const timeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** A moment, ISO 8601, as day and time of day where the reader is. */
export function formatTime(time: string): string {
  const ms = Date.parse(time)
  return Number.isFinite(ms) ? timeFormat.format(ms) : time
}

/** Writes a count with the separators of the reader: 50,000. */
export const formatCount = (value: number): string => formatNumber(value, 0)

/** Writes a share from 0 to 1 with three digits. Rounding never makes a share certain or impossible. */
export function formatShare(value: number): string {
  if (value < 1 && value > 0.9995) return `> ${formatNumber(0.999, 3)}`
  if (value > 0 && value < 0.0005) return `< ${formatNumber(0.001, 3)}`
  return formatNumber(value, 3)
}
