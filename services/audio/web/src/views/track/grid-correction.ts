import type { GridChange, Track } from './track-data.ts'

/** Factors of the tempo, slowest first. */
export const FACTORS = [0.25, 0.5, 1, 2, 4] as const

/** A correction of the grid with all its parts. */
export type GridCorrection = Required<Omit<GridChange, 'tempo'>> & { readonly tempo: number | null }

/** Returns a correction with all its parts; the neutral one for null. */
export const wholeCorrection = (
  grid: GridChange | Track['corrections']['grid'] | undefined,
): GridCorrection => ({
  shift_ms: grid?.shift_ms ?? 0,
  factor: FACTORS.find((factor) => factor === grid?.factor) ?? 1,
  downbeat_shift: grid?.downbeat_shift ?? 0,
  tempo: grid?.tempo ?? null,
})

/** Whether a correction changes nothing. */
const isNeutral = ({ shift_ms, factor, downbeat_shift, tempo }: GridCorrection): boolean =>
  shift_ms === 0 && factor === 1 && downbeat_shift === 0 && tempo === null

/**
 * Returns the grid to save after a change: computed from the unsaved grid if there is one, else from the saved one. Null,
 * which removes the correction, when nothing of it is left.
 */
export function movedGrid(
  unsaved: GridChange | null | undefined,
  saved: Track['corrections']['grid'],
  change: (now: GridCorrection) => Partial<GridCorrection>,
): GridChange | null {
  const now = wholeCorrection(unsaved === undefined ? saved : unsaved)
  const next = { ...now, ...change(now) }
  return isNeutral(next) ? null : next
}

/** Returns the factor a number of steps further; the last one stays. */
export const nextFactor = (factor: GridCorrection['factor'], steps: number): GridCorrection['factor'] =>
  FACTORS[FACTORS.indexOf(factor) + steps] ?? factor
