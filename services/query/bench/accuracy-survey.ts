import { atMost, countRow, figure, type Row } from '@assay/kit/testing-report'
import { compareSurveys, TOLERANCE } from './survey-golden.ts'

/** Figures of the whole set; where it is not beside the repository, the unit tests hold the rules. */
const TABLE_CELLS = 107_859
const SCORE_CELLS = 15_064
const SHOWN = 8

/** Survey tables beside those of WHO's own software. */
export async function surveyRows(): Promise<{ rows: readonly Row[]; notes: readonly string[] }> {
  const found = await compareSurveys()
  if (found === undefined)
    return { rows: [], notes: ['surveys not beside the repository: their figures were not compared'] }
  const { tables, scores } = found
  const baseline = 'WHO anthro and anthroplus for R'
  const kinds = new Map<string, number>()
  for (const { kind } of [...tables.oddities, ...scores.oddities]) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  return {
    rows: [
      countRow(`survey figures within ${TOLERANCE}`, tables.compared - tables.wrong.length, tables.compared, {
        baseline,
        expected: TABLE_CELLS,
      }),
      atMost('survey figures, largest error (relative or absolute)', tables.worst, TOLERANCE, baseline),
      countRow('survey z-scores, flags and heights', scores.compared - scores.wrong.length, scores.compared, {
        baseline,
        expected: SCORE_CELLS,
      }),
      figure(
        'survey cells left to oddities of the software',
        tables.oddCells + scores.oddCells,
        `${tables.oddities.length + scores.oddities.length} differ`,
      ),
    ],
    notes: [
      ...[...tables.wrong, ...scores.wrong].slice(0, SHOWN),
      ...[...kinds].map(([kind, count]) => `oddity of the software, ${count} cells differ: ${kind}`),
    ],
  }
}
