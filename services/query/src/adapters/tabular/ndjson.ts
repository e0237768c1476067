import type { TableFormat, TableRow } from '../../operations/ports.ts'

/** A longer line is not a measurement. */
const MAX_LINE_CHARACTERS = 100_000
const ROWS_PER_GROUP = 100
const TOO_LONG: TableRow = { problem: `the line is longer than ${MAX_LINE_CHARACTERS} characters` }

function parseLine(line: string): TableRow {
  try {
    const value: unknown = JSON.parse(line)
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
