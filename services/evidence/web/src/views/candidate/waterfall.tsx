import { formatNumber, formatShare } from '@assay/ui/format'
import { TableFrame } from '@assay/ui/table-frame'
import type { ExplainedItem, Explanation } from './explanation.ts'
import { LOG_ODDS_DIGITS, printedSteps, signed, sumOf } from './printed.ts'
import { TEXT } from './text.ts'
import './candidate.css'

/** Most items with a row of their own. */
const MOST_ROWS = 12

/** What a row of the waterfall stands for. */
export type WaterfallRow =
  | { readonly kind: 'prior' | 'rivals' }
  | { readonly kind: 'item'; readonly item: ExplainedItem }
  | { readonly kind: 'rest'; readonly items: readonly ExplainedItem[] }

interface Step {
  readonly row: WaterfallRow
  readonly label: string
  /** Printed step. */
  readonly step: number
}

/** Rows of the waterfall: prior, strongest items, the rest together, rivals. They sum to the log-odds. */
function stepsOf(explanation: Explanation): Step[] {
  const { items } = explanation
  const shown = items.length <= MOST_ROWS + 1 ? items : items.slice(0, MOST_ROWS)
  const rest = items.slice(shown.length)
  const printed = printedSteps(explanation)
  return [
    { row: { kind: 'prior' }, label: TEXT.waterfall.prior, step: printed.prior },
    ...shown.map((item) => ({
      row: { kind: 'item' as const, item },
      label: TEXT.waterfall.item(item.type, item.source),
      step: printed.of(item),
    })),
    ...(rest.length === 0
      ? []
      : [
          {
            row: { kind: 'rest' as const, items: rest },
            label: TEXT.waterfall.rest(rest.length),
            step: sumOf(rest.map(printed.of)),
          },
        ]),
    {
      row: { kind: 'rivals' },
      label: TEXT.waterfall.rivals(explanation.rivals_total),
      step: printed.rivals,
    },
  ]
}

/** A bar from the sum before a step to the sum after it, on the scale of all sums. */
function Bar({ from, to, low, high }: { from: number; to: number; low: number; high: number }) {
  const place = (value: number): number => (100 * (value - low)) / (high - low)
  const left = Math.min(place(from), place(to))
  return (
    <svg className="waterfall-bar" viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden>
      <line className="waterfall-zero" x1={place(0)} x2={place(0)} y1={0} y2={20} />
      <rect
        className={to >= from ? 'waterfall-up' : 'waterfall-down'}
        x={left}
        width={Math.max(0.6, Math.abs(place(to) - place(from)))}
        y={4}
        height={12}
      />
    </svg>
  )
}

/** The sum of log-odds behind a probability, row by row. */
export function Waterfall({
  explanation,
  onReason,
}: {
  explanation: Explanation
  /** Opens the reason of a row; without it rows are plain. */
  onReason?: (row: WaterfallRow) => void
}) {
  const steps = stepsOf(explanation)
  const sums = [0, ...steps.map((_, i) => sumOf(steps.slice(0, i + 1).map(({ step }) => step)))]
  const [low, high] = [Math.min(...sums) - 0.2, Math.max(...sums) + 0.2]
  const total = sums.at(-1) ?? 0
  return (
    <TableFrame label={TEXT.waterfall.title}>
      <table className="waterfall">
        <thead>
          <tr>
            <th scope="col">{TEXT.waterfall.what}</th>
            <th scope="col" className="waterfall-place">
              <span className="hidden">{TEXT.waterfall.sum}</span>
            </th>
            <th scope="col" className="number">
              {TEXT.waterfall.adds}
            </th>
            <th scope="col" className="number">
              {TEXT.waterfall.sum}
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ row, label, step }, i) => {
            const sum = sums[i + 1] ?? 0
            return (
              <tr key={row.kind === 'item' ? row.item.evidence_id : row.kind} data-step={step}>
                <th scope="row">
                  {onReason ? (
                    <button type="button" className="plain row-button" onClick={() => onReason(row)}>
                      {label}
                    </button>
                  ) : (
                    label
                  )}
                </th>
                <td className="waterfall-place">
                  <Bar from={sums[i] as number} to={sum} low={low} high={high} />
                </td>
                <td className="number">{signed(step)}</td>
                <td className="number soft">{formatNumber(sum, LOG_ODDS_DIGITS)}</td>
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr data-total={total}>
            <th scope="row">{TEXT.waterfall.total}</th>
            <td className="waterfall-place">
              <Bar from={0} to={total} low={low} high={high} />
            </td>
            <td />
            <td className="number">
              <strong>{formatNumber(total, LOG_ODDS_DIGITS)}</strong>
            </td>
          </tr>
          <tr>
            <th scope="row">{TEXT.waterfall.asProbability}</th>
            <td className="waterfall-place" />
            <td />
            <td className="number">
              <strong>{formatShare(explanation.probability)}</strong>
            </td>
          </tr>
        </tfoot>
      </table>
    </TableFrame>
  )
}
