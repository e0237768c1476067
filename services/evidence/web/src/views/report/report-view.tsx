import { orThrow } from '@assay/evidence-client'
import { formatNumber, formatShare, formatTime } from '@assay/ui/format'
import { TableFrame } from '@assay/ui/table-frame'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { Failure } from '../../failure.tsx'
import { baseUrl, service } from '../../service.ts'
import { runTitle } from '../runs/run-list.tsx'
import { asReport, type Report } from './report-data.ts'
import { ReportedObservations } from './reported-observations.tsx'
import { TEXT } from './text.ts'
import './report.css'

const route = getRouteApi('/reports/$hash')
const PAPERS = ['A4', 'Letter'] as const

/** What the report is about: the run by its name, or the molecules. */
function scopeOf({ run_id, run_name, molecule_ids }: Report): string {
  return run_id === null ? (molecule_ids?.join(', ') ?? '') : runTitle({ run_id, name: run_name })
}

/** What the report is about, and what replays it. */
function Facts({ report }: { report: Report }) {
  const { report: text } = TEXT
  const facts: readonly (readonly [string, string])[] = [
    [text.asOf, formatTime(report.as_of)],
    [report.run_id === null ? text.molecules : text.run, scopeOf(report)],
    [text.listed, text.listedOf(report.observations.length, report.observations_total)],
    [text.threshold, formatNumber(report.confidence_threshold, 2)],
    [text.model, text.modelOf(report.model_version, report.calibrated_by)],
    [text.versions, `${report.algorithm_version}, ${report.package_version}`],
  ]
  return (
    <dl className="facts report-facts">
      {facts.map(([name, value]) => (
        <div key={name} className="fact">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div className="fact">
        <dt>{text.hash}</dt>
        <dd>
          <code className="hash">{report.result_hash}</code>
        </dd>
      </div>
    </dl>
  )
}

/** How many accepted candidates are expected to be wrong; only where probabilities are frequencies. */
function Expected({ report }: { report: Report }) {
  const accepted = report.observations.flatMap(({ candidates }) =>
    candidates.filter(({ verdict }) => verdict === 'accepted'),
  )
  const wrong = accepted.reduce((sum, { probability }) => sum + 1 - probability, 0)
  return report.calibrated ? (
    <p>{TEXT.report.falseAccepted(accepted.length, wrong)}</p>
  ) : (
    <p className="notice">
      {TEXT.report.accepted(accepted.length)}{' '}
      {report.calibrated_by === 'nothing' ? TEXT.report.uncalibrated : TEXT.report.unproven}
    </p>
  )
}

function Summary({ report }: { report: Report }) {
  const { report: text } = TEXT
  return (
    <section className="panel stack report-summary">
      <h2>{text.summary}</h2>
      <Expected report={report} />
      <TableFrame label={text.summary}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text.observation}</th>
              <th scope="col">{text.candidate}</th>
              <th scope="col" className="number">
                {text.probability}
              </th>
              <th scope="col" className="number">
                {text.bounds}
              </th>
              <th scope="col" className="number">
                {text.none}
              </th>
              <th scope="col">{text.level}</th>
              <th scope="col">{text.verdict}</th>
            </tr>
          </thead>
          <tbody>
            {report.observations.map((one) => {
              const best = one.candidates[0]
              return (
                <tr key={`${one.run_id} ${one.observation_id} ${best?.candidate}`}>
                  <th scope="row">{one.observation_id ?? '–'}</th>
                  <td className="long">{best?.name ?? best?.molecule_ids[0]}</td>
                  <td className="number">{best ? formatShare(best.probability) : '–'}</td>
                  <td className="number">
                    {best ? best.bounds.map((bound) => formatShare(bound)).join(' – ') : '–'}
                  </td>
                  <td className="number">{formatShare(one.none)}</td>
                  <td>{best?.level.schymanski ?? '–'}</td>
                  <td>{best ? text.verdicts[best.verdict] : '–'}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </TableFrame>
    </section>
  )
}

/** A kept report, made again when it is opened, for the screen and for paper. */
export function ReportView() {
  const { hash } = route.useParams()
  const id = useId()
  const [paper, setPaper] = useState<(typeof PAPERS)[number]>('A4')
  const { report: text } = TEXT
  const found = useQuery({
    queryKey: ['report', hash],
    queryFn: async () =>
      asReport(await orThrow(service.GET('/v1/reports/{hash}', { params: { path: { hash } } }))),
    staleTime: 0,
  })
  const report = found.data
  const address = (format: string) => `${baseUrl}/v1/reports/${hash}?format=${format}`
  return (
    <article className={`stack report paper-${paper.toLowerCase()}`}>
      <p className="no-print">
        <Link to="/reports">← {text.back}</Link>
      </p>
      <h1>{text.title}</h1>
      {found.error ? <Failure error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? (
        <div className="skeleton chart-skeleton" role="status" aria-label={TEXT.loading} />
      ) : null}
      {report ? (
        <>
          <section className="panel stack">
            <Facts report={report} />
            {report.replay ? (
              <p
                role="status"
                className={report.replay.outcome === 'same' ? 'calm replay' : 'notice replay'}
                data-replay={report.replay.outcome}
              >
                {text[report.replay.outcome]}
              </p>
            ) : null}
            <p className="print-only small">{text.replayHint(report.result_hash)}</p>
            <div className="row no-print">
              <label htmlFor={id} className="small">
                {text.paper}
              </label>
              <select
                id={id}
                value={paper}
                onChange={({ target }) => setPaper(target.value as (typeof PAPERS)[number])}
              >
                {PAPERS.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
              <button type="button" className="main" onClick={() => window.print()}>
                {text.print}
              </button>
              <a className="button" href={address('tsv')} download>
                {text.table}
              </a>
              <a className="button" href={address('html')} download={`report-${hash.slice(0, 12)}.html`}>
                {text.page}
              </a>
              <a className="button" href={address('json')} download={`report-${hash.slice(0, 12)}.json`}>
                {text.json}
              </a>
            </div>
          </section>
          <Summary report={report} />
          <ReportedObservations report={report} />
        </>
      ) : null}
    </article>
  )
}
