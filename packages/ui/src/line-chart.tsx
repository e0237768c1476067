import { useId } from 'react'
import { niceTicks } from './ticks.tsx'
import { useWidth } from './use-width.tsx'
import { type Range, useZoom } from './use-zoom.tsx'

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
/** A range at one place, with its middle and its name. */
export type ChartRange = {
  readonly x: number
  readonly y: number
  readonly low: number
  readonly high: number
  readonly label: string
}
export type ZoomWords = {
  readonly in: string
  readonly out: string
  readonly all: string
  /** Said of the chart when it has the focus: which keys it understands. */
  readonly hint: string
}

const MARGIN = { top: 12, right: 54, bottom: 44, left: 52 }

type Size = { readonly width: number; readonly height: number }
type Scale = ReturnType<typeof scaleOf>

/** Place of a value on the drawing, in pixels. */
function scaleOf({ width, height }: Size, x: Range, y: Range) {
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

const inside = (value: number, [low, high]: Range) => value >= low && value <= high

/** Lines of a reference with points on top, with axes. Everything it shows is also in the table of its frame. */
export function LineChart({
  title,
  x,
  xRange,
  yRange,
  lines,
  points,
  ranges = [],
  xLabel,
  yLabel,
  xTicks = (range, width) => niceTicks(range, width / 80),
  formatX = String,
  formatY = String,
  zoom: words,
}: {
  title: string
  x: readonly number[]
  xRange: Range
  yRange: Range
  lines: readonly ChartLine[]
  points: readonly ChartPoint[]
  ranges?: readonly ChartRange[]
  xLabel: string
  yLabel: string
  /** Places of the vertical grid within a range, for a width in pixels; round numbers unless given. */
  xTicks?: (range: Range, width: number) => readonly number[]
  formatX?: (value: number) => string
  formatY?: (value: number) => string
  /** Texts of the buttons that zoom; without them the chart shows everything. */
  zoom?: ZoomWords | undefined
}) {
  const [frame, width] = useWidth<SVGSVGElement>(760)
  const middle = { x: (xRange[0] + xRange[1]) / 2, y: (yRange[0] + yRange[1]) / 2 }
  const zoom = useZoom(xRange, yRange, points.findLast(({ hollow }) => !hollow) ?? middle)
  const size = { width, height: heightFor(width) }
  const scale = scaleOf(size, zoom.x, zoom.y)
  const clip = useId()
  const drawing = (
    <svg
      ref={frame}
      className="line-chart"
      viewBox={`0 0 ${width} ${size.height}`}
      height={size.height}
      role="img"
      aria-label={title}
      data-x-range={zoom.x.join(' ')}
      data-y-range={zoom.y.join(' ')}
    >
      <clipPath id={clip}>
        <rect
          x={MARGIN.left}
          y={MARGIN.top}
          width={width - MARGIN.left - MARGIN.right}
          height={size.height - MARGIN.top - MARGIN.bottom}
        />
      </clipPath>
      <Axes
        size={size}
        scale={scale}
        xTicks={xTicks(zoom.x, width)}
        yTicks={niceTicks(zoom.y, size.height / 60)}
        {...{ xLabel, yLabel, formatX, formatY }}
      />
      <g clipPath={`url(#${clip})`}>
        {lines.map(({ label, values, main, dashed }) => (
          <path
            key={label}
            className={main ? 'chart-line main' : dashed ? 'chart-line dashed' : 'chart-line'}
            data-line={label}
            d={path(values.map((y, i) => (y === null ? undefined : [scale.x(x[i]!), scale.y(y)])))}
          />
        ))}
        <Ranges ranges={ranges} scale={scale} />
        <Points points={points} scale={scale} />
      </g>
      {lines.map(({ label, values, main }) => {
        const last = values.findLastIndex((y, i) => y !== null && inside(x[i]!, zoom.x) && inside(y, zoom.y))
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
    </svg>
  )
  if (!words) return drawing
  return (
    <div className="zoomable">
      <div className="row zoom-buttons no-print">
        <button type="button" onClick={zoom.zoomIn} disabled={zoom.isLargest} aria-label={words.in}>
          +
        </button>
        <button type="button" onClick={zoom.zoomOut} disabled={zoom.isWhole} aria-label={words.out}>
          −
        </button>
        {zoom.isWhole ? null : (
          <button type="button" onClick={zoom.showAll}>
            {words.all}
          </button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keys that zoom need the focus. */}
      <section aria-label={words.hint} tabIndex={0} onKeyDown={zoom.onKeyDown}>
        {drawing}
      </section>
    </div>
  )
}

function Axes({
  size: { width, height },
  scale,
  xTicks,
  yTicks,
  xLabel,
  yLabel,
  formatX,
  formatY,
}: {
  size: Size
  scale: Scale
  xTicks: readonly number[]
  yTicks: readonly number[]
  xLabel: string
  yLabel: string
  formatX: (value: number) => string
  formatY: (value: number) => string
}) {
  return (
    <>
      {xTicks.map((tick) => (
        <g key={tick}>
          <line
            className="chart-grid"
            x1={scale.x(tick)}
            x2={scale.x(tick)}
            y1={MARGIN.top}
            y2={height - MARGIN.bottom}
          />
          <text x={scale.x(tick)} y={height - MARGIN.bottom + 18} textAnchor="middle">
            {formatX(tick)}
          </text>
        </g>
      ))}
      {yTicks.map((tick) => (
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
      <text x={(width - MARGIN.right + MARGIN.left) / 2} y={height - 6} textAnchor="middle">
        {xLabel}
      </text>
      <text x={-height / 2} y={14} transform="rotate(-90)" textAnchor="middle">
        {yLabel}
      </text>
    </>
  )
}

function Points({ points, scale }: { points: readonly ChartPoint[]; scale: Scale }) {
  return (
    <>
      {[...Map.groupBy(points, ({ series }) => series)].map(([name, members]) => (
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
    </>
  )
}

const CAP = 7

function Ranges({ ranges, scale }: { ranges: readonly ChartRange[]; scale: Scale }) {
  return ranges.map(({ x, y, low, high, label }) => {
    // A range at the edge of the chart is drawn a cap's width inside it.
    const at = scale.x(x) - CAP - 1
    return (
      <g key={label} data-range={label}>
        <path
          className="chart-range"
          d={`M${at - CAP} ${scale.y(low)}h${2 * CAP}M${at} ${scale.y(low)}V${scale.y(high)}M${at - CAP} ${scale.y(high)}h${2 * CAP}`}
        />
        <path
          className="chart-range-middle"
          d={`M${at} ${scale.y(y) - CAP}l${CAP} ${CAP}l${-CAP} ${CAP}l${-CAP} ${-CAP}Z`}
        />
        <text x={at - CAP - 6} y={scale.y(y) + 4} textAnchor="end">
          {label}
        </text>
      </g>
    )
  })
}
