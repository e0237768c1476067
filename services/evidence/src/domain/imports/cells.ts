/** Delimiters of tables. */
export type Delimiter = '\t' | ',' | ';'

/** Spellings of a missing value that all tools share, in lower case. */
const MISSING = new Set([
  '',
  'null',
  'n/a',
  'na',
  'nan',
  'none',
  '-',
  '#n/a',
  '-infinity',
  'infinity',
  'inf',
  '-inf',
])

/** Returns the trimmed cell, or undefined if the tool writes that nothing is there. */
export function present(cell: string | undefined): string | undefined {
  if (cell === undefined) return undefined
  const text = cell.trim()
  return text.length <= 9 && MISSING.has(text.toLowerCase()) ? undefined : text
}

/** Returns the name of a column as it is compared: lower case, letters and digits only. */
export const columnKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/**
 * Splits a line into cells. A cell in double quotes may contain the delimiter and doubled quotes. Quotes that do not
 * close, or that close before the end of the cell, are taken as text: names such as `"a" acid` occur in tables.
 */
export function splitCells(line: string, delimiter: Delimiter): string[] {
  if (!line.includes('"')) return line.split(delimiter)
  const cells: string[] = []
  let at = 0
  while (at <= line.length) {
    const quoted = line[at] === '"' ? quotedCell(line, at, delimiter) : undefined
    if (quoted) {
      cells.push(quoted.text)
      at = quoted.end + 1
      continue
    }
    const end = line.indexOf(delimiter, at)
    cells.push(line.slice(at, end < 0 ? line.length : end))
    at = end < 0 ? line.length + 1 : end + 1
  }
  return cells
}

function quotedCell(line: string, start: number, delimiter: Delimiter) {
  let text = ''
  for (let at = start + 1; ; ) {
    const quote = line.indexOf('"', at)
    if (quote < 0) return undefined
    text += line.slice(at, quote)
    if (line[quote + 1] !== '"') {
      const end = quote + 1
      return end === line.length || line[end] === delimiter ? { text, end } : undefined
    }
    text += '"'
    at = quote + 2
  }
}

const DECIMAL_COMMA = /^[-+]?\d+,\d+(?:[eE][-+]?\d+)?$/
const PLAIN_NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/

/** Whether a cell is a number with a decimal comma. */
export const hasDecimalComma = (text: string): boolean => DECIMAL_COMMA.test(text)

/** Parses a number; with a decimal comma only if the file writes them. Returns undefined for anything else. */
export function parseNumber(text: string, decimalComma: boolean): number | undefined {
  if (PLAIN_NUMBER.test(text)) return Number(text)
  return decimalComma && DECIMAL_COMMA.test(text) ? Number(text.replace(',', '.')) : undefined
}

const PERSONAL =
  /^(?:pi|principalinvestigator|datacollector|contact.*|operator|user(?:name)?|author.*|e?mail.*|submitter|curator)$/

/** Whether a column holds names or addresses of people, which are dropped on import. */
export const isPersonal = (column: string): boolean => PERSONAL.test(columnKey(column))

/** Returns the base name of a path. Folders may name people and machines, so they are dropped. */
export const baseName = (path: string): string => path.split(/[/\\]/).at(-1) ?? path

/** Returns a short hash of a text (FNV-1a, 32 bits, hexadecimal), to keep cut names apart. */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
