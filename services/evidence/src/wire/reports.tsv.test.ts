import { expect, it } from 'vitest'
import { defaultFuzzyConfig } from '../domain/fuzzy/fuzzy-config.ts'
import { untrainedModel } from '../domain/inference/learned-model.ts'
import { buildReport } from '../domain/report/build-report.ts'
import { reportTsv } from './reports.tsv.ts'

it('writes a table that no spreadsheet runs', () => {
  const item = {
    id: 'one',
    type: 'spectral_match',
    value: 0.9,
    uncertainty: 0.05,
    observedAtMs: 0,
    source: 'GNPS',
    group: 'GNPS',
    observation: 'run 1\u00007',
  }
  const report = buildReport({
    scope: { runId: 'run 1', moleculeIds: null },
    threshold: 0.5,
    claims: [
      {
        moleculeId: 'A',
        key: 'A',
        name: '=HYPERLINK("x")\tB',
        items: [{ item, referenceStandard: false }],
      },
    ],
    observations: [item.observation],
    bareMolecules: [],
    observationsTotal: 1,
    config: defaultFuzzyConfig,
    model: untrainedModel,
    algorithmVersion: '9.9.9',
    nowMs: 0,
  })
  const lines = reportTsv({ hash: 'abc', moment: new Date(0), packageVersion: '1.2.3', report })
    .trimEnd()
    .split('\n')
  expect(lines).toHaveLength(2)
  const [names, cells] = lines.map((line) => line.split('\t'))
  const cellOf = (name: string) => cells![names!.indexOf(name)]
  expect(cellOf('name')).toBe('\'=HYPERLINK("x") B')
  expect(cellOf('result_hash')).toBe('abc')
  expect(cells).toHaveLength(names!.length)
})
