export type StripPoint = {
  readonly label: string
  readonly value: number
  /** Drawn as a line behind the point. */
  readonly interval?: readonly [number, number] | undefined
  readonly main?: boolean
}

const WIDTH = 320
const ROW = 22
const LEFT = 150

/** Shows several estimates of one quantity on one axis, each with its name, its value and its interval. */
export function Strip({
  points,
  title,
  format,
}: {
  points: readonly StripPoint[]
  title: string
  format: (value: number) => string
}) {
  const ends = points.flatMap(({ value, interval }) => [value, ...(interval ?? [])])
  const low = Math.min(...ends)
  const high = Math.max(...ends)
  const span = high - low || 1
  const x = (at: number) => LEFT + 8 + ((at - low) / span) * (WIDTH - LEFT - 16)
  return (
    <svg className="strip" viewBox={`0 0 ${WIDTH} ${points.length * ROW + 4}`} role="img" aria-label={title}>
      {points.map(({ label, value, interval, main }, i) => {
        const y = i * ROW + ROW / 2
        return (
          <g key={label}>
            <text x={0} y={y + 4} fontWeight={main ? 650 : 400}>
              {label.length > 24 ? `${label.slice(0, 23)}…` : label}
            </text>
            {interval ? (
              <line x1={x(interval[0])} x2={x(interval[1])} y1={y} y2={y} stroke="var(--line-strong)" />
            ) : null}
            <circle cx={x(value)} cy={y} r={main ? 5 : 4} fill={main ? 'var(--accent)' : 'var(--ink-soft)'}>
              <title>{`${label}: ${format(value)}`}</title>
            </circle>
          </g>
        )
      })}
    </svg>
  )
}
