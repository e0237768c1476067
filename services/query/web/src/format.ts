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
