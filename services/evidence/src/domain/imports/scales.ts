import type { ScoreCard } from '../scores/score-card.ts'

interface Counts {
  /** Whether the score may be a logarithm. */
  readonly signed: boolean
  negative: number
  upTo1: number
  upTo100: number
  above: number
}

/** Share of the values that decides a scale: single outliers do not. */
const MOST = 0.5
const NEARLY_ALL = 0.98

/** Finds the scale of scores from their values: 1, 100 or 1000; −1 where negative values show logarithms. */
export function scaleCounter() {
  const counts = new Map<string, Counts>()
  return {
    add(card: ScoreCard, value: number): void {
      if (!Number.isFinite(value) || value === 0 || card.missing.includes(value)) return
      let of = counts.get(card.id)
      if (!of) {
        of = { signed: card.range[0] < 0, negative: 0, upTo1: 0, upTo100: 0, above: 0 }
        counts.set(card.id, of)
      }
      if (value < 0) of.negative += 1
      else if (value <= 1) of.upTo1 += 1
      else if (value <= 100) of.upTo100 += 1
      else of.above += 1
    },
    scales(): Record<string, number> {
      return Object.fromEntries([...counts].map(([id, of]) => [id, scaleOf(of)]))
    },
  }
}

function scaleOf({ signed, negative, upTo1, upTo100, above }: Counts): number {
  if (signed) return negative > 0 ? -1 : 1
  const all = upTo1 + upTo100 + above
  if (upTo1 > MOST * all) return 1
  return upTo1 + upTo100 >= NEARLY_ALL * all ? 100 : 1000
}
