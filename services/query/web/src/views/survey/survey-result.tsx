import { ChartFrame } from '@assay/ui/chart-frame'
import { IntervalChart } from '@assay/ui/interval-chart'
import { capital, formatNumber } from '../../format.ts'
import type { SurveyTables } from '../../service.ts'
import { TEXT } from '../../text.ts'
import { useCatalogue } from '../../use-catalogue.ts'

/** What a survey says: prevalences with intervals, how the table was read, and its quality. */
export function SurveyResult({
  survey,
  name,
  onMap,
  onDownload,
}: {
  survey: SurveyTables
  name: string
  onMap: (column: string, parameter: string) => void
  onDownload: (output: 'tables' | 'report' | 'rows') => void
}) {
  const rows = Object.entries(survey.prevalence).flatMap(([id, { percent, low, high, count, of }]) =>
    percent === null
      ? []
      : [{ label: capital(id.replaceAll('_', ' ')), value: percent, low, high, count, of }],
  )
  return (
    <>
      <div className="row">
        <h2>{TEXT.survey.analysed(survey.analysed, survey.rows, name)}</h2>
      </div>
      <div className="row no-print">
        {(['report', 'tables', 'rows'] as const).map((output) => (
          <button key={output} type="button" onClick={() => onDownload(output)}>
            {TEXT.survey.downloads[output]}
          </button>
        ))}
      </div>
      <ChartFrame
        title={TEXT.survey.prevalence}
        name="prevalence"
        words={TEXT.chart}
        table={{
          columns: [TEXT.survey.prevalence, '%', TEXT.plan.low, TEXT.plan.high, TEXT.survey.children],
          rows: rows.map(({ label, value, low, high, count, of }) => [
            label,
            Number(value.toFixed(1)),
            Number((low ?? value).toFixed(1)),
            Number((high ?? value).toFixed(1)),
            `${count} / ${of}`,
          ]),
        }}
      >
        <IntervalChart
          title={rows.map(({ label, value }) => `${label} ${formatNumber(value, 1)} %`).join(', ')}
          rows={rows.map(({ label, value, low, high }) => ({
            label,
            value,
            low: low ?? value,
            high: high ?? value,
          }))}
          format={(value) => `${formatNumber(value, 1)} %`}
        />
      </ChartFrame>
      <Quality survey={survey} />
      <Columns survey={survey} onMap={onMap} />
    </>
  )
}

function Quality({ survey }: { survey: SurveyTables }) {
  return (
    <div className="stack">
      <h2>{TEXT.survey.quality}</h2>
      <div className="table-frame">
        <table>
          <thead>
            <tr>
              <th scope="col">{TEXT.survey.index}</th>
              <th scope="col" className="number">
                {TEXT.survey.children}
              </th>
              <th scope="col" className="number">
                {TEXT.survey.mean}
              </th>
              <th scope="col" className="number">
                {TEXT.survey.sd}
              </th>
              <th scope="col" className="number">
                {TEXT.survey.flagged}
              </th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(survey.indices).map(([index, { z, flagged }]) => (
              <tr key={index}>
                <th scope="row">{TEXT.survey.indices[index] ?? index}</th>
                <td className="number">{z.count}</td>
                <td className="number">{z.mean === null ? '–' : formatNumber(z.mean, 2)}</td>
                <td className="number">
                  {z.standard_deviation === null ? '–' : formatNumber(z.standard_deviation, 2)}
                </td>
                <td className="number">
                  {flagged.percent === null ? '–' : `${formatNumber(flagged.percent, 1)} %`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {survey.quality.warnings.length > 0 ? (
        <ul className="notice">
          {survey.quality.warnings.map((warning) => (
            <li key={warning}>{capital(warning)}</li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

function Columns({
  survey,
  onMap,
}: {
  survey: SurveyTables
  onMap: (column: string, parameter: string) => void
}) {
  const { data } = useCatalogue()
  const { columns_read: read, columns_not_read: others } = survey.table
  const names = [
    ...(data?.parameters.map((parameter) => parameter.name) ?? []),
    'cluster',
    'strata',
    'weight',
  ]
  return (
    <details>
      <summary>{TEXT.survey.columns(Object.keys(read).length, others.length)}</summary>
      <div className="table-frame">
        <table>
          <tbody>
            {[...Object.entries(read), ...others.map((column) => [column, ''] as const)].map(
              ([column, meaning]) => (
                <tr key={column}>
                  <th scope="row">{column}</th>
                  <td>
                    <select
                      aria-label={TEXT.survey.meaning(column)}
                      value={meaning}
                      onChange={({ target }) => onMap(column, target.value || '-')}
                    >
                      <option value="">{TEXT.survey.notRead}</option>
                      {[...new Set([meaning, ...names])].filter(Boolean).map((option) => (
                        <option key={option} value={option}>
                          {option}
                        </option>
                      ))}
                    </select>
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
    </details>
  )
}
