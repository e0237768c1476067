import { formatNumber } from '@assay/ui/format'
import { roundedSteps } from '@assay/ui/rounded-steps'
import { TableFrame } from '@assay/ui/table-frame'
import type { Explanation } from './explanation.ts'
import { TEXT } from './text.ts'

const CAUSES = ['measurement', 'sources', 'rivals', 'model', 'presets', 'understated', 'set_aside'] as const

/** Variances of the log-odds on one side, by cause. */
function partsOf({ bounds_parts }: Explanation, side: 'below' | 'above'): number[] {
  return CAUSES.map((cause) => {
    const part = bounds_parts[cause]
    return typeof part === 'number' ? part : part[side]
  })
}

/** Shares of a sum in whole percent, which add up to 100. */
function percents(parts: readonly number[]): number[] {
  const total = parts.reduce((sum, part) => sum + part, 0)
  if (total === 0) return parts.map(() => 0)
  return roundedSteps(
    parts.map((part) => (100 * part) / total),
    0,
  ).map(({ step }) => step)
}

/** What the bounds are made of. */
export function BoundsPanel({ explanation }: { explanation: Explanation }) {
  const below = percents(partsOf(explanation, 'below'))
  const above = percents(partsOf(explanation, 'above'))
  const { standard_deviation } = explanation.bounds_parts
  const [low = 0, high = 1] = explanation.bounds
  const cell = (share: number) => (
    <td className="number share-of-variance">
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
        <rect className="share tone-0" width={share} height={8} />
      </svg>
      {`${formatNumber(share, 0)} %`}
    </td>
  )
  return (
    <section className="panel stack">
      <h2>{TEXT.boundsPanel.title}</h2>
      <p className="soft">{TEXT.boundsPanel.lead}</p>
      <TableFrame label={TEXT.boundsPanel.title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{TEXT.boundsPanel.cause}</th>
              <th scope="col" className="number">
                {TEXT.boundsPanel.below}
              </th>
              <th scope="col" className="number">
                {TEXT.boundsPanel.above}
              </th>
            </tr>
          </thead>
          <tbody>
            {CAUSES.map((cause, i) =>
              below[i] || above[i] ? (
                <tr key={cause}>
                  <th scope="row">{TEXT.boundsPanel.names[cause]}</th>
                  {cell(below[i] ?? 0)}
                  {cell(above[i] ?? 0)}
                </tr>
              ) : null,
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{TEXT.boundsPanel.total}</th>
              <td className="number">{formatNumber(standard_deviation.below, 2)}</td>
              <td className="number">{formatNumber(standard_deviation.above, 2)}</td>
            </tr>
          </tfoot>
        </table>
      </TableFrame>
      <p className="small soft number">
        {TEXT.boundsPanel.arithmetic(
          explanation.log_odds,
          standard_deviation.below,
          standard_deviation.above,
          low,
          high,
        )}
      </p>
    </section>
  )
}
