/** Longest record that is held until it is complete. */
const MAX_RECORD = 1_000_000

const asText = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : value === null || value === undefined
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value)

function parsed(text: string): Record<string, string>[] {
  try {
    const value = JSON.parse(text) as Record<string, unknown>
    return [Object.fromEntries(Object.entries(value).map(([name, cell]) => [name, asText(cell)]))]
  } catch {
    return []
  }
}

/**
 * Finds the innermost objects of a JSON text, line by line, however it is wrapped: a list, or an object with a list.
 * `pending` is the start of an object from the lines before.
 */
export function jsonLine(
  pending: string | undefined,
  line: string,
): { records: Record<string, string>[]; rest: string | undefined } {
  const records: Record<string, string>[] = []
  let held = pending
  let start = held === undefined ? -1 : 0
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at]
    if (char === '"') {
      // A JSON string ends in its line.
      for (at += 1; at < line.length && line[at] !== '"'; at += 1) if (line[at] === '\\') at += 1
    } else if (char === '{') {
      start = at
      held = undefined
    } else if (char === '}' && start >= 0) {
      records.push(...parsed((held ?? '') + line.slice(start, at + 1)))
      start = -1
      held = undefined
    }
  }
  const rest = start < 0 ? undefined : `${held ?? ''}${line.slice(start)}\n`
  return { records, rest: rest !== undefined && rest.length > MAX_RECORD ? undefined : rest }
}

const KEY_VALUE = /^([A-Za-z][^:\t]{0,60}):(?: (.*)|)$/

/** Parses the lines of a block of `key: value`. */
function blockOf(text: string): Record<string, string> {
  const record: Record<string, string> = {}
  for (const line of text.split('\n')) {
    const [, key, value] = KEY_VALUE.exec(line) ?? []
    if (key !== undefined && !(key in record)) record[key] = value ?? ''
  }
  return record
}

/** Keys of the lines of a block so far. */
export const blockKeys = (text: string): string[] => Object.keys(blockOf(text))

/**
 * Reads blocks of `key: value` lines. A block starts with NAME and ends at an empty line, at its list of peaks ("Num
 * …") or at the next NAME.
 */
export function blockLine(
  pending: string | undefined,
  line: string,
): { record?: Record<string, string>; rest: string | undefined } {
  const starts = /^NAME\s*:/i.test(line)
  const ends = line.trim() === '' || /^Num\b/.test(line)
  if (pending === undefined) return { rest: starts ? `${line}\n` : undefined }
  if (starts) return { record: blockOf(pending), rest: `${line}\n` }
  if (ends) return { record: blockOf(pending), rest: undefined }
  const rest = pending.length + line.length > MAX_RECORD ? pending : `${pending}${line}\n`
  return { rest }
}
