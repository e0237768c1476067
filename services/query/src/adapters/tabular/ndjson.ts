import { type ColumnPlan, planColumns, readCell } from '../../domain/survey/columns.ts'
import type { TableFormat, TableRow } from '../../operations/ports.ts'
import { textDecoder } from './decode-text.ts'

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

function parseLine(line: string, rowOf: RowReader): TableRow {
  try {
    const value: unknown = JSON.parse(line)
    if (isDeeperThan(MAX_DEPTH, value))
      return { problem: `the line is nested deeper than ${MAX_DEPTH} levels` }
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return rowOf(value as Record<string, unknown>)
    return { problem: 'the line is not a JSON object' }
  } catch {
    return { problem: 'the line is not JSON' }
  }
}

type RowReader = (record: Readonly<Record<string, unknown>>) => TableRow

/** The most keys that are told apart; a line of its own keys each would be read all the same, and not described. */
const MAX_KEYS = 5000

/** Reads the keys of each line like the columns of a table. The first line tells the layout. */
function keyReader(options: Parameters<TableFormat['open']>[1]) {
  const plans = new Map<string, { readonly plan: ColumnPlan; readonly index: number }>()
  let first: ColumnPlan | undefined
  const targetOf = (key: string, keys: readonly string[]) => {
    const known = plans.get(key)
    if (known) return known.plan.targetOf(known.index)
    if (first === undefined) {
      first = planColumns(keys, options)
      for (const [index, name] of keys.entries()) plans.set(name, { plan: first, index })
      return first.targetOf(keys.indexOf(key))
    }
    const plan = planColumns([key])
    if (plans.size < MAX_KEYS) plans.set(key, { plan, index: 0 })
    return plan.targetOf(0)
  }
  const row: RowReader = (record) => {
    const keys = Object.keys(record)
    const parameters: Record<string, unknown> = {}
    const place: Record<string, unknown> = {}
    for (const key of keys) {
      const target = targetOf(key, keys)
      if (target === undefined) continue
      const value = record[key]
      const isText = typeof value === 'string' || typeof value === 'number'
      const read = target.column !== undefined && isText ? readCell(String(value), target, false) : value
      if (target.to === 'input') parameters[target.key] = read
      else place[target.place] = read ?? ''
    }
    return { cells: record, parameters, place, ...(first ? { reading: first.reading } : {}) }
  }
  const described = () => [...plans.values()].map(({ plan }) => plan)
  return {
    row,
    describe: () => ({
      layout: first?.layout,
      read: Object.assign({}, ...described().map(({ read }) => read)) as Record<string, string>,
      unread: [...new Set(described().flatMap(({ unread }) => unread))],
      assumed: first?.assumed ?? [],
    }),
  }
}

/** One JSON object a line, in and out; the last line out is `{"summary": …}`. */
export const ndjsonFormat: TableFormat = {
  mediaType: 'application/x-ndjson',
  open(_metricIds, options) {
    const keys = keyReader(options)
    const decoder = textDecoder()
    return {
      async *read(bytes) {
        let rest = ''
        let skipping = false
        for await (const chunk of bytes) {
          const lines = (rest + decoder.decode(chunk)).split('\n')
          rest = lines.pop() as string
          let rows: TableRow[] = []
          for (const line of lines) {
            if (skipping || line.length > MAX_LINE_CHARACTERS) rows.push(TOO_LONG)
            else if (line.trim() !== '') rows.push(parseLine(line, keys.row))
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
        rest += decoder.decode(new Uint8Array(), true)
        if (skipping) yield [TOO_LONG]
        else if (rest.trim() !== '') yield [parseLine(rest, keys.row)]
      },
      rows: (results) => {
        let text = ''
        for (const { cells, metrics, error } of results)
          text += `${JSON.stringify({ ...(cells as object), metrics, ...(error === undefined ? {} : { error }) })}\n`
        return text
      },
      end: (summary) => `${JSON.stringify({ summary })}\n`,
      describe: () => ({ ...keys.describe(), encoding: decoder.encoding }),
    }
  },
}
