import type { ObservedEvidence } from '../evidence/observed-evidence.ts'
import { MAX_MASS_ERROR_PPM, massError, relativeToBest, type ScoreCard } from '../scores/score-card.ts'
import { normaliseAdduct } from './adducts.ts'
import { candidateId, looksLikeSmiles, notAnnotated } from './candidate.ts'
import { parseNumber, present } from './cells.ts'
import type { FileHint, ImportedEvidence } from './import-record.ts'
import {
  type BoundScore,
  bindScores,
  type CandidateReading,
  type Columns,
  type Row,
  type TableLayout,
} from './layout.ts'

/** Maximum length of a text in the metadata. */
const MAX_TEXT = 300
/** Maximum length of an observation id. */
const MAX_OBSERVATION = 190

/** What the rows of a file share. */
export interface RowContext {
  readonly file: FileHint
  readonly decimalComma: boolean
  /** Scale of a card in this file. */
  readonly scaleOf: (card: ScoreCard) => number
  readonly refuse: (field: string, issue: string, provided: string) => void
  readonly note: (reason: string) => void
  readonly countCell: () => void
  /** Returns the best raw score of an observation after this one. */
  readonly bestOf: (observation: string, score: number) => number
}

/** Cuts a text to a length without splitting a character. */
export const cut = (text: string, length = MAX_TEXT): string =>
  text.length <= length ? text : text.slice(0, length).toWellFormed()

interface ReadScore {
  readonly bound: BoundScore
  readonly raw: number
}

/** Reads the scores of a row. Refuses bad cells one by one. */
export function readScores(
  bound: readonly BoundScore[],
  cells: readonly string[],
  context: RowContext,
): ReadScore[] {
  const scores: ReadScore[] = []
  for (const score of bound) {
    const text = present(cells[score.at])
    if (text === undefined) continue
    context.countCell()
    const raw = parseNumber(text, context.decimalComma)
    if (raw === undefined) {
      context.refuse(score.name, 'must be a number', text)
      continue
    }
    if (score.card.missing.includes(raw)) continue
    const [low, high] = score.card.range
    const slack = score.card.slack ?? 0
    const top = score.card.scaleOfFile && high > 1.5 ? Math.min(high, context.scaleOf(score.card)) : high
    if (raw < low - slack || raw > top + slack) {
      context.refuse(score.name, `must be from ${low} to ${top}`, text)
      continue
    }
    scores.push({ bound: score, raw })
  }
  return scores
}

/** Why a mass error is not evidence, as one note for the whole file. */
const LARGE_ERROR = `mass error above ${MAX_MASS_ERROR_PPM} ppm: the file may write the neutral mass, or the hit is not this molecule`

/** Whether a mass error can be evidence; notes it if not. */
export function believableMassError(errorPpm: number, context: RowContext): boolean {
  if (Math.abs(errorPpm) <= MAX_MASS_ERROR_PPM) return true
  context.note(LARGE_ERROR)
  return false
}

/** Makes items of the scores of one candidate. */
export function itemsOf(
  scores: readonly ReadScore[],
  about: {
    readonly moleculeId: string
    readonly observation: string | undefined
    readonly source: string
    readonly metadata: Readonly<Record<string, unknown>>
    readonly typeOf?: (card: ScoreCard) => string | undefined
    readonly counts?: (card: ScoreCard) => string | undefined
  },
  context: RowContext,
): ImportedEvidence[] {
  const shared: Record<string, unknown> = { ...about.metadata }
  const present = new Set(scores.map(({ bound }) => bound.card.id))
  for (const { bound, raw } of scores) if (bound.card.metadata) shared[bound.card.metadata] = raw
  const items: ImportedEvidence[] = []
  for (const { bound, raw } of scores) {
    const { card } = bound
    // The best of a list is known from its first row, whether that row counts or not.
    const best = card.transform === relativeToBest ? context.bestOf(about.observation ?? '', raw) : raw
    const type = about.typeOf ? about.typeOf(card) : card.type
    if (type === undefined) continue
    if (card.contains?.some((part) => present.has(part))) continue
    if (about.counts?.(card) !== undefined) continue
    if (card.transform === massError && !believableMassError(raw, context)) continue
    const value = card.transform.of(raw, { scale: context.scaleOf(card), best })
    const item: ObservedEvidence = {
      type,
      value,
      uncertainty: card.uncertainty,
      observedAtMs: undefined,
      source: about.source,
      metadata: { ...shared, score: bound.name, raw },
    }
    items.push({ moleculeId: about.moleculeId, item })
  }
  return items
}

