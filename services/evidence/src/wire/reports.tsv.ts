import { type Columns, tsvHeader, tsvRows } from '@assay/kit/sheet'
import { plainFigure } from '../domain/report/printed-figures.ts'
import type { ReportRecord } from '../domain/report/report.ts'

type Observation = ReportRecord['report']['observations'][number]

/** One candidate of an observation, within its report. */
interface ReportRow extends ReportRecord {
  readonly observation: Observation
  readonly candidate: Observation['candidates'][number]
  readonly rank: number
}

/** Columns of a report as a table. */
export const REPORT_COLUMNS: Columns<ReportRow> = {
  run_id: ['run of the observation', ({ observation }) => observation.runId],
  observation_id: ['observation', ({ observation }) => observation.observationId],
  rank: ['rank of the candidate within its observation, from 1', ({ rank }) => rank],
  candidate: ['key of the candidate', ({ candidate }) => candidate.key],
  molecule_ids: [
    'ids of the candidate, separated by a space',
    ({ candidate }) => candidate.moleculeIds.join(' '),
  ],
  name: ['name of the candidate', ({ candidate }) => candidate.name],
  probability: [
    'probability of the candidate, six significant digits',
    ({ candidate }) => plainFigure(candidate.probability),
  ],
  lower_bound: ['lower 90 % bound of the probability', ({ candidate }) => plainFigure(candidate.bounds[0])],
  upper_bound: ['upper 90 % bound of the probability', ({ candidate }) => plainFigure(candidate.bounds[1])],
  verdict: ['verdict on the candidate', ({ candidate }) => candidate.verdict],
  none_of_these: [
    'probability that no candidate is right',
    ({ observation }) => plainFigure(observation.none),
  ],
  schymanski_level: [
    'level of identification (Schymanski et al., 2014)',
    ({ candidate }) => candidate.level.schymanski,
  ],
  msi_level: [
    'level of identification of the Metabolomics Standards Initiative',
    ({ candidate }) => candidate.level.msi,
  ],
  level_reason: ['why the candidate has these levels', ({ candidate }) => candidate.level.reason],
  evidence_count: ['number of items of evidence', ({ candidate }) => candidate.contributions.length],
  contributions: [
    'type, source and log-odds of each item, separated by "; "',
    ({ candidate }) =>
      candidate.contributions
        .map(({ type, source, contribution }) => `${type} (${source}) ${plainFigure(contribution)}`)
        .join('; '),
  ],
  removal_that_flips: [
    'items whose removal would change the verdict, separated by a space',
    ({ candidate }) => candidate.itemsToRemove?.join(' '),
  ],
  log_odds_to_flip: [
    'log-odds that would change the verdict',
    ({ candidate }) => plainFigure(candidate.logOddsToFlip),
  ],
  threshold: ['probability from which a candidate is accepted', ({ report }) => report.threshold],
  calibrated_by: ['what the probabilities were calibrated by', ({ report }) => report.calibration.by],
  model_version: ['version of the learned model', ({ report }) => report.modelVersion],
  algorithm_version: ['version of the algorithm', ({ report }) => report.algorithmVersion],
  package_version: ['version of the program', ({ packageVersion }) => packageVersion],
  result_hash: ['hash of the result, equal for equal results', ({ hash }) => hash],
}

/** Returns the candidates of a report, one row each. */
export const reportRows = (record: ReportRecord): ReportRow[] =>
  record.report.observations.flatMap((observation) =>
    observation.candidates.map((candidate, i) => ({ ...record, observation, candidate, rank: i + 1 })),
  )

/** Writes a report as a table for a spreadsheet, one line per candidate. */
export const reportTsv = (record: ReportRecord): string =>
  tsvHeader(REPORT_COLUMNS) + tsvRows(REPORT_COLUMNS, reportRows(record))
