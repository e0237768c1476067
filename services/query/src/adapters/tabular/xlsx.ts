import { Refusal } from '../../domain/refusal.ts'
import { type ColumnPlan, planColumns } from '../../domain/survey/columns.ts'
import type { TableFormat, TableRow } from '../../operations/ports.ts'
import { csvWriter, headerOf, ROWS_PER_GROUP, rowOf } from './csv.ts'
import { attributeOf, xmlEvents } from './xml-events.ts'
import { type UnpackBudget, unpack, type ZipEntry, zipEntries } from './zip-entries.ts'

/** Packed size of a workbook, which is held as a whole: its directory is at the end. */
const MAX_PACKED_BYTES = 64 * 1024 ** 2
/** Unpacked size of all parts that are read. */
const MAX_UNPACKED_BYTES = 256 * 1024 ** 2
/** Characters of all shared texts together; they are held while the rows are read. */
const MAX_SHARED_CHARACTERS = 32 * 1024 ** 2
const MAX_SHARED_TEXTS = 2_000_000
const MAX_COLUMNS = 5000
const MAX_CELL_CHARACTERS = 32_767

const refuse = (issue: string, provided: unknown = null): never => {
  throw new Refusal('VALIDATION_ERROR', `workbook ${issue}`, { field: 'workbook', issue, provided })
}

async function wholeFile(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let total = 0
  for await (const piece of bytes) {
    total += piece.length
    if (total > MAX_PACKED_BYTES) refuse(`is larger than ${MAX_PACKED_BYTES} bytes; send it as CSV`, total)
    pieces.push(piece)
  }
  const file = new Uint8Array(total)
  let at = 0
  for (const piece of pieces) {
    file.set(piece, at)
    at += piece.length
  }
  return file
}

/** Tags and texts of a part, a piece at a time: a turn of the event loop for each of them would take minutes. */
async function* eventsOf(file: Uint8Array, entry: ZipEntry, budget: UnpackBudget) {
  const decoder = new TextDecoder()
  const events = xmlEvents()
  for await (const piece of unpack(file, entry, budget)) yield events(decoder.decode(piece, { stream: true }))
  yield events(`${decoder.decode()}<`)
}

/** The texts that cells refer to by number. Phonetic hints (rPh) are not part of a text. */
async function sharedTexts(
  file: Uint8Array,
  entry: ZipEntry | undefined,
  budget: UnpackBudget,
): Promise<string[]> {
  const texts: string[] = []
  if (entry === undefined) return texts
  let current = ''
  let characters = 0
  let [isText, isHint] = [false, false]
  for await (const events of eventsOf(file, entry, budget))
    for (const event of events) {
      if ('open' in event) {
        if (event.open === 'si') current = ''
        if (event.open === 'rPh') isHint = !event.isEmpty
        isText = event.open === 't' && !event.isEmpty
        if (event.open === 'si' && event.isEmpty) texts.push('')
      } else if ('close' in event) {
        if (event.close === 'rPh') isHint = false
        if (event.close === 't') isText = false
        if (event.close === 'si') texts.push(current)
      } else if (isText && !isHint) {
        current += event.text.slice(0, MAX_CELL_CHARACTERS)
        characters += event.text.length
      }
      if (characters > MAX_SHARED_CHARACTERS || texts.length > MAX_SHARED_TEXTS)
        refuse('has more text than the service accepts; send it as CSV')
    }
  return texts
}

/** Column number of a reference such as BC12; −1 when there is none. */
function columnOf(reference: string | undefined): number {
  let column = 0
  for (const letter of reference ?? '') {
    const code = letter.charCodeAt(0) - 64
    if (code < 1 || code > 26) break
    column = column * 26 + code
    if (column > MAX_COLUMNS) return refuse(`must have at most ${MAX_COLUMNS} columns`, reference)
  }
  return column - 1
}

