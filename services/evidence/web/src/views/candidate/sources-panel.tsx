import { formatNumber } from '@assay/ui/format'
import { TableFrame } from '@assay/ui/table-frame'
import type { Explanation } from './explanation.ts'
import { printedSteps, signed, sumOf } from './printed.ts'
import { kindOf, TEXT } from './text.ts'

/** Sources of the evidence, and as how many independent items each counts. */
export function SourcesPanel({ explanation }: { explanation: Explanation }) {
  const groups = explanation.groups.toSorted((a, b) => Math.abs(b.log_odds) - Math.abs(a.log_odds))
  const printed = printedSteps(explanation)
  const addsOf = ({ type, group }: (typeof groups)[number]) =>
    sumOf(explanation.items.filter((item) => item.type === type && item.group === group).map(printed.of))
  return (
    <section className="panel stack">
      <h2>{TEXT.sources.title}</h2>
      <p className="soft">{TEXT.sources.lead}</p>
      <TableFrame label={TEXT.sources.title} className="tall-table">
        <table className="sources">
          <thead>
            <tr>
              <th scope="col">{TEXT.sources.type}</th>
              <th scope="col">{TEXT.sources.source}</th>
              <th scope="col" className="number">
                {TEXT.sources.items}
              </th>
              <th scope="col" className="number">
                {TEXT.sources.counts}
              </th>
              <th scope="col" className="number">
                {TEXT.sources.correlation}
              </th>
              <th scope="col" className="number">
                {TEXT.sources.adds}
              </th>
              <th scope="col">{TEXT.sources.strength}</th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr key={`${group.type} ${group.group}`}>
                <th scope="row">{kindOf(group.type)}</th>
                <td className="long">{group.group}</td>
                <td className="number">{group.item_count}</td>
                <td className="number">{formatNumber(group.effective_count, 1)}</td>
                <td className="number">
                  {formatNumber(
                    group.log_odds >= 0 ? group.support_correlation : group.opposition_correlation,
                    2,
                  )}
                </td>
                <td className="number">{signed(addsOf(group))}</td>
                <td>{group.fitted ? TEXT.sources.fitted : TEXT.sources.preset}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      <p className="row small soft number">
        <span>{TEXT.sources.conflict(explanation.conflict_score)}</span>
        <span>{TEXT.sources.consistency(explanation.consistency_score)}</span>
      </p>
    </section>
  )
}
