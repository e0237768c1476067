import { escapeFormula } from '@assay/kit/formula-cell'
import { plainFigure } from '../domain/report/printed-figures.ts'
import type { ReportRecord } from '../domain/report/report.ts'

/** Columns of the table, in order. */
const COLUMNS = [
  'run_id',
  'observation_id',
  'rank',
  'candidate',
  'molecule_ids',
  'name',
  'probability',
  'lower_bound',
  'upper_bound',
  'verdict',
  'none_of_these',
  'schymanski_level',
  'msi_level',
  'level_reason',
  'evidence_count',
  'contributions',
  'removal_that_flips',
  'log_odds_to_flip',
  'threshold',
  'calibrated_by',
  'model_version',
  'algorithm_version',
  'package_version',
  'result_hash',
] as const

/** Writes one cell: no tab or line break, and nothing that a spreadsheet takes for a formula. */
const cell = (value: string | number | null): string =>
  value === null ? '' : escapeFormula(String(value).replaceAll(/[\t\r\n]+/g, ' '))

/** Writes a report as a table for a spreadsheet, one line per candidate. */
export function reportTsv({ report, hash, packageVersion }: ReportRecord): string {
  const lines = report.observations.flatMap((observation) =>
    observation.candidates.map((candidate, i) =>
      [
        observation.runId,
        observation.observationId,
        i + 1,
        candidate.key,
        candidate.moleculeIds.join(' '),
        candidate.name,
        plainFigure(candidate.probability),
        plainFigure(candidate.bounds[0]),
        plainFigure(candidate.bounds[1]),
        candidate.verdict,
        plainFigure(observation.none),
        candidate.level.schymanski,
        candidate.level.msi,
        candidate.level.reason,
        candidate.contributions.length,
        candidate.contributions
          .map(({ type, source, contribution }) => `${type} (${source}) ${plainFigure(contribution)}`)
          .join('; '),
        candidate.itemsToRemove?.join(' ') ?? null,
        plainFigure(candidate.logOddsToFlip),
        report.threshold,
        report.calibration.by,
        report.modelVersion,
        report.algorithmVersion,
        packageVersion,
        hash,
      ]
        .map(cell)
        .join('\t'),
    ),
  )
  return `${[COLUMNS.join('\t'), ...lines].join('\n')}\n`
}
