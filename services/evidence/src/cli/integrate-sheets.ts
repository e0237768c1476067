import { basename } from 'node:path'
import { jsonLine, type Sheet } from '@assay/kit/sheet'
import type { Static } from 'typebox'
import type { Understanding } from '../domain/imports/understand.ts'
import type { RunObservation } from '../operations/integrate-run.ts'
import { presentUnderstanding } from '../wire/imports.present.ts'
import type { IntegrateAnswer } from '../wire/integrate.schema.ts'
import { RUN_COLUMNS, runAsJson, runAsTable, runRows, understandingAsText } from './run-table.ts'

/** Observations of a run, with what the table for people and JSON add. */
interface RunResult {
  readonly run: string
  readonly files: readonly string[]
  readonly observations: readonly RunObservation[]
  /** Candidates of each observation in the table for people. */
  readonly top: number
}

/** How `assay-evidence integrate` prints the candidates of a run. */
export const runSheet: Sheet<RunResult, ReturnType<typeof runRows>[number]> = {
  row: 'one candidate of an observation',
  when: 'files of tools, and NDJSON or CSV',
  columns: RUN_COLUMNS,
  rows: ({ observations }) => runRows(observations),
  json: ({ run, files, observations }) => runAsJson(run, files, observations),
  text: ({ observations, top }) => runAsTable(observations, top),
}

type Integrated = Static<typeof IntegrateAnswer>

const strongest = (degrees: Readonly<Record<string, number>>): string | undefined =>
  Object.entries(degrees).sort(([, a], [, b]) => b - a)[0]?.[0]

/** How `assay-evidence integrate` prints molecules that are assessed one by one. */
export const moleculeSheet: Sheet<Integrated> = {
  row: 'one molecule',
  when: 'a request body (.json), and one file of NDJSON or CSV unless table or tsv is asked for',
  usual: 'json',
  columns: {
    molecule_id: ['id of the molecule', (one) => one.molecule_id],
    overall_score: ['score, 0 to 1', (one) => one.fuzzy_confidence.overall_score],
    lower: ['lower bound of the score', (one) => one.fuzzy_confidence.uncertainty_bounds[0]],
    upper: ['upper bound of the score', (one) => one.fuzzy_confidence.uncertainty_bounds[1]],
    linguistic_term: [
      'term that fits the score best, from very_low to very_high',
      (one) => strongest(one.fuzzy_confidence.linguistic_assessment),
    ],
    decision: ['decision at the threshold', (one) => one.evidence_analysis.counterfactual.decision],
    log_odds_to_flip: [
      'log-odds that would change the decision',
      (one) => one.evidence_analysis.counterfactual.log_odds_to_flip,
    ],
    evidence: ['number of items of evidence', (one) => one.evidence_analysis.individual_contributions.length],
    coherence_score: ['how well the items fit together', (one) => one.network_statistics.coherence_score],
    consistency_score: ['how consistent the items are', (one) => one.network_statistics.consistency_score],
    conflict_score: [
      'how much the items contradict each other',
      (one) => one.network_statistics.conflict_score,
    ],
    calibrated: ['true when the score is calibrated', (one) => one.calibration.calibrated],
    result_hash: [
      'hash of the result, equal for equal results',
      (one) => one.processing_metadata.result_hash,
    ],
  },
  rows: (one) => [one],
  json: jsonLine,
}

/** A file and how it would be read. */
interface Understood {
  readonly path: string
  readonly file: Understanding
}

interface UnderstoodRow extends Understood {
  readonly column: string
  readonly use: 'read' | 'ignored'
  readonly card?: Understanding['columns'][number]['card']
  readonly because?: string
}

/** How `assay-evidence integrate --dry-run` prints how files are understood. */
export const understandingSheet: Sheet<Understood, UnderstoodRow> = {
  row: 'one column of a file',
  when: '--dry-run',
  columns: {
    file: ['name of the file', ({ path }) => basename(path)],
    layout: ['layout that was found', ({ file }) => file.layout],
    column: ['name of the column in the file', ({ column }) => column],
    use: ['read or ignored', ({ use }) => use],
    score_card: ['score card that says how the column is read', ({ card }) => card?.id],
    type: ['type of evidence; empty when the column is kept and not counted', ({ card }) => card?.type],
    transform: [
      'how the value becomes evidence',
      ({ card }) => (card?.type === undefined ? undefined : card.transform.text),
    ],
    because: ['why the column is ignored', ({ because }) => because],
  },
  rows: ({ path, file }) => [
    ...file.columns.map(({ column, card }) => ({ path, file, column, use: 'read' as const, card })),
    ...file.ignored.map(({ column, because }) => ({ path, file, column, use: 'ignored' as const, because })),
  ],
  json: ({ path, file }) => jsonLine({ file: basename(path), ...presentUnderstanding(file) }),
  text: ({ path, file }) => understandingAsText(path, file),
}
