import { formatNumber } from '@assay/ui/format'
import { TableFrame } from '@assay/ui/table-frame'
import { useQuery } from '@tanstack/react-query'
import { Failure } from '../../failure.tsx'
import { type Explanation, explanationOf, type Wanted } from './explanation.ts'
import { printedSteps, signed } from './printed.ts'
import { kindOf, TEXT } from './text.ts'

/** What would turn the verdict. */
export function FlipPanel({ explanation }: { explanation: Explanation }) {
  const { flip, items } = explanation
  const removed = flip.items_to_remove?.map((id) => items.find(({ evidence_id }) => evidence_id === id))
  const printed = printedSteps(explanation)
  const distance = Math.abs(flip.log_odds_to_flip)
  return (
    <section className="panel stack">
      <h2>{TEXT.flip.title}</h2>
      <p>
        <strong>{TEXT.verdict[flip.verdict](explanation.confidence_threshold)}.</strong>{' '}
        {TEXT.flip[flip.verdict](distance)}
      </p>
      {removed ? (
        <>
          <p>{TEXT.flip.remove(removed.length)}</p>
          <ul className="plain-list small">
            {removed.map((item, i) => (
              <li key={item?.evidence_id ?? i}>
                {item ? `${TEXT.waterfall.item(item.type, item.source)}: ${signed(printed.of(item))}` : null}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="soft">{TEXT.flip.cannot}</p>
      )}
    </section>
  )
}

/** What to measure next. */
export function NextPanel({ wanted }: { wanted: Wanted }) {
  const found = useQuery(explanationOf(wanted, true))
  const next = found.data?.recommendations.slice(0, 6)
  const most = Math.max(...(next ?? []).map(({ expected_improvement }) => expected_improvement), 1e-9)
  return (
    <section className="panel stack">
      <h2>{TEXT.next.title}</h2>
      <p className="soft">{TEXT.next.lead}</p>
      {found.error ? <Failure error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? <div className="skeleton" role="status" aria-label={TEXT.loading} /> : null}
      {next?.length === 0 ? <p>{TEXT.next.none}</p> : null}
      {next && next.length > 0 ? (
        <TableFrame label={TEXT.next.title}>
          <table>
            <thead>
              <tr>
                <th scope="col">{TEXT.next.type}</th>
                <th scope="col" className="waterfall-place">
                  <span className="hidden">{TEXT.next.gain}</span>
                </th>
                <th scope="col" className="number">
                  {TEXT.next.gain}
                </th>
              </tr>
            </thead>
            <tbody>
              {next.map(({ evidence_type, expected_improvement, description }) => (
                <tr key={evidence_type} title={description}>
                  <th scope="row">{kindOf(evidence_type)}</th>
                  <td className="waterfall-place">
                    <svg
                      className="waterfall-bar"
                      viewBox="0 0 100 20"
                      preserveAspectRatio="none"
                      aria-hidden
                    >
                      <rect
                        className="waterfall-up"
                        width={(100 * expected_improvement) / most}
                        y={4}
                        height={12}
                      />
                    </svg>
                  </td>
                  <td className="number">{formatNumber(expected_improvement, 3)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      ) : null}
    </section>
  )
}