interface BoundReading {
  readonly reading: CandidateReading
  readonly scores: readonly BoundScore[]
  readonly ids: ReadonlySet<string>
}

/** Creates a function that reads the rows of a table. */
export function rowReader(
  layout: TableLayout,
  columns: Columns,
  context: RowContext,
): (row: Row) => ImportedEvidence[] {
  const readings: BoundReading[] = layout.candidates.map((reading) => {
    const scores = bindScores(reading.cards, columns)
    return { reading, scores, ids: new Set(scores.map(({ card }) => card.id)) }
  })
  return (row) => {
    const observation = layout.observation(row, context.file)
    return readings.flatMap((bound) => readCandidate(layout, bound, row, observation, context))
  }
}

function readCandidate(
  layout: TableLayout,
  { reading, scores, ids }: BoundReading,
  row: Row,
  observation: string | undefined,
  context: RowContext,
): ImportedEvidence[] {
  const label = reading.label && row.text(reading.label)
  const skipped = reading.skip?.(row) ?? notAnnotated(label)
  if (skipped !== undefined) {
    context.note(skipped)
    return []
  }
  const names = reading.names(row)
  const found = readScores(scores, row.cells, context)
  const candidate = names && candidateId({ name: label, ...names })
  if (candidate === undefined) {
    if (found.some(({ bound }) => bound.card.type !== undefined))
      context.note('row with scores but without a candidate')
    return []
  }
  const analog = reading.analog?.(row) ?? false
  const scope = reading.about ?? (analog ? 'analog' : undefined)
  const named =
    observation &&
    (scope ? `${cut(observation, MAX_OBSERVATION - 30)} (${scope})` : cut(observation, MAX_OBSERVATION))
  const smiles = reading.smiles && row.text(reading.smiles)
  const metadata: Record<string, unknown> = {}
  const keep = (field: string, value: unknown) => {
    if (value !== undefined) metadata[field] = value
  }
  keep('observation_id', named)
  keep('inchikey', candidate.inchikey)
  keep('name', label && cut(label))
  keep('smiles', smiles && smiles.length <= MAX_TEXT && looksLikeSmiles(smiles) ? smiles : undefined)
  const formula = reading.formula && row.text(reading.formula)
  keep('formula', formula && cut(formula))
  keep('adduct', reading.adduct && normaliseAdduct(row.text(reading.adduct)))
  keep('decoy', reading.decoy?.(row, context.file) ? true : undefined)
  if (reading.extra) for (const [field, value] of Object.entries(reading.extra(row))) keep(field, value)
  for (const field in reading.keep) {
    const text = row.text(reading.keep[field]!)
    if (text !== undefined) keep(field, cut(text))
  }
  const error = analog ? undefined : reading.massErrorPpm?.(row)
  const about = {
    moleculeId: candidate.moleculeId,
    observation: named,
    source: layout.tool,
    metadata,
    typeOf: analog ? (card: ScoreCard) => analogType(card) : undefined,
    counts: reading.counts && ((card: ScoreCard) => reading.counts!(row, card, ids)),
  }
  const { typeOf, counts, ...rest } = about
  const items = itemsOf(
    found,
    { ...rest, ...(typeOf ? { typeOf } : {}), ...(counts ? { counts } : {}) },
    context,
  )
  const measured = found.some(({ bound }) => bound.card.type === 'mass_accuracy')
  if (error !== undefined && !measured && believableMassError(error, context))
    items.push(massItem(error, about))
  return items
}

/** Types that an analogue cannot have evidence of: it is another molecule. */
const analogType = (card: ScoreCard): string | undefined =>
  card.type === undefined || card.type === 'mass_accuracy' ? undefined : 'analog_match'

/** Makes an item of a mass error that was computed from two masses. */
export const massItem = (
  errorPpm: number,
  about: {
    readonly moleculeId: string
    readonly source: string
    readonly metadata: Readonly<Record<string, unknown>>
  },
): ImportedEvidence => ({
  moleculeId: about.moleculeId,
  item: {
    type: 'mass_accuracy',
    value: massError.of(errorPpm, { scale: 1, best: 0 }),
    uncertainty: 0.1,
    observedAtMs: undefined,
    source: about.source,
    metadata: { ...about.metadata, error_ppm: errorPpm },
  },
})
