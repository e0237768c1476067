import { formatNumber, formatShare } from '@assay/ui/format'
import { TableFrame } from '@assay/ui/table-frame'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Failure } from '../../failure.tsx'
import { useMay } from '../../session.ts'
import { signed } from '../candidate/printed.ts'
import { kindOf } from '../candidate/text.ts'
import { type CalibrationReport, fitModel, type Refit } from './review-data.ts'
import { TEXT } from './text.ts'

const MEASURES = ['log_loss', 'brier', 'auroc', 'ece'] as const
/** Indices of the values that are shown of nine: 0.125, 0.5 and 0.875. */
const SHOWN_LEVELS = [1, 4, 7]

const cellOf = (report: CalibrationReport, name: (typeof MEASURES)[number]): string => {
  const value = report[name]
  return value === null || report.labels === 0 ? '–' : formatNumber(value, 3)
}

/** Proper scores of the model in use and of a fit, both on labels that they have not seen. */
export function Measures({ refit }: { refit: Refit }) {
  return (
    <section className="panel stack">
      <h2>{TEXT.measures.title}</h2>
      <TableFrame label={TEXT.measures.title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{TEXT.measures.name}</th>
              <th scope="col" className="number">
                {TEXT.measures.inUse}
              </th>
              <th scope="col" className="number">
                {TEXT.measures.fit}
              </th>
            </tr>
          </thead>
          <tbody>
            {MEASURES.map((name) => (
              <tr key={name} data-measure={name}>
                <th scope="row">{TEXT.measures.names[name]}</th>
                <td className="number">{cellOf(refit.unseen, name)}</td>
                <td className="number">{cellOf(refit.cross_validated, name)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </section>
  )
}

function Strengths({ refit }: { refit: Refit }) {
  const { refit: text } = TEXT
  const first = refit.types[0]
  return (
    <details>
      <summary>{text.strengths}</summary>
      <TableFrame label={text.strengths}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text.kind}</th>
              {SHOWN_LEVELS.map((t) => (
                <th key={t} scope="col" className="number">
                  {text.at(first?.levels[t]?.value ?? 0)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{text.base}</th>
              <td className="number" colSpan={SHOWN_LEVELS.length}>
                {signed(refit.base_log_odds.before)} → {signed(refit.base_log_odds.after)}
              </td>
            </tr>
            {refit.types.map(({ type, levels }) => (
              <tr key={type}>
                <th scope="row">{kindOf(type)}</th>
                {SHOWN_LEVELS.map((t) => (
                  <td key={t} className="number">
                    {signed(levels[t]?.before ?? 0)} → {signed(levels[t]?.after ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </details>
  )
}

/** Whether a fit judges the same labels worse than the model in use, neither having seen them. */
const isWorse = ({ unseen, cross_validated }: Refit): boolean =>
  unseen.labels === cross_validated.labels && cross_validated.log_loss > unseen.log_loss

/** Whether the model in use was fitted to these labels. */
const upToDate = ({ model_version, unseen, mean_change }: Refit): boolean =>
  model_version > 0 && unseen.labels === 0 && mean_change === 0

/** What a fit would change, and the fit. */
export function RefitPanel({ refit }: { refit: Refit }) {
  const { refit: text } = TEXT
  const queries = useQueryClient()
  const writes = useMay('researcher')
  const fit = useMutation({
    mutationFn: fitModel,
    onSuccess: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' }),
  })
  return (
    <section className="panel stack">
      <h2>{text.title}</h2>
      {refit.enough ? (
        <>
          <p>{text.lead(refit.observations, refit.confidence_threshold)}</p>
          <ul className="number changes">
            <li>{text.accepted(refit.accepted.before, refit.accepted.after)}</li>
            <li>{text.moved(refit.newly_accepted, refit.no_longer_accepted)}</li>
            <li>{text.mean(refit.mean_change)}</li>
          </ul>
          {isWorse(refit) ? (
            <p className="notice">{text.worse(refit.unseen.log_loss, refit.cross_validated.log_loss)}</p>
          ) : null}
          {refit.mean_change > 0 ? (
            <>
              <TableFrame label={text.largest} className="tall-table">
                <table>
                  <caption>{text.largest}</caption>
                  <thead>
                    <tr>
                      <th scope="col">{text.observation}</th>
                      <th scope="col">{text.candidate}</th>
                      <th scope="col" className="number">
                        {text.now}
                      </th>
                      <th scope="col" className="number">
                        {text.after}
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {refit.largest_changes.map((one) => (
                      <tr key={`${one.run_id} ${one.observation_id}`}>
                        <td>
                          <Link
                            to="/runs/$run/observations/$observation"
                            params={{ run: one.run_id, observation: one.observation_id }}
                            search={{ candidate: one.molecule_id }}
                          >
                            {one.observation_id}
                          </Link>
                        </td>
                        <td className="long">{one.name ?? one.molecule_id}</td>
                        <td className="number">{formatShare(one.before)}</td>
                        <td className="number">{formatShare(one.after)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </TableFrame>
              <Strengths refit={refit} />
            </>
          ) : null}
        </>
      ) : (
        <p className="notice">{TEXT.progress.notEnough(refit.positives, refit.labels - refit.positives)}</p>
      )}
      {fit.error ? <Failure error={fit.error} onRetry={() => fit.mutate()} /> : null}
      {fit.data ? (
        <p role="status" className="notice">
          {text.fitted(fit.data.model_version)}
        </p>
      ) : null}
      {writes && refit.enough && upToDate(refit) && !fit.data ? <p>{text.upToDate}</p> : null}
      {writes && refit.enough && !upToDate(refit) ? (
        <div className="row no-print">
          <button type="button" className="main" disabled={fit.isPending} onClick={() => fit.mutate()}>
            {fit.isPending ? text.fitting : text.fit}
          </button>
          <span className="small soft">{text.why}</span>
        </div>
      ) : null}
    </section>
  )
}
