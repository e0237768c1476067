import { Refusal } from '../refusal.ts'
import { GROUPINGS } from './groups.ts'
import type { PlaceColumn } from './layouts.ts'
import type { SurveyPlace } from './survey.ts'

/** Cells of the place columns of one row. A column that the table has not is absent, an empty cell is ''. */
export type PlaceCells = Readonly<Partial<Record<PlaceColumn, unknown>>>

const MAX_NAME = 200
const textOf = (cell: unknown): string | undefined =>
  cell === undefined
    ? undefined
    : typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean'
      ? String(cell).trim().slice(0, MAX_NAME)
      : ''

/** Reads where a child stands in the survey. A sampling weight that is no number or negative is refused. */
export function readPlace(cells: PlaceCells): SurveyPlace {
  const groups: Record<string, string> = {}
  for (const { key } of GROUPINGS) {
    const text = textOf(cells[key])
    if (text) groups[key] = text
  }
  const given = cells.sampling_weight
  const hasWeights = given !== undefined
  const isBlank = given === undefined || given === null || textOf(given) === ''
  const weight = isBlank ? undefined : Number(given)
  if (weight !== undefined && !(weight >= 0 && Number.isFinite(weight))) {
    const issue = 'must be a number from 0 on'
    throw new Refusal('VALIDATION_ERROR', `sampling_weight ${issue}`, {
      field: 'sampling_weight',
      issue,
      provided: given,
    })
  }
  return { stratum: textOf(cells.strata), cluster: textOf(cells.cluster), weight, hasWeights, groups }
}
