import { type Unit, unitOfWord } from '../units.ts'
import { ownEntry } from '../wording/own-entry.ts'
import { dateAt } from './dates.ts'
import { type Draft, newDraft } from './draft.ts'
import { joinNumbers } from './number-words.ts'
import { phraseAt } from './phrases.ts'
import { type Quantity, quantityAt } from './quantity.ts'
import type { NumericInput } from './structured-query.ts'
import { type Token, tokenize } from './tokens.ts'

type Cell = { readonly text: string; readonly start: number }
type Line = { readonly text: string; readonly start: number }
type Column =
  | { readonly kind: 'field'; readonly field: NumericInput; readonly unit: Unit | undefined }
  | { readonly kind: 'sex' | 'label' | 'birth' | 'measured' | 'other' }

/** Delimiters of pasted tables, most telling first; a space counts only where every head is a known column. */
const DELIMITERS = ['\t', '|', ';', ',', ' '] as const
/** Most rows that are read from one question. */
const MAX_ROWS = 60

const LABELS = new Set(
  'name id no nr number patient child person subject participant row client player who pt code case initials # key kid'.split(
    ' ',
  ),
)
const SEX_HEADS = new Set(['sex', 'gender', 'm/f', 'f/m'])
const BIRTH_HEADS = new Set(['dob', 'birthdate', 'birth', 'born', 'birthday'])
const MEASURED_HEADS = new Set(['date', 'measured', 'visit', 'measurement', 'dov', 'survey'])

/**
 * Cuts pasted tables out of a text: a head with the names of the columns and rows of values. Returns one draft per row
 * and the text with the tables blanked, so that all spans stay those of the question.
 */
export function cutTables(text: string): { readonly drafts: readonly Draft[]; readonly rest: string } {
  if (!text.includes('\n')) return { drafts: [], rest: text }
  const lines = linesOf(text)
  const drafts: Draft[] = []
  const pieces: string[] = []
  let kept = 0
  for (let i = 0; i < lines.length - 1; ) {
    const table = tableAt(lines, i)
    if (!table) {
      i++
      continue
    }
    for (const row of table.rows) drafts.push(draftOf(row, table.columns, drafts.length))
    const last = lines[table.to - 1]!
    const [from, end] = [lines[i]!.start, last.start + last.text.length]
    pieces.push(text.slice(kept, from), ' '.repeat(end - from))
    kept = end
    i = table.to
  }
  if (drafts.length === 1) drafts[0]!.identity = undefined
  return { drafts, rest: pieces.join('') + text.slice(kept) }
}

function linesOf(text: string): readonly Line[] {
  const lines: Line[] = []
  let start = 0
  for (const line of text.split('\n')) {
    lines.push({ text: line.endsWith('\r') ? line.slice(0, -1) : line, start })
    start += line.length + 1
  }
  return lines
}

function tableAt(
  lines: readonly Line[],
  from: number,
): { columns: readonly Column[]; rows: readonly (readonly Cell[])[]; to: number } | undefined {
  const head = lines[from]!
  if (head.text.length > 300) return undefined
  for (const delimiter of DELIMITERS) {
    const columns = columnsOf(cellsOf(head, delimiter), delimiter === ' ')
    if (!columns) continue
    let to = from + 1
    if (isRule(lines[to]?.text)) to++
    const rows: (readonly Cell[])[] = []
    for (; to < lines.length && rows.length < MAX_ROWS; to++) {
      const cells = cellsOf(lines[to]!, delimiter)
      if (cells.length !== columns.length || !cells.some((cell) => isNumeric(cell.text))) break
      rows.push(cells)
    }
    if (rows.length > 0) return { columns, rows, to }
  }
  return undefined
}

const isNumeric = (text: string): boolean => text >= '0' && text < ':'

/** The line of dashes under the head of a Markdown table. */
const isRule = (text: string | undefined): boolean =>
  text?.includes('-') === true && [...text].every((c) => '-|: +='.includes(c))

function cellsOf(line: Line, delimiter: string): readonly Cell[] {
  const cells: Cell[] = []
  let at = line.start
  for (const part of line.text.split(delimiter)) {
    const trimmed = part.trim()
    const start = at + part.indexOf(trimmed)
    if (delimiter !== ' ' || trimmed !== '') cells.push({ text: trimmed, start })
    at += part.length + 1
  }
  if (delimiter === '|') {
    if (cells[0]?.text === '') cells.shift()
    if (cells.at(-1)?.text === '') cells.pop()
  }
  return cells
}

/** Columns of a head; undefined when the line is no head. */
function columnsOf(cells: readonly Cell[], strict: boolean): readonly Column[] | undefined {
  if (cells.length < 2 || cells.length > 40 || cells.some((cell) => isNumeric(cell.text))) return undefined
  const columns = cells.map((cell) => columnOf(cell.text))
  const fields = columns.filter((column) => column.kind === 'field').length
  const known = columns.filter((column) => column.kind !== 'other').length
  if (fields < 1 || known < 2) return undefined
  return strict && (fields < 2 || known < columns.length) ? undefined : columns
}

