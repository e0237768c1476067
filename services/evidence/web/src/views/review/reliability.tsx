import { ChartFrame } from '@assay/ui/chart-frame'
import { formatNumber, formatShare } from '@assay/ui/format'
import { useWidth } from '@assay/ui/use-width'
import { TEXT as FRAME } from '../../text.ts'
import type { CalibrationReport } from './review-data.ts'
import { TEXT } from './text.ts'
import './review.css'

const MARGIN = { top: 12, right: 16, bottom: 44, left: 52 }
const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1]

interface Series {
  readonly name: string
  readonly report: CalibrationReport
  readonly hollow: boolean
}

const binsOf = ({ report }: Series) => report.reliability.filter(({ count }) => count > 0)

function Drawing({ series, title }: { series: readonly Series[]; title: string }) {
  const [frame, width] = useWidth<SVGSVGElement>(520)
  const height = Math.min(460, Math.max(280, width * 0.8))
  const x = (value: number) => MARGIN.left + value * (width - MARGIN.left - MARGIN.right)
  const y = (value: number) => height - MARGIN.bottom - value * (height - MARGIN.top - MARGIN.bottom)
  return (
    <svg
      ref={frame}
      className="line-chart reliability"
      viewBox={`0 0 ${width} ${height}`}
      height={height}
      role="img"
      aria-label={title}
    >
      {TICKS.map((tick) => (
        <g key={tick}>
          <line className="chart-grid" x1={x(tick)} x2={x(tick)} y1={y(0)} y2={y(1)} />
          <line className="chart-grid" x1={x(0)} x2={x(1)} y1={y(tick)} y2={y(tick)} />
          <text x={x(tick)} y={y(0) + 18} textAnchor="middle">
            {formatNumber(tick, 1)}
          </text>
          <text x={x(0) - 8} y={y(tick) + 4} textAnchor="end">
            {formatNumber(tick, 1)}
          </text>
        </g>
      ))}
      <line className="chart-line dashed" x1={x(0)} x2={x(1)} y1={y(0)} y2={y(1)} />
      <text x={x(0.5)} y={height - 6} textAnchor="middle">
        {TEXT.reliability.x}
      </text>
      <text x={-height / 2} y={14} transform="rotate(-90)" textAnchor="middle">
        {TEXT.reliability.y}
      </text>
      {series.map((one, i) => (
        <g key={one.name} data-series={one.hollow ? 'in-use' : 'cross-validated'}>
          {binsOf(one).map((bin) => {
            // Two series at the same place stay apart.
            const at = x(bin.mean_probability) + (series.length > 1 ? (i === 0 ? -3 : 3) : 0)
            const [low = 0, high = 1] = bin.frequency_bounds
            return (
              <g key={bin.from} data-bin={bin.from}>
                <line
                  className={one.hollow ? 'whisker hollow' : 'whisker'}
                  x1={at}
                  x2={at}
                  y1={y(low)}
                  y2={y(high)}
                />
                <circle
                  className={one.hollow ? 'chart-point hollow' : 'chart-point'}
                  cx={at}
                  cy={y(bin.observed_frequency)}
                  r={3 + Math.min(6, Math.sqrt(bin.count))}
                >
                  <title>{`${one.name}: ${bin.count}`}</title>
                </circle>
              </g>
            )
          })}
        </g>
      ))}
    </svg>
  )
}

/** How often candidates with about the same probability were right. */
export function Reliability({
  unseen,
  crossValidated,
  modelVersion,
}: {
  unseen: CalibrationReport
  crossValidated: CalibrationReport
  modelVersion: number
}) {
  const series: Series[] = [
    ...(unseen.labels > 0
      ? [
          {
            name: TEXT.reliability.inUse(modelVersion, unseen.labels),
            report: unseen,
            hollow: true,
          },
        ]
      : []),
    {
      name: TEXT.reliability.crossValidated(crossValidated.labels),
      report: crossValidated,
      hollow: false,
    },
  ]
  const rows = series.flatMap((one) =>
    binsOf(one).map((bin) => [
      one.name,
      formatNumber(bin.from, 1),
      formatNumber(bin.to, 1),
      bin.count,
      formatShare(bin.mean_probability),
      formatNumber(bin.observed_frequency, 3),
      formatShare(bin.frequency_bounds[0] ?? 0),
      formatShare(bin.frequency_bounds[1] ?? 1),
    ]),
  )
  const { reliability } = TEXT
  return (
    <ChartFrame
      title={reliability.title}
      name="reliability"
      words={FRAME.chart}
      table={{
        columns: [
          reliability.series,
          reliability.from,
          reliability.to,
          reliability.count,
          reliability.x,
          reliability.y,
          reliability.low,
          reliability.high,
        ],
        rows,
      }}
    >
      <p className="small soft">{reliability.lead}</p>
      <ul className="plain-list small legend-points">
        {series.map((one) => (
          <li key={one.name}>
            <svg viewBox="0 0 16 16" width={16} height={16} aria-hidden>
              <circle className={one.hollow ? 'chart-point hollow' : 'chart-point'} cx={8} cy={8} r={5} />
            </svg>{' '}
            {one.name}
          </li>
        ))}
        {unseen.labels === 0 && modelVersion > 0 ? <li>{reliability.noUnseen(modelVersion)}</li> : null}
      </ul>
      <Drawing series={series} title={reliability.title} />
      <p className="small soft">{reliability.honest}</p>
    </ChartFrame>
  )
}
