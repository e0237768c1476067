/**
 * How right the service is, figure by figure: `npm run accuracy -w @assay/query` (`-- --json` for machines).
 * Each section is a function in its own file that gives rows and notes; a new section is one line here.
 */

import { type Row, report } from '@assay/kit/testing-report'
import { growthRows } from './accuracy-growth.ts'
import { metricRows } from './accuracy-metrics.ts'
import { modelerRows } from './accuracy-modeler.ts'
import { surveyRows } from './accuracy-survey.ts'
import { phrasingRows } from './phrasings.ts'
import { questionRows } from './questions.ts'

type Result = { readonly rows: readonly Row[]; readonly notes: readonly string[] }
type Section = () => Result | Promise<Result>
const SECTIONS: readonly Section[] = [
  growthRows,
  surveyRows,
  metricRows,
  modelerRows,
  phrasingRows,
  questionRows,
]

const results: Result[] = []
for (const section of SECTIONS) results.push(await section())
report(
  results.flatMap((result) => result.rows),
  {
    notes: results.flatMap((result) => result.notes),
    recorded: { run: 'query-accuracy', command: 'npm run accuracy -w @assay/query', form: 'full' },
  },
)
