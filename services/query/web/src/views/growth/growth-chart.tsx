import { orThrow } from '@assay/query-client'
import { ChartFrame } from '@assay/ui/chart-frame'
import { formatDay, formatNumber } from '@assay/ui/format'
import { type ChartPoint, type ChartRange, LineChart } from '@assay/ui/line-chart'
import { useQuery } from '@tanstack/react-query'
import { Failure } from '../../failure.tsx'
import { service } from '../../service.ts'
import { TEXT } from '../../text.ts'
import type { Index } from './indices.ts'
import type { Measured } from './measured.ts'
import type { Target } from './target.ts'

/** Ranges of age that charts are printed for, in months. */
export const AGES = {
  '0-24': [0, 24],
  '0-60': [0, 60],
  '24-120': [24, 120],
  '60-228': [60, 228],
  '0-120': [0, 120],
  '0-228': [0, 228],
} as const
export type Ages = keyof typeof AGES

/** The first of the ranges that holds every age. */
export function agesFor(months: readonly number[]): Ages {
  const holds = ([, [from, to]]: [string, readonly [number, number]]) =>
    months.every((age) => age >= from && age <= to)
  const [name = '0-228'] = Object.entries(AGES).find(holds) ?? []
  return name as Ages
}

/** Months are counted in quarters and years. */
const monthTicks = ([from, to]: readonly [number, number], width: number): readonly number[] => {
  const step = [1, 3, 6, 12, 24, 36].find((one) => ((to - from) / one) * 45 <= width - 106) ?? 48
  const first = Math.ceil(from / step - 1e-9)
  return Array.from({ length: Math.floor(to / step + 1e-9) - first + 1 }, (_, i) => (first + i) * step)
}

const isOverLength = (index: Index) => index === 'weight_for_length' || index === 'weight_for_height'

const isCorrected = ({ months, scoredMonths }: Measured): boolean => scoredMonths !== months

/** The points of one index: as measured, and for a child born preterm also at the uncorrected age, hollow. */
function pointsOf(index: Index, measured: readonly Measured[]): readonly ChartPoint[] {
  return measured.flatMap((visit) => {
    const y = visit.values[index]
    if (y === undefined) return []
    const label = `${formatDay(visit.date)}: ${formatNumber(y, 1)}${visit.z[index] === undefined ? '' : `, z ${formatNumber(visit.z[index], 2)}`}`
    if (isOverLength(index))
      return visit.length === undefined ? [] : [{ x: visit.length, y, label, series: 'child' }]
    const scored = { x: visit.scoredMonths, y, label, series: 'child' }
    return isCorrected(visit)
      ? [{ x: visit.months, y, label, series: 'chronological', hollow: true }, scored]
      : [scored]
  })
}

/** Age at which the target height is drawn, in months: where the references of WHO end. */
const TARGET_MONTHS = 228

/** The target height on a chart of heights that ends where children are grown up. */
const rangesOf = (index: Index, lastX: number, target: Target | undefined): readonly ChartRange[] =>
  target && index === 'length_height_for_age' && lastX >= TARGET_MONTHS
    ? [
        {
          x: TARGET_MONTHS,
          y: target.value,
          low: target.low,
          high: target.high,
          label: TEXT.growth.targetMark,
        },
      ]
    : []

/** One growth chart: reference lines and the child on top. */
export function GrowthChart(props: {
  index: Index
  sex: 'female' | 'male'
  reference: 'who' | 'cdc'
  lines: 'sd' | 'centiles'
  ages: Ages
  measured: readonly Measured[]
  target: Target | undefined
}) {
  const { index, sex, reference, lines, ages, measured, target } = props
  const [from, to] = isOverLength(index) ? [undefined, undefined] : AGES[ages]
  const query = { index, sex, reference, lines, ...(from === undefined ? {} : { from, to }) }
  const { data, error, refetch } = useQuery({
    queryKey: ['curves', query],
    queryFn: () => orThrow(service().GET('/growth/curves', { params: { query } })),
  })
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <div className="panel skeleton chart-skeleton" aria-hidden />
  const xRange = [data.x[0] ?? 0, data.x.at(-1) ?? 1] as const
  const points = pointsOf(index, measured)
  const ranges = rangesOf(index, xRange[1], target)
  const drawn = data.lines.flatMap(({ values }) => values.flatMap((value) => (value === null ? [] : [value])))
  const ys = [
    ...drawn,
    ...points.filter(({ x }) => x >= xRange[0] && x <= xRange[1]).map(({ y }) => y),
    ...ranges.flatMap(({ low, high }) => [low, high]),
  ]
  const margin = (Math.max(...ys) - Math.min(...ys)) * 0.03
  const title = TEXT.growth.indices[index]
  return (
    <ChartFrame
      title={`${title}, ${TEXT.growth.sexes[sex]}`}
      name={`growth-${index}`}
      words={TEXT.chart}
      table={{
        columns: [data.x_unit, ...data.lines.map(({ label }) => label)],
        rows: data.x.flatMap((x, i) =>
          i % 10 === 0
            ? [
                [
                  Number(x.toFixed(2)),
                  ...data.lines.map(({ values }) => Number((values[i] ?? Number.NaN).toFixed(2))),
                ],
              ]
            : [],
        ),
      }}
    >
      <LineChart
        title={`${title}. ${points.map(({ label }) => label).join('; ')}`}
        x={data.x}
        xRange={xRange}
        yRange={[Math.min(...ys) - margin, Math.max(...ys) + margin]}
        lines={data.lines.map(({ label, z, values }) => ({
          label,
          values,
          main: Math.abs(z) < 1e-9,
          dashed: Math.abs(z) === 1,
        }))}
        points={points}
        ranges={ranges}
        zoom={TEXT.zoom}
        {...(data.x_unit === 'months' ? { xTicks: monthTicks } : {})}
        xLabel={data.x_unit === 'cm' ? TEXT.growth.lengthAxis : TEXT.growth.ageAxis}
        yLabel={`${title} (${data.unit})`}
      />
      <p className="small soft">
        {data.citation.authors} {data.citation.year}. {data.citation.journal}.{' '}
        {points.some(({ hollow, x }) => hollow && x <= xRange[1]) ? TEXT.growth.correctedNote : ''}
      </p>
    </ChartFrame>
  )
}
