/**
 * Compact text form of a column of decimals: integers (value × 10^decimals), differenced once or twice, zigzag-folded,
 * written as 5-bit groups, low group first. The sixth bit says that another group follows. Decoding returns exactly the
 * decimals of the published table.
 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

export type EncodedColumn = { readonly decimals: number; readonly order: 0 | 1 | 2; readonly text: string }

/** Writes integers as text, differenced `order` times. */
export function encodeIntegers(values: readonly number[], order: 0 | 1 | 2): string {
  let text = ''
  for (const value of differences(values, order)) {
    let rest = value >= 0 ? value * 2 : -value * 2 - 1
    do {
      const group = rest % 32
      rest = Math.floor(rest / 32)
      text += ALPHABET[rest > 0 ? group + 32 : group]
    } while (rest > 0)
  }
  return text
}

/** Decodes a column. Returns the double nearest to each published decimal. */
export function decodeColumn(column: EncodedColumn): Float64Array {
  const values: number[] = []
  let value = 0
  let scale = 1
  for (let i = 0; i < column.text.length; i++) {
    const code = codeOf(column.text.charCodeAt(i))
    value += (code & 31) * scale
    scale *= 32
    if (code >= 32) continue
    values.push(value % 2 === 0 ? value / 2 : -(value + 1) / 2)
    value = 0
    scale = 1
  }
  for (let pass = 0; pass < column.order; pass++)
    for (let i = 1; i < values.length; i++) values[i] = values[i]! + values[i - 1]!
  const divisor = 10 ** column.decimals
  return Float64Array.from(values, (integer) => integer / divisor)
}

function differences(values: readonly number[], order: number): readonly number[] {
  let current = values
  for (let pass = 0; pass < order; pass++) {
    const previous = current
    current = previous.map((value, i) => (i === 0 ? value : value - previous[i - 1]!))
  }
  return current
}

function codeOf(char: number): number {
  if (char >= 97) return char - 71
  if (char === 95) return 63
  if (char >= 65) return char - 65
  if (char === 45) return 62
  return char + 4
}
