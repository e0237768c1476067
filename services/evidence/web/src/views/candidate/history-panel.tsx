import { formatShare, formatTime } from '@assay/ui/format'
import { LineChart } from '@assay/ui/line-chart'
import { TableFrame } from '@assay/ui/table-frame'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { Failure } from '../../failure.tsx'
import { historyOf, type Wanted } from './explanation.ts'
import { TEXT } from './text.ts'

/** How the probability changed, with a slider through time. */
export function HistoryPanel({ wanted }: { wanted: Wanted }) {
  const id = useId()
  const navigate = useNavigate()
  const history = useQuery(historyOf(wanted))
  const steps = history.data?.steps ?? []
  // One more place than steps: the last is now.
  const at = wanted.asOf ? steps.findIndex(({ timestamp }) => timestamp === wanted.asOf) : steps.length
  const go = (place: number) =>
    void navigate({
      to: '/runs/$run/observations/$observation',
      params: { run: wanted.run, observation: wanted.observation },
      search: {
        ...(wanted.candidate ? { candidate: wanted.candidate } : {}),
        ...(steps[place] ? { as_of: steps[place].timestamp } : {}),
      },
      replace: true,
      resetScroll: false,
    })
  const nameOf = (place: number): string => {
    const step = steps[place]
    return step
      ? `${formatTime(step.timestamp)}: ${TEXT.history.change[step.change]?.(step.count)}`
      : TEXT.history.now
  }
  const known = steps.flatMap((step, x) => (step.probability === null ? [] : [{ ...step, x }]))
  return (
    <section className="panel stack">
      <h2>{TEXT.history.title}</h2>
      <p className="soft">{TEXT.history.lead}</p>
      {history.error ? <Failure error={history.error} onRetry={() => void history.refetch()} /> : null}
      {history.isPending ? <div className="skeleton" role="status" aria-label={TEXT.loading} /> : null}
      {steps.length > 0 ? (
        <>
          {known.length > 1 ? (
            <div className="history-chart">
              <LineChart
                title={TEXT.history.title}
                x={steps.map((_, x) => x)}
                xRange={[-0.5, steps.length - 0.5]}
                yRange={[0, 1]}
                lines={[]}
                points={known.map((step) => ({
                  x: step.x,
                  y: step.probability ?? 0,
                  label: nameOf(step.x),
                  series: 'probability',
                }))}
                ranges={[]}
                xLabel={TEXT.history.step}
                yLabel={TEXT.history.probability}
                xTicks={() => steps.map((_, x) => x)}
                formatX={(x) => String(x + 1)}
              />
            </div>
          ) : null}
          <div className="field no-print">
            <label htmlFor={id}>{TEXT.history.slider}</label>
            <input
              id={id}
              type="range"
              min={0}
              max={steps.length}
              step={1}
              value={at < 0 ? steps.length : at}
              aria-valuetext={nameOf(at)}
              onChange={({ target }) => go(Number(target.value))}
            />
            <span className="small number">{nameOf(at)}</span>
          </div>
          <TableFrame label={TEXT.history.title} className="tall-table">
            <table>
              <thead>
                <tr>
                  <th scope="col" className="number">
                    #
                  </th>
                  <th scope="col">{TEXT.history.when}</th>
                  <th scope="col">{TEXT.history.what}</th>
                  <th scope="col" className="number">
                    {TEXT.history.probability}
                  </th>
                </tr>
              </thead>
              <tbody>
                {steps.map((step, i) => (
                  <tr key={`${step.timestamp} ${step.change}`} aria-current={i === at ? 'true' : undefined}>
                    <td className="number">{i + 1}</td>
                    <td>
                      <button type="button" className="plain row-button" onClick={() => go(i)}>
                        {formatTime(step.timestamp)}
                      </button>
                    </td>
                    <td>{TEXT.history.change[step.change]?.(step.count)}</td>
                    <td className="number">
                      {step.probability === null ? TEXT.history.absent : formatShare(step.probability)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableFrame>
        </>
      ) : null}
    </section>
  )
}
