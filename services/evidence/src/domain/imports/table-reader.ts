import type { ScoreCard } from '../scores/score-card.ts'
import { splitCells } from './cells.ts'
import type { ImportedEvidence, LineError, ReaderState, Survey } from './import-record.ts'
import { Columns, Row } from './layout.ts'
import { layoutOf } from './layouts/catalogue.ts'
import { blockLine, jsonLine } from './records.ts'
import { cut, type RowContext, rowReader } from './row-reader.ts'

/** Length to which a refused cell is cut in its report. */
const MAX_PROVIDED = 80

/** Bookkeeping that the readers of tables and of mzTab-M share: refusals, notes, cells, best scores. */
export function bookkeeping(state: ReaderState, report: (error: LineError) => void) {
  const survey: Partial<Survey> = state.survey ?? {}
  const notes: Record<string, number> = { ...state.notes }
  let cells = state.cells ?? 0
  let best = state.best
  let line = state.lineNumber
  const context: RowContext = {
    file: survey.file ?? {},
    decimalComma: survey.decimalComma ?? false,
    scaleOf: (card: ScoreCard) => survey.scales?.[card.id] ?? 1,
    refuse: (field, issue, provided) => report({ line, field, issue, provided: cut(provided, MAX_PROVIDED) }),
    note: (reason) => {
      notes[reason] = (notes[reason] ?? 0) + 1
    },
    countCell: () => {
      cells += 1
    },
    bestOf: (observation, score) => {
      if (best?.observation !== observation || score > best.score) best = { observation, score }
      return best.score
    },
  }
  return {
    context,
    atLine: (number: number) => {
      line = number
    },
    state: () => ({ notes, cells, ...(best ? { best } : {}) }),
  }
}

/** Reads the rows, blocks or JSON records of a table whose layout is known from the survey. */
export function tableReader(state: ReaderState, report: (error: LineError) => void) {
  const survey = state.survey
  if (survey?.layout === undefined || survey.header === undefined)
    throw new Error('the table was not surveyed')
  const layout = layoutOf(survey.layout)
  const columns = new Columns(survey.header)
  const book = bookkeeping(state, report)
  const read = rowReader(layout, columns, book.context)
  let pending = state.pending
  const headerLine = survey.headerLine ?? 0
  const headerKey = survey.header.join('\t')

  const ofRecord = (record: Readonly<Record<string, string>>) =>
    read(
      new Row(
        columns,
        survey.header!.map((name) => record[name] ?? ''),
      ),
    )

  return {
    read(line: string, number: number): ImportedEvidence[] {
      book.atLine(number)
      if (survey.written === 'json') {
        const { records, rest } = jsonLine(pending, line)
        pending = rest
        return records.flatMap(ofRecord)
      }
      if (survey.written === 'blocks') {
        const { record, rest } = blockLine(pending, line)
        pending = rest
        return record ? ofRecord(record) : []
      }
      if (number <= headerLine || line.trim() === '') return []
      const cells = splitCells(line, survey.delimiter ?? '\t')
      // Comments may stand between rows.
      if (cells[0]?.startsWith('#') && !survey.header![0]?.startsWith('#')) return []
      // Tables that were joined repeat the header.
      if (cells[0] === survey.header![0] && cells.join('\t') === headerKey) return []
      return read(new Row(columns, cells))
    },
    state: () => ({ ...book.state(), ...(pending === undefined ? {} : { pending }) }),
  }
}
