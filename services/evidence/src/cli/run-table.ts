import { aligned, type Columns } from '@assay/kit/sheet'
import type { Understanding } from '../domain/imports/understand.ts'
import { plainFigure, shownProbability } from '../domain/report/printed-figures.ts'
import type { RunObservation } from '../operations/integrate-run.ts'

/** One candidate of an observation. */
interface RunRow extends RunObservation {
  readonly rank: number
  readonly candidate: RunObservation['candidates'][number]
}

/** Columns of the candidates of a run. */
export const RUN_COLUMNS: Columns<RunRow> = {
  run: ['name of the run', ({ run }) => run],
  observation: ['observation', ({ observation }) => observation],
  rank: ['rank of the candidate within its observation, from 1', ({ rank }) => rank],
  candidate: ['key of the candidate', ({ candidate }) => candidate.key],
  molecule_ids: [
    'ids of the candidate, separated by "|"',
    ({ candidate }) => candidate.moleculeIds.join('|'),
  ],
  name: ['name of the candidate', ({ candidate }) => candidate.name],
  probability: [
    'probability of the candidate, six significant digits',
    ({ candidate }) => plainFigure(candidate.probability),
  ],
  lower: ['lower 90 % bound of the probability', ({ candidate }) => plainFigure(candidate.bounds[0])],
  upper: ['upper 90 % bound of the probability', ({ candidate }) => plainFigure(candidate.bounds[1])],
  none: ['probability that no candidate is right', ({ none }) => plainFigure(none)],
  evidence: ['number of items of evidence', ({ candidate }) => candidate.evidence],
  types: ['types of the evidence, separated by "|"', ({ candidate }) => candidate.types.join('|')],
  sources: [
    'tools that the evidence comes from, separated by "|"',
    ({ candidate }) => candidate.sources.join('|'),
  ],
  decoy: ['true for a decoy', ({ candidate }) => candidate.decoy],
}

/** Returns the candidates of observations, one row each. */
export const runRows = (observations: readonly RunObservation[]): RunRow[] =>
  observations.flatMap((one) => one.candidates.map((candidate, i) => ({ ...one, candidate, rank: i + 1 })))

const shorten = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, width - 1)}…`

/** Returns the observations as a table for people, with the best candidates of each and the share of "none". */
export function runAsTable(observations: readonly RunObservation[], top: number): string {
  const rows = observations.flatMap(({ observation, none, candidates }) => {
    const shown = candidates
      .slice(0, top)
      .map((one, i) => [
        i === 0 ? observation : '',
        one.name === undefined ? one.key : `${shorten(one.name, 40)} (${shorten(one.key, 20)})`,
        shownProbability(one.probability, 3),
        `${shownProbability(one.bounds[0], 2)}–${shownProbability(one.bounds[1], 2)}`,
        one.sources.join(', ') + (one.decoy ? ', decoy' : ''),
      ])
    const more = candidates.slice(top)
    const rest = more.reduce((sum, one) => sum + one.probability, 0)
    if (more.length > 0) shown.push(['', `${more.length} more`, shownProbability(rest, 3), '', ''])
    return [...shown, ['', 'none of these', shownProbability(none, 3), '', '']]
  })
  const table = [['observation', 'candidate', 'share', '90 % bounds', 'evidence from'], ...rows]
  return aligned(table.map((row) => row.map((text) => shorten(text, 60))))
}

/** Returns the observations as JSON. */
export function runAsJson(
  run: string,
  files: readonly string[],
  observations: readonly RunObservation[],
): string {
  return `${JSON.stringify({
    run_id: run,
    files,
    calibrated: false,
    observations: observations.map(({ observation, none, candidates }) => ({
      observation_id: observation,
      none_probability: none,
      candidates: candidates.map((one) => ({
        candidate: one.key,
        molecule_ids: one.moleculeIds,
        name: one.name ?? null,
        probability: one.probability,
        bounds: one.bounds,
        evidence_count: one.evidence,
        types: one.types,
        sources: one.sources,
        decoy: one.decoy,
      })),
    })),
  })}\n`
}

const NOT_NEEDED = 'is neither a score nor a name of the candidate'

/** Columns with a reason of their own are listed, the others counted. */
function ignoredLines({ ignored }: Understanding): string[] {
  const special = ignored.filter(({ because }) => because !== NOT_NEEDED)
  const other = ignored.length - special.length
  return [
    ...special.map(({ column, because }) => `  ${column} ignored: ${because}`),
    ...(other === 0 ? [] : [`  ${other} other columns are not needed`]),
  ]
}

const emptyLines = ({ emptyBecause }: Understanding): string[] =>
  emptyBecause === undefined ? [] : [`no items: ${emptyBecause}`]

/** What of a file is not evidence, and the first cells that are refused. */
const lostLines = ({ notes, refusals }: Understanding): string[] => [
  ...notes.map(({ reason, count }) => `${count} times: ${reason}`),
  ...refusals.map(
    ({ line, field, issue, provided }) =>
      `line ${line}: ${field} ${issue}${provided === undefined ? '' : ` (${provided})`}`,
  ),
]

/** Returns what would be lost of a file, for people who get its columns as tab-separated values. */
export function lossAsText(path: string, file: Understanding): string {
  const { refused, cells } = file.counts
  const lines = [
    ...(refused === 0 ? [] : [`${refused} of ${cells} cells refused`]),
    ...emptyLines(file),
    ...lostLines(file),
  ]
  return lines.map((line) => `${path}: ${line}\n`).join('')
}

/** Returns how a file would be read, for people. */
export function understandingAsText(path: string, file: Understanding): string {
  const { counts } = file
  const lines = [
    `${path}: ${file.title} (${file.layout})${file.decimalComma ? ', decimal commas' : ''}`,
    `  ${counts.lines} lines, ${counts.observations} observations, ${counts.candidates} candidates, ${counts.items} items, ${counts.refused} of ${counts.cells} cells refused`,
    ...emptyLines(file).map((line) => `  ${line}`),
    ...file.columns.map(
      ({ column, card }) =>
        `  ${column} -> ${card.id}: ${card.type === undefined ? 'kept, not counted' : `${card.type} = ${card.transform.text}`}`,
    ),
    ...ignoredLines(file),
    ...lostLines(file).map((line) => `  ${line}`),
  ]
  return `${lines.join('\n')}\n`
}
