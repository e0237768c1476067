import { niceTicks } from './ticks.tsx'
import { useWidth } from './use-width.tsx'

export type IntervalRow = {
  readonly label: string
  readonly value: number
  readonly low: number
  readonly high: number
}

const ROW = 34
const TOP = 8
const BOTTOM = 28

/** Shares with their intervals, one row each, from zero. */
export function IntervalChart({
  title,
  rows,
  format,
}: {
  title: string
  rows: readonly IntervalRow[]
  format: (value: number) => string
}) {
  const [frame, width] = useWidth<SVGSVGElement>(760)
  const left = Math.min(220, Math.max(144, width * 0.3))
  const height = TOP + rows.length * ROW + BOTTOM
  const most = Math.max(1, ...rows.map(({ high }) => high)) * 1.05
  const x = (value: number) => left + (value / most) * (width - left - 64)
  return (
    <svg
      ref={frame}
      className="line-chart"
      viewBox={`0 0 ${width} ${height}`}
      height={height}
      role="img"
      aria-label={title}
    >
      {niceTicks([0, most], (width - left) / 90).map((tick) => (
        <g key={tick}>
          <line className="chart-grid" x1={x(tick)} x2={x(tick)} y1={TOP} y2={height - BOTTOM} />
          <text x={x(tick)} y={height - 8} textAnchor="middle">
            {tick}
          </text>
        </g>
      ))}
      {rows.map(({ label, value, low, high }, i) => {
        const y = TOP + i * ROW + ROW / 2
        return (
          <g key={label}>
            <text x={left - 10} y={y + 4} textAnchor="end">
              {label}
            </text>
            <line className="chart-path" x1={x(low)} x2={x(high)} y1={y} y2={y} />
            <circle className="chart-point" cx={x(value)} cy={y} r={6} />
            <text x={x(high) + 8} y={y + 4}>
              {format(value)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
