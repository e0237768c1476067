/**
 * How right the service is, figure by figure: `npm run accuracy -w @assay/query` (`-- --json` for machines).
 * Each section is a function in its own file that gives rows and notes; a new section is one line here.
 */
import { growthRows } from './accuracy-growth.ts'
import { metricRows } from './accuracy-metrics.ts'
import { modelerRows } from './accuracy-modeler.ts'
import { type Row, report } from './row.ts'

type Section = () => { readonly rows: readonly Row[]; readonly notes: readonly string[] }
const SECTIONS: readonly Section[] = [growthRows, metricRows, modelerRows]

const results = SECTIONS.map((section) => section())
report(
  results.flatMap((result) => result.rows),
  results.flatMap((result) => result.notes),
  process.argv,
)
