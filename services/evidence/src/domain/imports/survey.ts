import { invalid, Refusal } from '../refusal.ts'
import { columnKey, type Delimiter, hasDecimalComma, present, splitCells } from './cells.ts'
import type { ImportFormat } from './import-format.ts'
import type { FileHint, Survey } from './import-record.ts'
import { bindScores, Columns, fits, type TableLayout } from './layout.ts'
import { TABLE_LAYOUTS } from './layouts/catalogue.ts'
import { mzTabSurvey } from './mztab-survey.ts'
import { blockKeys, jsonLine } from './records.ts'
import { scaleCounter } from './scales.ts'

/** Number of lines with text within which the header must be. */
const HEADER_LINES = 60
/** Number of rows from which decimal commas and scales are found. */
const SAMPLED_ROWS = 5000
const DELIMITERS: readonly Delimiter[] = ['\t', ',', ';']
const ITEM_COLUMNS = ['moleculeid', 'type', 'value']

/** First pass over a file. */
export interface Surveyor {
  line(text: string): void
  /** Whether further lines tell nothing more. */
  done(): boolean
  /** Returns what was found. Refuses a file whose layout is not known or that contradicts itself. */
  end(): Survey
}

const rowLayouts = TABLE_LAYOUTS.filter((layout) => layout.written !== 'blocks')
const blockLayouts = TABLE_LAYOUTS.filter((layout) => layout.written === 'blocks')

function unknownLayout(firstLine: string): Refusal {
  const issue = `has a layout that is not known: none of its first ${HEADER_LINES} lines names the columns of a known tool`
  return new Refusal(
    'FUZZY_EVIDENCE_VALIDATION_ERROR',
    `The file ${issue}. Known: NDJSON and CSV with molecule_id, type and value, mzTab-M, and tables of ${[...new Set(TABLE_LAYOUTS.map(({ tool }) => tool))].join(', ')}.`,
    {
      field: 'file',
      issue,
      provided: firstLine.slice(0, 200).toWellFormed(),
    },
  )
}

interface Found {
  readonly survey: Survey
  readonly layout?: TableLayout
}

function jsonFormat(line: string): 'ndjson' | 'json' {
  try {
    const value = JSON.parse(line) as unknown
    if (typeof value === 'object' && value !== null && ('molecule_id' in value || 'type' in value))
      return 'ndjson'
  } catch {
    // A record that goes on in the next line.
  }
  return 'json'
}

function headerFound(line: string, lineNumber: number): Found | undefined {
  for (const delimiter of DELIMITERS) {
    if (!line.includes(delimiter)) continue
    const header = splitCells(line, delimiter).map((name) => name.trim())
    const keys = new Set(header.map(columnKey))
    if (delimiter === ',' && ITEM_COLUMNS.every((name) => keys.has(name)))
      return { survey: { format: 'csv' } }
    const columns = new Columns(header)
    const layout = rowLayouts.find((candidate) => fits(candidate, columns))
    if (layout)
      return {
        survey: { format: 'table', layout: layout.id, delimiter, headerLine: lineNumber, header },
        layout,
      }
  }
  return undefined
}

/**
 * Creates the first pass over a file. `format` skips the detection of a format that the sender named; `fallback` is taken
 * where none is detected.
 */
