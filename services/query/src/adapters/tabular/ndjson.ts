import type { TableFormat, TableRow } from '../../operations/ports.ts'

/** A longer line is not a measurement. */
const MAX_LINE_CHARACTERS = 100_000
const ROWS_PER_GROUP = 100
const TOO_LONG: TableRow = { problem: `the line is longer than ${MAX_LINE_CHARACTERS} characters` }

/** Deeper than this no measurement lies, and writing such a line again would exhaust the stack. */
const MAX_DEPTH = 100

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const inner of Object.values(value)) if (isDeeperThan(levels - 1, inner)) return true
  return false
}

function parseLine(line: string): TableRow {
  try {
    const value: unknown = JSON.parse(line)
    if (isDeeperThan(MAX_DEPTH, value))
      return { problem: `the line is nested deeper than ${MAX_DEPTH} levels` }
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { cells: value, parameters: value as Record<string, unknown> }
    return { problem: 'the line is not a JSON object' }
  } catch {
    return { problem: 'the line is not JSON' }
  }
}

/** One JSON object a line, in and out; the last line out is `{"summary": …}`. */
export const ndjsonFormat: TableFormat = {
  mediaType: 'application/x-ndjson',
  open: () => ({
    async *read(bytes) {
      const decoder = new TextDecoder()
      let rest = ''
      let skipping = false
      for await (const chunk of bytes) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
        rest = lines.pop() as string
        let rows: TableRow[] = []
        for (const line of lines) {
          if (skipping || line.length > MAX_LINE_CHARACTERS) rows.push(TOO_LONG)
          else if (line.trim() !== '') rows.push(parseLine(line))
          skipping = false
          if (rows.length < ROWS_PER_GROUP) continue
          yield rows
          rows = []
        }
        if (rest.length > MAX_LINE_CHARACTERS) {
          skipping = true
          rest = ''
        }
        yield rows
      }
      rest += decoder.decode()
      if (skipping) yield [TOO_LONG]
      else if (rest.trim() !== '') yield [parseLine(rest)]
    },
    rows: (results) => {
      let text = ''
      for (const { cells, metrics, error } of results)
        text += `${JSON.stringify({ ...(cells as object), metrics, ...(error === undefined ? {} : { error }) })}\n`
      return text
    },
    end: (summary) => `${JSON.stringify({ summary })}\n`,
  }),
}