function columnOf(name: string): Column {
  const plain = name.toLowerCase().split('_').join(' ').trim()
  if (SEX_HEADS.has(plain)) return { kind: 'sex' }
  const tokens = tokenize(plain).filter((token) => token.kind === 'word')
  const first = tokens[0]
  if (first === undefined) return { kind: plain === '#' ? 'label' : 'other' }
  if (tokens.length > 4) return { kind: 'other' }
  if (BIRTH_HEADS.has(first.text) || plain === 'date of birth') {
    if (!tokens.some((token) => token.text === 'weight')) return { kind: 'birth' }
  }
  const alone = unitOfWord(first.text)
  if (tokens.length === 1 && alone && first.text !== 'in') return fieldOfUnit(alone)
  const phrase = phraseAt(tokens, 0)
  const entry = phrase?.meanings.find((m) => m.kind === 'field')?.entry
  const unit = tokens
    .slice(phrase?.to ?? 1)
    .map((token) => unitOfWord(token.text))
    .find((found) => found !== undefined)
  const clean = tokens.slice(phrase?.to ?? 1).every((token) => unitOfWord(token.text) || token.text === 'in')
  if (entry && entry.field !== 'unsupported' && entry.tag === undefined && clean) {
    const mm = unit?.symbol === 'mm' && entry.fold !== undefined
    return { kind: 'field', field: mm ? entry.fold! : entry.field, unit }
  }
  if (LABELS.has(first.text)) return { kind: 'label' }
  if (SEX_HEADS.has(first.text)) return { kind: 'sex' }
  return { kind: MEASURED_HEADS.has(first.text) ? 'measured' : 'other' }
}

function fieldOfUnit(unit: Unit): Column {
  switch (unit.dimension) {
    case 'mass':
      return { kind: 'field', field: 'weightKg', unit }
    case 'length':
      return { kind: 'field', field: 'heightCm', unit }
    case 'age':
      return { kind: 'field', field: 'ageYears', unit }
    default:
      return { kind: 'other' }
  }
}

const SEXES: Readonly<Record<string, 'male' | 'female'>> = {
  m: 'male',
  male: 'male',
  man: 'male',
  boy: 'male',
  f: 'female',
  female: 'female',
  woman: 'female',
  girl: 'female',
}

function draftOf(cells: readonly Cell[], columns: readonly Column[], row: number): Draft {
  const named = cells[columns.findIndex((column) => column.kind === 'label')]?.text
  const label = named ? named.toLowerCase() : `row ${row + 1}`
  const draft = newDraft(`row ${row + 1}`, label)
  cells.forEach((cell, i) => {
    const column = columns[i]!
    if (column.kind === 'sex') draft.sex = ownEntry(SEXES, cell.text.toLowerCase())
    const tokens = shifted(cell)
    const span = { start: cell.start, end: cell.start + cell.text.length }
    if (column.kind === 'birth' || column.kind === 'measured') {
      const date = dateAt(tokens, 0)
      if (date && column.kind === 'birth') draft.birth = { ...span, reading: date }
      if (date && column.kind === 'measured') draft.measured = { ...span, reading: date }
    }
    if (column.kind !== 'field' || tokens.length === 0) return
    const quantity = quantityAt(tokens, 0)
    if (!quantity) return
    if (quantity.sex) draft.sex ??= quantity.sex
    draft.readings.push({
      start: quantity.start,
      end: quantity.end,
      field: column.field,
      quantity: inUnit(quantity, column.unit),
      time: undefined,
      corrects: false,
      negated: false,
    })
  })
  return draft
}

const shifted = (cell: Cell): readonly Token[] =>
  joinNumbers(tokenize(cell.text)).map((token) => ({
    ...token,
    start: token.start + cell.start,
    end: token.end + cell.start,
  }))

const inUnit = (quantity: Quantity, unit: Unit | undefined): Quantity =>
  unit === undefined || quantity.dimension !== 'none'
    ? quantity
    : { ...quantity, dimension: unit.dimension, value: quantity.value * unit.factor, units: [unit] }

/** "boys", below a table without a column for the sex. */
const MALES = /\b(?:boys|men|males|sons)\b/i
const FEMALES = /\b(?:girls|women|females|daughters)\b/i

/** Gives what the text around a table says of nobody in particular to every row. */
export function shareWithRows(drafts: Draft[], rows: readonly Draft[], text: string): Draft[] {
  if (rows.length === 0) return drafts
  const [male, female] = [MALES.test(text), FEMALES.test(text)]
  if (male !== female) for (const row of rows) row.sex ??= male ? 'male' : 'female'
  const unnamed = drafts.filter((draft) => draft.identity === undefined)
  for (const row of rows)
    for (const draft of unnamed) {
      row.sex ??= draft.sex
      row.population ??= draft.population
      row.facts = { ...draft.facts, ...row.facts }
      for (const reading of draft.readings)
        if (!row.readings.some((own) => own.field === reading.field)) row.readings.push(reading)
    }
  return [...drafts.filter((draft) => draft.identity !== undefined), ...rows]
}