export function surveyor(file: FileHint, format?: ImportFormat, fallback?: ImportFormat): Surveyor {
  let lineNumber = 0
  let texts = 0
  let first = ''
  let found: Found | undefined = format === 'ndjson' || format === 'csv' ? { survey: { format } } : undefined
  let mztab = format === 'mztab' ? mzTabSurvey() : undefined
  let json = false
  let pending: string | undefined
  let block = ''
  let sample: ReturnType<typeof sampler> | undefined

  function detect(line: string): void {
    if (texts > HEADER_LINES) {
      if (fallback === undefined) throw unknownLayout(first)
      found = { survey: { format: fallback } }
      return
    }
    if (/^"?MTD"?\t/.test(line)) {
      mztab = mzTabSurvey()
      return
    }
    if (texts === 1 && /^\s*[[{]/.test(line)) {
      if (jsonFormat(line) === 'ndjson') found = { survey: { format: 'ndjson' } }
      else json = true
    }
    if (found) return
    if (json) {
      detectJson(line)
      return
    }
    found = headerFound(line, lineNumber)
    if (!found && /^[A-Za-z][^:\t]{0,60}:(?: |$)/.test(line)) {
      block += `${line}\n`
      const header = blockKeys(block)
      const layout = blockLayouts.find((candidate) => fits(candidate, new Columns(header)))
      // The keys of the whole block are not known yet; later ones are found by name.
      if (layout)
        found = { survey: { format: 'table', layout: layout.id, written: 'blocks', header }, layout }
    }
    if (found?.layout)
      sample = sampler(found.layout, new Columns(found.survey.header!), found.survey.delimiter)
  }

  function detectJson(line: string): void {
    const { records, rest } = jsonLine(pending, line)
    pending = rest
    const header = Object.keys(records[0] ?? {})
    if (header.length === 0) return
    const layout = rowLayouts.find((candidate) => fits(candidate, new Columns(header)))
    if (!layout) throw unknownLayout(first)
    found = { survey: { format: 'table', layout: layout.id, written: 'json', header }, layout }
  }

  // Read through a function, because the compiler does not see that detect() sets it.
  const startedMzTab = () => mztab

  return {
    line(text) {
      lineNumber += 1
      const line = (lineNumber === 1 ? text.replace(/^\ufeff/, '') : text).replace(/\r$/, '')
      if (mztab) {
        mztab.line(line, lineNumber)
        return
      }
      if (found) {
        if (found.survey.written === 'blocks' && block !== '') {
          if (line.trim() === '' || /^Num\b|^NAME\s*:/.test(line)) {
            found = { ...found, survey: { ...found.survey, header: blockKeys(block) } }
            block = ''
          } else block += `${line}\n`
        }
        sample?.line(line)
        return
      }
      if (line.trim() === '') return
      texts += 1
      if (texts === 1) first = line
      if (fallback === undefined && line.includes('\0'))
        throw invalid('file', 'is not text', first.slice(0, 40).replaceAll('\0', '…'))
      detect(line)
      // The line that names the format is part of it.
      startedMzTab()?.line(line, lineNumber)
    },
    done: () => found !== undefined && block === '' && !mztab && (sample?.done() ?? true),
    end() {
      if (mztab) return { format: 'mztab', file, scales: mztab.end() }
      if (!found) {
        if (fallback !== undefined) return { format: fallback, file }
        if (texts === 0) throw invalid('file', 'has no lines', '')
        throw unknownLayout(first)
      }
      return { ...found.survey, file, ...sample?.end() }
    },
  }
}

/** Looks at the first rows of a table for decimal commas and scales. */
function sampler(layout: TableLayout, columns: Columns, delimiter: Delimiter | undefined) {
  const bound = layout.candidates.flatMap(({ cards }) => bindScores(cards, columns))
  const scales = scaleCounter()
  let rows = 0
  let commas = 0
  let points = 0
  return {
    line(line: string): void {
      if (delimiter === undefined || rows >= SAMPLED_ROWS) return
      rows += 1
      const cells = splitCells(line, delimiter)
      for (const { card, at } of bound) {
        const text = present(cells[at])
        if (text === undefined) continue
        if (hasDecimalComma(text)) commas += 1
        else if (/\d\.\d/.test(text)) points += 1
        if (card.scaleOfFile) scales.add(card, Number(text.replace(',', '.')))
      }
    },
    done: () => delimiter === undefined || rows >= SAMPLED_ROWS,
    end: () => ({ decimalComma: commas > points, scales: scales.scales() }),
  }
}
