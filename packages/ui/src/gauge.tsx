export type GaugeBand = {
  /** Lower limit; null is the open end. */
  readonly from: number | null
  readonly label: string
}

const WIDTH = 240
const BAR = 10

/** The part of the scale that a gauge shows: every limit and the value, with a margin. */
function rangeOf(limits: readonly number[], value: number): readonly [number, number] {
  const low = Math.min(...limits, value)
  const high = Math.max(...limits, value)
  const margin = (high - low || Math.abs(value) || 1) * 0.15
  return [low - margin, high + margin]
}

/** How far a band is from the middle one, as a shade from 0 to 3. */
const shade = (index: number, middle: number): number => Math.min(3, Math.abs(index - middle))

/**
 * Shows a value on a scale of classes. The middle band is the one named by `middle`, shades grow away from it. The whole is
 * an image with a text of its own: colours only repeat what the text says.
 */
export function Gauge({
  bands,
  value,
  middle,
  text,
  format,
}: {
  bands: readonly GaugeBand[]
  value: number
  middle: number
  text: string
  format: (value: number) => string
}) {
  // The first band has no beginning that matters: nothing lies below it.
  const limits = bands.slice(1).flatMap(({ from }) => (from === null ? [] : [from]))
  if (limits.length === 0) return null
  const [low, high] = rangeOf(limits, value)
  const x = (at: number) => ((at - low) / (high - low)) * WIDTH
  const starts = bands.map(({ from }, i) => (i === 0 ? low : Math.max(low, from ?? low)))
  const at = Math.min(WIDTH - 4, Math.max(4, x(value)))
  return (
    <svg className="gauge" viewBox={`0 0 ${WIDTH} 34`} role="img" aria-label={text}>
      {bands.map((band, i) => {
        const from = x(starts[i] ?? low)
        const to = x(starts[i + 1] ?? high)
        return to - from <= 0 ? null : (
          <rect
            key={band.label}
            x={from + 0.5}
            y={8}
            width={Math.max(0, to - from - 1)}
            height={BAR}
            rx={2}
            fill={`var(--scale-${shade(i, middle)})`}
          >
            <title>{band.label}</title>
          </rect>
        )
      })}
      {spaced(limits, x).map((limit) => (
        <text key={limit} x={x(limit)} y={31} textAnchor="middle">
          {format(limit)}
        </text>
      ))}
      <path className="gauge-mark" d={`M${at - 5} 0 L${at + 5} 0 L${at} 8 L${at} ${8 + BAR} L${at} 8 Z`} />
      <line x1={at} x2={at} y1={6} y2={8 + BAR} stroke="var(--ink)" strokeWidth={2} />
    </svg>
  )
}

/** Limits whose figures do not run into each other. */
function spaced(limits: readonly number[], x: (at: number) => number): readonly number[] {
  const kept: number[] = []
  for (const limit of limits) {
    const last = kept.at(-1)
    if (last === undefined || x(limit) - x(last) >= 26) kept.push(limit)
  }
  return kept
}
