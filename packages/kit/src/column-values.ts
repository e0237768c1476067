// `pg` and PGlite return different JavaScript values for these types by default; both are mapped to the same one.
const INT8 = 20
const BYTEA = 17
const DATE = 1082
const INT8_ARRAY = 1016

const parseInt8 = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a JavaScript number`)
  return value
}
const parseInt8Array = (text: string): (number | null)[] =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((item) => (item === 'NULL' ? null : parseInt8(item)))
const parseBytea = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.slice(2), 'hex'))

/** Parsers of column values by type, the same for both engines. */
export const parsers: Record<number, (text: string) => unknown> = {
  [INT8]: parseInt8,
  [INT8_ARRAY]: parseInt8Array,
  [BYTEA]: parseBytea,
  [DATE]: (text) => text,
}
