import { useId } from 'react'
import { niceTicks } from './ticks.tsx'
import { useWidth } from './use-width.tsx'

export type ChartLine = {
  readonly label: string
  readonly values: readonly (number | null)[]
  /** The line that the eye should find first. */
  readonly main?: boolean
  readonly dashed?: boolean
}
export type ChartPoint = {
  readonly x: number
  readonly y: number
  readonly label: string
  /** Joined by a line with the other points of its series; a hollow mark is a second reading of the same thing. */
  readonly series: string
  readonly hollow?: boolean
}

const MARGIN = { top: 12, right: 54, bottom: 44, left: 52 }

type Size = { readonly width: number; readonly height: number }

/** Place of a value on the drawing, in pixels. */
function scaleOf({ width, height }: Size, x: readonly [number, number], y: readonly [number, number]) {
  const spanX = x[1] - x[0] || 1
  const spanY = y[1] - y[0] || 1
  return {
    x: (at: number) => MARGIN.left + ((at - x[0]) / spanX) * (width - MARGIN.left - MARGIN.right),
    y: (at: number) => height - MARGIN.bottom - ((at - y[0]) / spanY) * (height - MARGIN.top - MARGIN.bottom),
  }
}

/** Tall enough to read on a phone, not taller than a screen. */
const heightFor = (width: number): number => Math.round(Math.min(560, Math.max(320, width * 0.55)))

const path = (points: readonly (readonly [number, number] | undefined)[]): string => {
  let text = ''
  let pen = false
  for (const point of points) {
    if (point) text += `${pen ? 'L' : 'M'}${point[0].toFixed(3)} ${point[1].toFixed(3)}`
    pen = point !== undefined
  }
  return text
}

/** Lines of a reference with points on top, with axes. Everything it shows is also in the table of its frame. */
export function LineChart({
  title,
  x,
  xRange,
  yRange,
  lines,
  points,
  xLabel,
  yLabel,
  xTicks,
  formatX = String,
  formatY = String,
}: {
  title: string
  x: readonly number[]
  xRange: readonly [number, number]
  yRange: readonly [number, number]
  lines: readonly ChartLine[]
  points: readonly ChartPoint[]
  xLabel: string
  yLabel: string
  /** Places of the vertical grid; round numbers unless given. */
  xTicks?: readonly number[]
  formatX?: (value: number) => string
  formatY?: (value: number) => string
}) {
  const [frame, width] = useWidth<SVGSVGElement>(760)
  const size = { width, height: heightFor(width) }
  const scale = scaleOf(size, xRange, yRange)
  const clip = useId()
  const series = Map.groupBy(points, (point) => point.series)
  const inside = (value: number, [low, high]: readonly [number, number]) => value >= low && value <= high
  return (
    <svg
      ref={frame}
      className="line-chart"
      viewBox={`0 0 ${width} ${size.height}`}
      height={size.height}
      role="img"
      aria-label={title}
      data-x-range={xRange.join(' ')}
      data-y-range={yRange.join(' ')}
    >
      <clipPath id={clip}>
        <rect
          x={MARGIN.left}
          y={MARGIN.top}
          width={width - MARGIN.left - MARGIN.right}
          height={size.height - MARGIN.top - MARGIN.bottom}
        />
      </clipPath>
      {(xTicks ?? niceTicks(xRange, width / 80)).map((tick) => (
        <g key={tick}>
          <line
            className="chart-grid"
            x1={scale.x(tick)}
            x2={scale.x(tick)}
            y1={MARGIN.top}
            y2={size.height - MARGIN.bottom}
          />
          <text x={scale.x(tick)} y={size.height - MARGIN.bottom + 18} textAnchor="middle">
            {formatX(tick)}
          </text>
        </g>
      ))}
      {niceTicks(yRange, size.height / 60).map((tick) => (
        <g key={tick}>
          <line
            className="chart-grid"
            x1={MARGIN.left}
            x2={width - MARGIN.right}
            y1={scale.y(tick)}
            y2={scale.y(tick)}
          />
          <text x={MARGIN.left - 8} y={scale.y(tick) + 4} textAnchor="end">
            {formatY(tick)}
          </text>
        </g>
      ))}
      <text x={(width - MARGIN.right + MARGIN.left) / 2} y={size.height - 6} textAnchor="middle">
        {xLabel}
      </text>
      <text x={-size.height / 2} y={14} transform="rotate(-90)" textAnchor="middle">
        {yLabel}
      </text>
      <g clipPath={`url(#${clip})`}>
        {lines.map(({ label, values, main, dashed }) => (
          <path
            key={label}
            className={main ? 'chart-line main' : dashed ? 'chart-line dashed' : 'chart-line'}
            data-line={label}
            d={path(values.map((y, i) => (y === null ? undefined : [scale.x(x[i]!), scale.y(y)])))}
          />
        ))}
      </g>
      {lines.map(({ label, values, main }) => {
        const last = values.findLastIndex((y, i) => y !== null && inside(x[i]!, xRange) && inside(y, yRange))
        return last < 0 ? null : (
          <text
            key={label}
            className={main ? 'chart-name main' : 'chart-name'}
            x={scale.x(x[last]!) + 5}
            y={scale.y(values[last]!) + 4}
          >
            {label}
          </text>
        )
      })}
      {[...series].map(([name, members]) => (
        <path
          key={name}
          className={members[0]?.hollow ? 'chart-path hollow' : 'chart-path'}
          d={path(members.map((point) => [scale.x(point.x), scale.y(point.y)]))}
        />
      ))}
      {points.map((point) => (
        <circle
          key={`${point.series} ${point.x} ${point.y}`}
          className={point.hollow ? 'chart-point hollow' : 'chart-point'}
          cx={scale.x(point.x)}
          cy={scale.y(point.y)}
          r={5}
        >
          <title>{point.label}</title>
        </circle>
      ))}
    </svg>
  )
}
