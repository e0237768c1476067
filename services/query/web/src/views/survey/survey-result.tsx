import { ChartFrame } from '@assay/ui/chart-frame'
import { capital, formatDay, formatNumber, today } from '@assay/ui/format'
import { IntervalChart } from '@assay/ui/interval-chart'
import { TableFrame } from '@assay/ui/table-frame'
import type { SurveyTables } from '../../service.ts'
import { TEXT } from '../../text.ts'
import { Columns } from './columns.tsx'
import { Digits, Distributions } from './distributions.tsx'

/** What can be taken away from a survey. */
export type Output = 'report' | 'tables' | 'rows'

/** What a survey says: prevalences with intervals, how the table was read, and its quality. */
export function SurveyResult({
  survey,
  name,
  onMap,
  onDownload,
  waiting,
  isMapped,
}: {
  survey: SurveyTables
  name: string
  onMap: (column: string, parameter: string) => void
  onDownload: (output: Output) => void
  /** The file that is being made. */
  waiting: Output | undefined
  /** Whether the meaning of a column was changed by hand. */
  isMapped: boolean
}) {
  const rows = Object.entries(survey.prevalence).flatMap(([id, { percent, low, high, count, of }]) =>
    percent === null
      ? []
      : [{ label: capital(id.replaceAll('_', ' ')), value: percent, low, high, count, of }],
  )
  return (
    <>
      <div>
        <h2>{TEXT.survey.analysed(survey.analysed, survey.rows, name)}</h2>
        <p className="soft">
          {TEXT.survey.sexes(survey.boys, survey.girls)} · {TEXT.survey.standards[survey.ages]}
          <span className="print-only"> · {TEXT.growth.printedOn(formatDay(today()))}</span>
        </p>
      </div>
      <div className="row no-print">
        {(['report', 'tables', 'rows'] as const).map((output) => (
          <button
            key={output}
            type="button"
            disabled={waiting !== undefined}
            aria-busy={waiting === output}
            onClick={() => onDownload(output)}
          >
            {TEXT.survey.downloads[output]}
          </button>
        ))}
        <button type="button" onClick={() => window.print()}>
          {TEXT.survey.print}
        </button>
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
      <Distributions survey={survey} />
      <Quality survey={survey} />
      <Digits survey={survey} />
      <Columns
        read={survey.table.columns_read}
        others={survey.table.columns_not_read}
        onMap={onMap}
        open={isMapped}
      />
    </>
  )
}

function Quality({ survey }: { survey: SurveyTables }) {
  return (
    <div className="stack">
      <h2>{TEXT.survey.quality}</h2>
      <TableFrame label={TEXT.survey.quality}>
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
      </TableFrame>
      {survey.quality.warnings.length > 0 ? (
        <ul className="notice">
          {survey.quality.warnings.map((warning) => (
            <li key={warning}>{plainWarning(warning)}</li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

/** A warning with the name of its index in words. */
function plainWarning(warning: string): string {
  const [index = '', ...rest] = warning.split(':')
  return [TEXT.survey.indices[index] ?? capital(index), ...rest].join(':')
}
