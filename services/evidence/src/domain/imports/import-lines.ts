import { moleculeKey } from '../evidence/identifiers.ts'
import { checkEvidence } from '../evidence/observed-evidence.ts'
import { unstorableText } from '../evidence/storable-text.ts'
import { invalid, Refusal } from '../refusal.ts'
import { isPersonal } from './cells.ts'
import type { ImportFormat } from './import-format.ts'
import { mzTabReader } from './import-mztab.ts'
import type { ImportedEvidence, LineError, ReaderState } from './import-record.ts'
import { tableReader } from './table-reader.ts'

/** Maximum length of a line. A longer line is reported and skipped. */
export const MAX_LINE_CHARACTERS = 1_000_000

/** State at the start of a file. */
export const startOfFile: ReaderState = { lineNumber: 0 }

/** Reads a file line by line. */
export interface LineReader {
  /** Reads the next line and returns its items. Passes an error in the line to `report`. */
  read(line: string): readonly ImportedEvidence[]
  /** Reports the next line as unreadable. */
  skip(issue: string): void
  /** Returns the state from which to continue after a restart. */
  state(): ReaderState
}

/** Splits a line into cells (RFC 4180). A quoted cell cannot continue in the next line. */
export function splitCsv(line: string): string[] {
  if (!line.includes('"')) return line.split(',')
  const cells: string[] = []
  let at = 0
  while (at <= line.length) {
    if (line[at] !== '"') {
      const end = line.indexOf(',', at)
      cells.push(line.slice(at, end < 0 ? line.length : end))
      at = end < 0 ? line.length + 1 : end + 1
      continue
    }
    let cell = ''
    at += 1
    for (;;) {
      const quote = line.indexOf('"', at)
      if (quote < 0) throw invalid('', 'has a quote that is not closed', line.slice(0, 80))
      cell += line.slice(at, quote)
      at = quote + 1
      if (line[at] !== '"') break
      cell += '"'
      at += 1
    }
    if (at < line.length && line[at] !== ',') throw invalid('', 'has text after a closing quote', cell)
    cells.push(cell)
    at += 1
  }
  return cells
}

/** Number of spellings that a reader caches; files repeat the same molecules. */
const REMEMBERED_KEYS = 10_000

function rememberedKeys(): (id: string) => string {
  const known = new Map<string, string>()
  return (id) => {
    const before = known.get(id)
    if (before !== undefined) return before
    const key = moleculeKey(id)
    if (known.size < REMEMBERED_KEYS) known.set(id, key)
    return key
  }
}

type KeyOf = (id: string) => string

const ITEM_COLUMNS = new Set(['molecule_id', 'type', 'value', 'uncertainty', 'timestamp', 'source'])
const REQUIRED_COLUMNS = ['molecule_id', 'type', 'value']

/** Returns the number in a cell, or its text. Ids that a double cannot hold stay text. */
function numberCell(text: string): unknown {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  const exact =
    Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value) || /[.eE]/.test(text))
  return exact ? value : text
}

function csvItem(header: readonly string[], cells: readonly string[], keyOf: KeyOf): ImportedEvidence {
  if (cells.length > header.length)
    throw invalid('', `has ${cells.length} cells, but the header has ${header.length} columns`, cells.length)
  const row: Record<string, unknown> = {}
  const metadata: Record<string, unknown> = {}
  header.forEach((name, i) => {
    const text = cells[i] ?? ''
    if (text === '' || name === '') return
    if (!ITEM_COLUMNS.has(name)) metadata[name.replace(/^metadata\./, '')] = numberCell(text)
    else row[name] = name === 'value' || name === 'uncertainty' ? numberCell(text) : text
  })
  return imported({ ...row, metadata }, keyOf)
}

function imported(row: Record<string, unknown>, keyOf: KeyOf): ImportedEvidence {
  if (typeof row.molecule_id !== 'string') throw invalid('molecule_id', 'must be text', row.molecule_id)
  return { moleculeId: keyOf(row.molecule_id), item: checkEvidence(row, '') }
}

function csvHeader(line: string): string[] {
  // A column without a name is dropped.
  const header = splitCsv(line)
    .map((name) => name.trim().toLowerCase())
    .map((name) => (isPersonal(name.replace(/^metadata\./, '')) ? '' : name))
  const unstorable = unstorableText(line)
  if (unstorable !== undefined) {
    throw new Refusal('FUZZY_EVIDENCE_VALIDATION_ERROR', `The header ${unstorable}.`, {
      field: 'header',
      issue: unstorable,
      provided: '…',
    })
  }
  const missing = REQUIRED_COLUMNS.filter((name) => !header.includes(name))
  if (missing.length === 0) return header
  // No line can be read without a valid header, so this refuses the whole file.
  throw new Refusal('FUZZY_EVIDENCE_VALIDATION_ERROR', `The header lacks ${missing.join(', ')}.`, {
    field: 'header',
    issue: `must name ${REQUIRED_COLUMNS.join(', ')}`,
    provided: line,
  })
}

function ndjsonItem(line: string, keyOf: KeyOf): ImportedEvidence {
  let row: unknown
  try {
    row = JSON.parse(line)
  } catch {
    throw invalid('', 'is not JSON', line.slice(0, 80))
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    throw invalid('', 'is not a JSON object', line.slice(0, 80))
  return imported(row as Record<string, unknown>, keyOf)
}

/**
 * Creates a reader that continues from `state`. Columns of a CSV file that are not fields of an item become its
 * metadata. Reports and skips unreadable lines. Refuses a CSV file without a valid header.
 */
export function lineReader(
  format: ImportFormat,
  state: ReaderState,
  report: (error: LineError) => void,
): LineReader {
  let lineNumber = state.lineNumber
  let header = state.header
  const keyOf = rememberedKeys()
  const sections =
    format === 'mztab'
      ? mzTabReader(state, report)
      : format === 'table'
        ? tableReader(state, report)
        : undefined

  const items = (line: string): readonly ImportedEvidence[] => {
    if (sections) return sections.read(line, lineNumber)
    if (format === 'ndjson') return [ndjsonItem(line, keyOf)]
    if (header) return [csvItem(header, splitCsv(line), keyOf)]
    header = csvHeader(line)
    return []
  }
  return {
    read(text) {
      lineNumber += 1
      const unmarked = lineNumber === 1 && format !== 'csv' ? text.replace(/^\ufeff/, '') : text
      const line = unmarked.endsWith('\r') ? unmarked.slice(0, -1) : unmarked
      if (line.trim() === '' && format !== 'table') return []
      if (format === 'csv' && !header) return items(line.replace(/^\ufeff/, ''))
      try {
        if (line.length > MAX_LINE_CHARACTERS) throw invalid('', 'is too long', line.length)
        const unstorable = unstorableText(line)
        if (unstorable !== undefined) throw invalid('', unstorable, '…')
        return items(line)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        report({
          line: lineNumber,
          field: error.details.field,
          issue: error.details.issue,
        })
        return []
      }
    },
    skip(issue) {
      lineNumber += 1
      report({ line: lineNumber, field: '', issue })
    },
    state: () => ({
      lineNumber,
      ...(header ? { header } : {}),
      ...(state.survey ? { survey: state.survey } : {}),
      ...sections?.state(),
    }),
  }
}
