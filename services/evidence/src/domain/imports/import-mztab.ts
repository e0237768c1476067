import { invalid } from '../refusal.ts'
import { MZTAB_CARDS } from '../scores/mzmine-mztab.ts'
import { massError, type ScoreCard } from '../scores/score-card.ts'
import { normaliseAdduct } from './adducts.ts'
import { candidateId, looksLikeSmiles, notAnnotated } from './candidate.ts'
import { present, splitCells } from './cells.ts'
import type { ImportedEvidence, LineError, ReaderState } from './import-record.ts'
import { type BoundScore, Columns, Row } from './layout.ts'
import { measureCards, readParameter } from './mztab-measures.ts'
import { believableMassError, cut, itemsOf, massItem, readScores } from './row-reader.ts'
import { bookkeeping } from './table-reader.ts'

/** Sections that carry no evidence. */
const OTHER_SECTIONS = new Set([
  'COM',
  'PRH',
  'PRT',
  'PEH',
  'PEP',
  'PSH',
  'PSM',
  'NUH',
  'NUC',
  'OSH',
  'OSM',
  '',
])
/** Number of grouped rows that are remembered; a larger file is read without groups. */
const MAX_GROUPED = 50_000
const MASS_ERROR_CARD = MZTAB_CARDS.find(({ id }) => id === 'mztab.mass_error')!

const short = (text: string | undefined) => (text === undefined ? undefined : cut(text))

const listed = (cell: string | undefined): string[] =>
  (present(cell) ?? '')
    .split('|')
    .map((text) => text.trim())
    .filter((text) => text !== '')

/** Prefixes of databases in mzTab-M files, as identifiers.org has them. */
const databaseId = (id: string): string =>
  id
    .replace(/^LM:/, 'lipidmaps:')
    .replace(/^(?:PUBCHEM-CPD|PubChem[_ ]?CID):/i, 'pubchem.compound:')
    .replace(/^LIPIDMAPS:/i, 'lipidmaps:')

function bindMeasures(columns: Columns, cards: ReadonlyMap<string, ScoreCard>): BoundScore[] {
  const bound = columns.header.flatMap((name, at): BoundScore[] => {
    const number = /^id_confidence_measure\[(\d+)\]$/.exec(name)?.[1]
    const card = number === undefined ? undefined : (cards.get(number) ?? unnamedMeasure)
    return card ? [{ card, at, name }] : []
  })
  const error = columns.find(MASS_ERROR_CARD.columns)
  // An optional column repeats the error that a score already gives.
  if (error >= 0 && !bound.some(({ card }) => card.transform === massError))
    bound.push({ card: MASS_ERROR_CARD, at: error, name: columns.header[error]! })
  return bound
}

const unnamedMeasure: ScoreCard = measureCards({ 0: { name: 'score that the file does not declare' } }).get(
  '0',
)!

/**
 * Reads the evidence section (SEH header, SME rows) of mzTab-M 2.0 (Hoffmann et al., Analytical Chemistry 91 (2019)
 * 3302–3310). The declared name or accession of an `id_confidence_measure[n]` finds its score card. The observation is
 * `evidence_input_id`: rows of one input are rivals. Inputs that one feature (SMF) or one molecule (SML) joins are one
 * group. Names of people (`contact[n]`) and paths (`ms_run[n]-location`) are never kept.
 */
