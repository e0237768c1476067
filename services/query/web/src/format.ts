const formats = new Map<number, Intl.NumberFormat>()

/** Writes a number in the reader's convention with a fixed number of digits. */
export function formatNumber(value: number, decimals: number): string {
  let format = formats.get(decimals)
  if (format === undefined) {
    format = new Intl.NumberFormat(undefined, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
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
