import { useWidth } from './use-width.tsx'

const HEIGHT = 210
const MARGIN = { top: 10, right: 10, bottom: 40, left: 10 }

/** Bars of equal width side by side, with a line of what was expected. Two fit beside each other on paper. */
export function Histogram({
  title,
  from,
  width: binWidth,
  counts,
  expected,
  ticks,
  cuts = [],
  xLabel,
}: {
  title: string
  /** Where the first bar begins. */
  from: number
  /** Width of a bar on the axis. */
  width: number
  counts: readonly number[]
  expected: readonly number[]
  ticks: readonly { readonly at: number; readonly label: string }[]
  /** Places that are marked by a dashed line. */
  cuts?: readonly number[]
  xLabel: string
}) {
  const [frame, width] = useWidth<SVGSVGElement>(420, 340)
  const bottom = HEIGHT - MARGIN.bottom
  const most = Math.max(1, ...counts, ...expected) * 1.05
  const x = (at: number) =>
    MARGIN.left + ((at - from) / (binWidth * counts.length)) * (width - MARGIN.left - MARGIN.right)
  const y = (count: number) => bottom - (count / most) * (bottom - MARGIN.top)
  return (
    <svg
      ref={frame}
      className="line-chart"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      height={HEIGHT}
      role="img"
      aria-label={title}
    >
      {counts.map((count, i) => {
        const left = x(from + i * binWidth)
        return count === 0 ? null : (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place.
            key={i}
            className="chart-bar"
            x={left + 0.5}
            y={y(count)}
            width={Math.max(0.5, x(from + (i + 1) * binWidth) - left - 1)}
            height={bottom - y(count)}
          />
        )
      })}
      {cuts.map((cut) => (
        <line key={cut} className="chart-cut" x1={x(cut)} x2={x(cut)} y1={MARGIN.top} y2={bottom} />
      ))}
      <path
        className="chart-line main"
        data-line="expected"
        d={expected
          .map(
            (count, i) =>
              `${i === 0 ? 'M' : 'L'}${x(from + (i + 0.5) * binWidth).toFixed(2)} ${y(count).toFixed(2)}`,
          )
          .join('')}
      />
      <line className="chart-axis" x1={MARGIN.left} x2={width - MARGIN.right} y1={bottom} y2={bottom} />
      {ticks.map(({ at, label }) => (
        <text key={at} x={x(at)} y={bottom + 16} textAnchor="middle">
          {label}
        </text>
      ))}
      <text x={width / 2} y={HEIGHT - 6} textAnchor="middle">
        {xLabel}
      </text>
    </svg>
  )
}
