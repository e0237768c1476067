import { formatShare } from '@assay/ui/format'
import type { ObservationRow } from '../../service.ts'
import { TEXT } from './text.ts'

/** One part of the bar. */
interface Part {
  readonly kind: 'best' | 'next' | 'others' | 'none'
  readonly name: string
  readonly probability: number
}

/** The parts of an observation: its candidates, all others and none of these. They sum to 1. */
function partsOf({ shares, others, none }: Pick<ObservationRow, 'shares' | 'others' | 'none'>): Part[] {
  return [
    ...shares.map(
      ({ name, molecule_id, probability }, i): Part => ({
        kind: i === 0 ? 'best' : 'next',
        name: name ?? molecule_id,
        probability,
      }),
    ),
    ...(others > 0 ? [{ kind: 'others', name: TEXT.others, probability: others } as const] : []),
    { kind: 'none', name: TEXT.none, probability: none },
  ]
}

/** The candidates of an observation as one bar of length 1. */
export function ShareBar({ row }: { row: Pick<ObservationRow, 'shares' | 'others' | 'none'> }) {
  const parts = partsOf(row)
  let from = 0
  return (
    <svg
      className="share-bar"
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      role="img"
      aria-label={parts.map(({ name, probability }) => `${name} ${formatShare(probability)}`).join(', ')}
    >
      {parts.map(({ kind, name, probability }, i) => {
        const x = from
        from += 100 * probability
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: two candidates may share a name; their order is fixed.
            key={i}
            className={`share-${kind}`}
            data-share={probability}
            x={x}
            y={0}
            width={100 * probability}
            height={10}
          >
            <title>{`${name} ${formatShare(probability)}`}</title>
          </rect>
        )
      })}
    </svg>
  )
}

/** The bounds of a probability as a line on the scale from 0 to 1, with the probability as a mark. */
export const BoundsBar = ({
  bounds: [low = 0, high = 1],
  probability,
}: {
  bounds: readonly number[]
  probability: number
}) => (
  <svg className="bounds-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden>
    <rect className="bounds-scale" x={0} y={4.5} width={100} height={1} />
    <rect className="bounds-range" x={100 * low} y={3} width={Math.max(0.8, 100 * (high - low))} height={4} />
    <rect
      className="bounds-mark"
      x={Math.min(98.5, Math.max(0, 100 * probability - 0.75))}
      y={0}
      width={1.5}
      height={10}
    />
  </svg>
)

/** What the colours of the bars mean. */
export const ShareLegend = () => (
  <ul className="share-legend small soft">
    {(['best', 'next', 'others', 'none'] as const).map((kind) => (
      <li key={kind}>
        <svg viewBox="0 0 16 10" aria-hidden>
          <rect className={`share-${kind}`} width={16} height={10} />
        </svg>
        {TEXT.legend[kind]}
      </li>
    ))}
  </ul>
)
