import { observationKey, observationText } from '../evidence/observed-evidence.ts'
import type { ScoreCard } from '../scores/score-card.ts'
import { columnKey, isPersonal } from './cells.ts'
import type { ImportFormat } from './import-format.ts'
import { lineReader, startOfFile } from './import-lines.ts'
import type { FileHint, ImportedEvidence, LineError, ReaderState, Survey } from './import-record.ts'
import { bindScores, Columns, Row, type TableLayout } from './layout.ts'
import { layoutOf } from './layouts/catalogue.ts'
import { type Measure, measureCards } from './mztab-measures.ts'
import { surveyor } from './survey.ts'

/** Number of refusals that an understanding lists. */
const LISTED_REFUSALS = 20

/** File that was read as a whole. */
export interface ReadFile {
  readonly survey: Survey
  readonly items: readonly ImportedEvidence[]
  readonly errors: readonly LineError[]
  readonly state: ReaderState
}

/** Surveys and reads the lines of a file. Refuses a file whose layout is not known or that contradicts itself. */
export function readLines(lines: readonly string[], file: FileHint, format?: ImportFormat): ReadFile {
  const first = surveyor(file, format === 'table' ? undefined : format)
  for (const line of lines) first.line(line)
  const survey = first.end()
  const errors: LineError[] = []
  const reader = lineReader(survey.format, { ...startOfFile, survey }, (error) => errors.push(error))
  const items = lines.flatMap((line) => reader.read(line))
  return { survey, items, errors, state: reader.state() }
}

/** Score column of a file and how it is read. */
interface UnderstoodColumn {
  readonly column: string
  readonly card: ScoreCard
}

/** How a file would be imported. */
export interface Understanding {
  readonly format: ImportFormat
  /** Id and title of the layout; the format itself where there is only one. */
  readonly layout: string
  readonly title: string
  readonly tool: string | undefined
  readonly decimalComma: boolean
  readonly scales: Readonly<Record<string, number>>
  readonly columns: readonly UnderstoodColumn[]
  readonly ignored: readonly { readonly column: string; readonly because: string }[]
  readonly counts: {
    readonly lines: number
    readonly observations: number
    readonly candidates: number
    readonly items: number
    readonly cells: number
    readonly refused: number
  }
  readonly refusals: readonly LineError[]
  /** Reasons why rows or cells are not evidence, with their numbers. */
  readonly notes: readonly { readonly reason: string; readonly count: number }[]
  /** Why the file has no items, if it has none. */
  readonly emptyBecause: string | undefined
}

const PATHS = /(?:path|folder|directory|filename|spectrumfile|rawfile|filescanuniqueid|location|uri|url)$/

function ignoredBecause(name: string, layout: TableLayout): string {
  const key = columnKey(name)
  if (isPersonal(name)) return 'names of people are dropped'
  if (PATHS.test(key)) return 'paths and file names are dropped'
  return (
    layout.ignore?.find(({ pattern }) => pattern.test(key))?.because ??
    'is neither a score nor a name of the candidate'
  )
}

const TITLES: Record<Exclude<ImportFormat, 'table'>, string> = {
  ndjson: 'Evidence items as NDJSON',
  csv: 'Evidence items as CSV',
  mztab: 'mzTab-M',
}

/** Maximum number of ignored columns that are listed. */
const LISTED_COLUMNS = 200

function tableColumns(survey: Survey, layout: TableLayout): Pick<Understanding, 'columns' | 'ignored'> {
  const columns = new Columns(survey.header ?? [])
  const bound = layout.candidates.flatMap(({ cards }) => bindScores(cards, columns))
  const read = new Set([...bound.map(({ at }) => at), ...namedColumns(layout, columns)])
  const ignored = columns.header.flatMap((name, i) =>
    read.has(i) || name.trim() === ''
      ? []
      : [{ column: name.slice(0, 100), because: ignoredBecause(name, layout) }],
  )
  return {
    columns: bound.map(({ name, card }) => ({ column: name, card })),
    ignored: ignored.slice(0, LISTED_COLUMNS),
  }
}

/** Returns the columns that a layout reads for names, adducts and metadata, by reading two made-up rows. */
function namedColumns(layout: TableLayout, columns: Columns): Set<number> {
  for (const cell of ['', '1']) {
    const row = new Row(
      columns,
      columns.header.map(() => cell),
    )
    layout.observation(row, {})
    for (const reading of layout.candidates) {
      reading.names(row)
      reading.analog?.(row)
      reading.massErrorPpm?.(row)
      reading.extra?.(row)
      reading.decoy?.(row, {})
      for (const card of reading.cards) reading.counts?.(row, card, new Set([card.id]))
      for (const names of [reading.adduct, reading.label, reading.smiles, reading.formula])
        if (names) row.text(names)
      for (const names of Object.values(reading.keep ?? {})) row.text(names)
    }
  }
  return columns.used()
}

const measureColumns = (measures: Readonly<Record<string, Measure>>): UnderstoodColumn[] =>
  [...measureCards(measures)].map(([number, card]) => ({
    column: `id_confidence_measure[${number}] ${measures[number]!.name}`,
    card,
  }))

function emptyReason(read: ReadFile, layout: TableLayout | undefined): string | undefined {
  if (read.items.length > 0) return undefined
  if (read.survey.format === 'mztab') {
    return read.state.header === undefined
      ? 'the file has no evidence section (SME), so it names features but no candidates'
      : 'no evidence row (SME) has a score or a believable mass'
  }
  return layout?.emptyBecause ?? 'no row has a candidate with a score'
}

/** Says how the lines of a file would be imported, without importing them. */
export const understandFile = (
  lines: readonly string[],
  file: FileHint,
  format?: ImportFormat,
): Understanding => understandingOf(readLines(lines, file, format))

/** Says how a file was read. */
export function understandingOf(read: ReadFile): Understanding {
  const { survey, items, errors, state } = read
  const layout = survey.layout === undefined ? undefined : layoutOf(survey.layout)
  const shown = layout
    ? tableColumns(survey, layout)
    : { columns: measureColumns(state.mztab?.measures ?? {}), ignored: [] }
  const observations = new Set<string>()
  const candidates = new Set<string>()
  for (const { moleculeId, item } of items) {
    const key = observationKey(item.metadata)
    const observation = key ? observationText(key) : ''
    if (key) observations.add(observation)
    candidates.add(`${observation}\u0000${moleculeId}`)
  }
  return {
    format: survey.format,
    layout: survey.layout ?? survey.format,
    title: layout?.title ?? TITLES[survey.format as Exclude<ImportFormat, 'table'>],
    tool: layout?.tool,
    decimalComma: survey.decimalComma ?? false,
    scales: survey.scales ?? {},
    ...shown,
    counts: {
      lines: state.lineNumber,
      observations: observations.size,
      candidates: candidates.size,
      items: items.length,
      cells: state.cells ?? items.length,
      refused: errors.length,
    },
    refusals: errors.slice(0, LISTED_REFUSALS),
    notes: Object.entries(state.notes ?? {}).map(([reason, count]) => ({ reason, count })),
    emptyBecause: emptyReason(read, layout),
  }
}