/** The rows of the first sheet as cells of text. */
async function* sheetRows(file: Uint8Array, sheet: ZipEntry, texts: readonly string[], budget: UnpackBudget) {
  let cells: string[] = []
  let column = -1
  let type = ''
  let value = ''
  let isValue = false
  for await (const events of eventsOf(file, sheet, budget))
    for (const event of events) {
      if ('open' in event) {
        if (event.open === 'row') {
          cells = []
          column = -1
        } else if (event.open === 'c') {
          const at = columnOf(attributeOf(event.attributes, 'r'))
          column = at >= 0 ? at : column + 1
          type = attributeOf(event.attributes, 't') ?? 'n'
          value = ''
        }
        isValue = (event.open === 'v' || event.open === 't') && !event.isEmpty
      } else if ('close' in event) {
        if (event.close === 'v' || event.close === 't') isValue = false
        if (event.close === 'c' && column >= 0 && column < MAX_COLUMNS) {
          while (cells.length < column) cells.push('')
          cells[column] = type === 's' ? (texts[Number(value)] ?? '') : type === 'e' ? '' : value
        }
        if (event.close === 'row') yield cells
      } else if (isValue && value.length < MAX_CELL_CHARACTERS) value += event.text
    }
}

/** Days from 1970-01-01 back to day 0 of the 1900 date system of spreadsheets. */
const DAY_ZERO = 25_569
const FIRST_SERIAL = 3_654
const LAST_SERIAL = 73_050

/** Spreadsheets keep dates as days since 1900: between 1910 and 2099 such a number in a column of dates is one. */
function dateOf(cell: string): string {
  const serial = Number(cell)
  return cell !== '' && serial >= FIRST_SERIAL && serial <= LAST_SERIAL
    ? new Date((Math.floor(serial) - DAY_ZERO) * 86_400_000).toISOString().slice(0, 10)
    : cell
}

/** Name of the part that holds the first sheet of a workbook. */
function firstSheet(entries: ReadonlyMap<string, ZipEntry>): ZipEntry {
  const sheets = [...entries.values()]
    .filter(({ name }) => /^xl\/worksheets\/sheet\d{1,5}\.xml$/.test(name))
    .sort((a, b) => Number.parseInt(a.name.slice(19), 10) - Number.parseInt(b.name.slice(19), 10))
  return sheets[0] ?? refuse('has no sheet')
}

/**
 * The first sheet of an .xlsx workbook; rows go out as CSV. Only two parts are unpacked, as streams with a budget.
 * Formulas are not computed: the value that the spreadsheet stored counts.
 */
export const xlsxFormat: TableFormat = {
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  outputType: 'text/csv',
  open(metricIds, options) {
    const writer = csvWriter(metricIds)
    let header: readonly string[] | undefined
    let plan: ColumnPlan | undefined
    let dates: readonly number[] = []

    const toRow = (cells: string[]): TableRow => {
      for (const index of dates) if (cells[index] !== undefined) cells[index] = dateOf(cells[index])
      while (cells.length > header!.length && cells.at(-1)!.trim() === '') cells.pop()
      return rowOf(cells, header!.length, plan!, true)
    }
    return {
      async *read(bytes) {
        const file = await wholeFile(bytes)
        if (file.length === 0) return
        const entries = zipEntries(file)
        const budget = { left: MAX_UNPACKED_BYTES }
        const texts = await sharedTexts(file, entries.get('xl/sharedStrings.xml'), budget)
        let rows: TableRow[] = []
        for await (const cells of sheetRows(file, firstSheet(entries), texts, budget)) {
          if (cells.every((cell) => cell.trim() === '')) continue
          if (header === undefined) {
            header = headerOf({ cells })
            plan = planColumns(header, options)
            const isDate = (i: number) => {
              const target = plan!.targetOf(i)
              return target?.to === 'input' && target.kind === 'date'
            }
            dates = header.flatMap((_, i) => (isDate(i) ? [i] : []))
          } else rows.push(toRow(cells))
          if (rows.length < ROWS_PER_GROUP) continue
          yield rows
          rows = []
        }
        yield rows
      },
      rows: (results) => writer.rows(header, ',', false, results),
      end: () => writer.head(header, ','),
      describe: () => ({
        layout: plan?.layout,
        read: plan?.read ?? {},
        unread: plan?.unread ?? [],
        assumed: plan?.assumed ?? [],
      }),
    }
  },
}
