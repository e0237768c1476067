import { AXES, type Axis } from '../../src/domain/semantic/track-axes.ts'
import { TRAITS, type Trait } from '../../src/domain/semantic/track-traits.ts'
import type { Feel } from './judged-styles.ts'

/** Judged feel of each trait. */
const FEEL_OF: Readonly<Record<Trait, keyof Feel>> = {
  energy: 'energy',
  brightness: 'brightness',
  tension: 'tension',
  warmth: 'warmth',
  groove: 'groove',
  aggression: 'aggression',
  atmosphere: 'space',
  melancholy: 'sadness',
  euphoria: 'joy',
  calm: 'calm',
  darkness: 'darkness',
  danceability: 'dance',
  trance: 'trance',
  acoustic: 'acoustic',
  melody: 'melody',
}
/** Sum of the weighted axes at the end of the judged scale. */
const FULL_SUM = 2.2
/** Price of moving a weight, per piece: the variance of an axis is about 1. */
const PRICE = 1
/** A weight that the start does not have is kept from this size on. */
const LEAST_WEIGHT = 0.03
/** Axes that may take part in any trait: all but the bands of tempo, which repeat the tempo. */
const CANDIDATES = AXES.filter((axis) => !/^tempo./.test(axis))

type Weights = Record<string, Record<string, number>>

/** Solves a system of linear equations by elimination with pivots. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!])
  const size = right.length
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let r = column + 1; r < size; r++)
      if (Math.abs(rows[r]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = r
    const top = rows[pivot]!
    rows[pivot] = rows[column]!
    rows[column] = top
    for (let r = column + 1; r < size; r++) {
      const factor = rows[r]![column]! / top[column]!
      for (let k = column; k <= size; k++) rows[r]![k]! -= factor * top[k]!
    }
  }
  const solution = new Array<number>(size).fill(0)
  for (let r = size - 1; r >= 0; r--) {
    let rest = rows[r]![size]!
    for (let k = r + 1; k < size; k++) rest -= rows[r]![k]! * solution[k]!
    solution[r] = rest / rows[r]![r]!
  }
  return solution
}

const centred = (values: readonly number[]): number[] => {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length
  return values.map((x) => x - mean)
}
const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, x, i) => sum + x * b[i]!, 0)

/**
 * Moves weights towards the judged feel of pieces by ridge regression around a start (Hoerl and Kennard, Ridge
 * regression, 1970): all axes may take part, each only as far as the pieces justify its price. Rounded to two digits.
 */
export function ridgeTraits(
  start: Weights,
  pieces: readonly { readonly axes: Readonly<Record<Axis, number>>; readonly feel: Feel }[],
): Weights {
  const columns = CANDIDATES.map((axis) => centred(pieces.map(({ axes }) => axes[axis])))
  const gram = columns.map((a, i) => columns.map((b, k) => dot(a, b) + (i === k ? PRICE * pieces.length : 0)))
  return Object.fromEntries(
    TRAITS.map((trait) => {
      const before = CANDIDATES.map((axis) => start[trait]![axis] ?? 0)
      const wanted = centred(pieces.map(({ feel }) => (FULL_SUM * (feel[FEEL_OF[trait]] - 5)) / 5))
      const missing = wanted.map(
        (y, piece) => y - columns.reduce((sum, c, i) => sum + before[i]! * c[piece]!, 0),
      )
      const moves = solve(
        gram,
        columns.map((column) => dot(column, missing)),
      )
      const weights = CANDIDATES.map(
        (axis, i) => [axis, Number((before[i]! + moves[i]!).toFixed(2)) + 0] as const,
      )
      return [
        trait,
        Object.fromEntries(
          weights.filter(([axis, weight]) => Math.abs(weight) >= LEAST_WEIGHT || axis in start[trait]!),
        ),
      ]
    }),
  )
}