export function mzTabReader(start: ReaderState, report: (error: LineError) => void) {
  const book = bookkeeping(start, report)
  const state = start.mztab ?? {}
  const measures = { ...state.measures }
  const groupOfFeature: Record<string, string> = { ...state.groupOfFeature }
  const groupOfEvidence: Record<string, string> = { ...state.groupOfEvidence }
  const software = [...(state.software ?? [])]
  let summaryHeader = state.summaryHeader
  let featureHeader = state.featureHeader
  let header = start.header
  let columns = header && new Columns(header)
  let bound: BoundScore[] | undefined

  function metadataLine(key: string, value: string): void {
    const number = /^id_confidence_measure\[(\d+)\]$/.exec(key)?.[1]
    if (number !== undefined) measures[number] = readParameter(value)
    if (/^software\[\d+\]$/.test(key) && software.length < 3) software.push(readParameter(value).name)
  }

  function summaryRow(cells: readonly string[]): void {
    if (!summaryHeader || Object.keys(groupOfFeature).length > MAX_GROUPED) return
    const ids = listed(cells[summaryHeader.indexOf('SMF_ID_REFS')])
    if (ids.length < 2) return
    // A feature of several molecules has no group of its own.
    for (const id of ids)
      groupOfFeature[id] = id in groupOfFeature ? '' : `SML:${cells[summaryHeader.indexOf('SML_ID')]}`
  }

  function featureRow(cells: readonly string[]): void {
    if (!featureHeader || Object.keys(groupOfEvidence).length > MAX_GROUPED) return
    const id = present(cells[featureHeader.indexOf('SMF_ID')]) ?? ''
    const refs = listed(cells[featureHeader.indexOf('SME_ID_REFS')])
    const code = present(cells[featureHeader.indexOf('SME_ID_REF_ambiguity_code')])
    // Codes 2 and 3 say that several rows are evidence of one molecule.
    const own = refs.length > 1 && (code === '2' || code === '3') ? `SMF:${id}` : ''
    const group = groupOfFeature[id] || own
    if (group !== '') for (const ref of refs) groupOfEvidence[ref] = group
  }

  function evidenceRow(cells: readonly string[]): ImportedEvidence[] {
    if (!columns) throw invalid('SME', 'comes before its header line SEH', null)
    bound ??= bindMeasures(columns, measureCards(measures))
    const row = new Row(columns, cells)
    const name = listed(row.text(['chemical_name']))[0]
    const skipped = notAnnotated(name)
    if (skipped !== undefined) {
      book.context.note(skipped)
      return []
    }
    const smiles = listed(row.text(['smiles']))[0]
    const candidate = candidateId({
      inchikey: row.text(['inchikey', 'opt_global_inchikey', 'inchi_key']),
      inchi: listed(row.text(['inchi']))[0],
      ids: listed(row.text(['database_identifier'])).map(databaseId),
      name,
      smiles,
    })
    if (candidate === undefined) {
      const scored = bound.some(({ at }) => present(cells[at]) !== undefined)
      if (scored) throw invalid('database_identifier', 'is null, and so is chemical_name', null)
      book.context.note('feature without a hit')
      return []
    }
    const method = row.text(['identification_method'])
    const id = row.text(['SME_ID'])
    const metadata: Record<string, unknown> = {
      observation_id: cut(row.text(['evidence_input_id']) ?? `SME:${id}`, 190),
      feature_group: id === undefined ? undefined : groupOfEvidence[id],
      inchikey: candidate.inchikey,
      name: name && cut(name),
      smiles: smiles && smiles.length <= 300 && looksLikeSmiles(smiles) ? smiles : undefined,
      chemical_formula: short(row.text(['chemical_formula'])),
      adduct: normaliseAdduct(row.text(['adduct_ion'])),
      sme_id: short(id),
      rank: row.number(['rank']),
    }
    for (const key of Object.keys(metadata)) if (metadata[key] === undefined) delete metadata[key]
    const about = {
      moleculeId: candidate.moleculeId,
      observation: String(metadata.observation_id),
      source: cut((method ? readParameter(method).name : software[0]) || 'mzTab-M', 200),
      metadata,
    }
    const scores = readScores(bound, cells, book.context).map((score) => ({
      ...score,
      bound: { ...score.bound, name: measureName(score.bound.name) },
    }))
    const items = itemsOf(scores, about, book.context)
    const error = scores.some(({ bound: { card } }) => card.type === 'mass_accuracy')
      ? undefined
      : computedError(row)
    if (error !== undefined && believableMassError(error, book.context)) items.push(massItem(error, about))
    return items
  }

  const measureName = (column: string): string => {
    const number = /\[(\d+)\]$/.exec(column)?.[1]
    return (number === undefined ? undefined : measures[number]?.name) ?? column
  }

  const computedError = (row: Row): number | undefined => {
    const [measured, theoretical] = [
      row.number(['exp_mass_to_charge']),
      row.number(['theoretical_mass_to_charge']),
    ]
    if (measured === undefined || theoretical === undefined || theoretical <= 0) return undefined
    book.context.countCell()
    return ((measured - theoretical) / theoretical) * 1e6
  }

  return {
    read(line: string, number: number): ImportedEvidence[] {
      book.atLine(number)
      const [prefix = '', ...cells] = splitCells(line, '\t')
      const names = () => cells.map((name) => name.trim())
      if (prefix === 'SME') return evidenceRow(cells)
      if (prefix === 'MTD') metadataLine(cells[0] ?? '', cells[1] ?? '')
      else if (prefix === 'SML') summaryRow(cells)
      else if (prefix === 'SMF') featureRow(cells)
      else if (prefix === 'SMH') summaryHeader = names()
      else if (prefix === 'SFH') featureHeader = names()
      else if (prefix === 'SEH') {
        header = names()
        columns = new Columns(header)
        bound = undefined
      } else if (!OTHER_SECTIONS.has(prefix))
        throw invalid('', 'does not begin with a prefix of mzTab-M', prefix)
      return []
    },
    state: (): Partial<ReaderState> => ({
      ...(header ? { header } : {}),
      mztab: {
        measures,
        software,
        groupOfFeature,
        groupOfEvidence,
        ...(summaryHeader ? { summaryHeader } : {}),
        ...(featureHeader ? { featureHeader } : {}),
      },
      ...book.state(),
    }),
  }
}
