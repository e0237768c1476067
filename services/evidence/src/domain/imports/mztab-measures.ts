import { GNPS_CARDS, SIRIUS_CARDS } from '../scores/metabolomics.ts'
import { MSDIAL4_CARDS, MSDIAL5_CARDS } from '../scores/msdial.ts'
import { MZTAB_CARDS } from '../scores/mzmine-mztab.ts'
import { cosine, rightness, type ScoreCard, scaled, unit } from '../scores/score-card.ts'
import { PERCOLATOR_CARDS } from '../scores/search-engines.ts'
import { columnKey } from './cells.ts'

/** Declared identification score of an mzTab-M file. */
export interface Measure {
  readonly name: string
  readonly accession?: string
}

/** Names that only MS-DIAL 5 declares. */
const ONLY_5 = new Set(
  ['Simple dot product', 'Weighted dot product', 'Matched peaks count', 'Matched peaks percentage'].map(
    columnKey,
  ),
)

/** Returns name and accession of a parameter: `[MS, MS:1001477, SpectraST:dot, ]`. */
export function readParameter(text: string): Measure {
  const [, accession, name] = text
    .replaceAll(/^"|"$/g, '')
    .replace(/^\[|\]$/g, '')
    .split(',')
  const found = name?.trim().replaceAll(/^"+|"+$/g, '')
  const term = accession?.trim().replace(/:\s+/, ':')
  return { name: found || text.trim(), ...(term ? { accession: term } : {}) }
}

const MZTAB = 'Parameter that the file declares; mzTab-M 2.0'

/** Makes a card of a score that no card names, from what its name says. */
function otherCard({ name }: Measure): ScoreCard {
  const base = {
    id: `mztab.other.${columnKey(name).slice(0, 40)}`,
    tool: 'mzTab-M',
    columns: [name],
    citation: MZTAB,
    missing: [-1],
  } as const
  const statistic = {
    ...base,
    kind: 'error_statistic',
    range: [0, 1],
    slack: 1e-6,
    direction: 'lower',
    transform: rightness,
    uncertainty: 0,
  } as const
  if (/q-?value|\bfdr\b|false discovery/i.test(name))
    return { ...statistic, metadata: 'q_value', note: 'A property of the list, not of the row.' }
  if (/\bpep\b|posterior error/i.test(name))
    return { ...statistic, slack: 0.25, type: 'identification_probability' }
  const open = {
    ...base,
    kind: 'learned',
    range: [-1e12, 1e12],
    direction: 'higher',
    transform: unit,
    uncertainty: 0,
    note: 'Neither scale nor direction is known.',
  } as const
  if (/[pe]-?value|expect|error|deviation|\bdelta\b|rank|count|number|peaks/i.test(name)) return open
  if (/probab/i.test(name))
    return {
      ...statistic,
      kind: 'probability',
      direction: 'higher',
      transform: unit,
      type: 'identification_probability',
    }
  const similarity = { ...cosine, ...base, range: [0, 1000], transform: scaled, scaleOfFile: true } as const
  if (/cosine|dot|spectr|entropy sim/i.test(name)) return similarity
  if (/score|similar|match|fit|confidence/i.test(name))
    return { ...similarity, kind: 'learned', type: 'reported_score', uncertainty: 0.1 }
  return open
}

/** Returns the cards of the declared scores, by number. MS-DIAL 4 and 5 use the same names on other scales. */
export function measureCards(measures: Readonly<Record<string, Measure>>): Map<string, ScoreCard> {
  const five = Object.values(measures).some(({ name }) => ONLY_5.has(columnKey(name)))
  const known: readonly ScoreCard[] = [
    ...MZTAB_CARDS,
    ...(five ? MSDIAL5_CARDS : MSDIAL4_CARDS),
    ...GNPS_CARDS,
    ...SIRIUS_CARDS,
    ...PERCOLATOR_CARDS.filter(({ id }) => id !== 'percolator.score'),
  ]
  return new Map(
    Object.entries(measures).map(([number, measure]) => {
      const key = columnKey(measure.name)
      const card =
        known.find(({ accession }) => accession !== undefined && accession === measure.accession) ??
        known.find(({ columns }) => columns.some((name) => columnKey(name) === key))
      return [number, card ?? otherCard(measure)]
    }),
  )
}
