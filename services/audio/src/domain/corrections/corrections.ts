import type { Key } from '../tonality/find-key.ts'
import type { Grid, GridCorrection } from './grid.ts'

/** Section as a person drew it. */
export interface DrawnSection {
  readonly startSeconds: number
  readonly endSeconds: number
  readonly label: string
}

/** A correction, who made it and when. */
export interface Signed<Value> {
  readonly value: Value
  readonly author: string
  readonly madeAt: Date
}

/**
 * Corrections of a track. They are kept beside the analysis. The correction of a grid keeps the grid that it was made
 * for, so that a later analysis, which may find another one, does not change what the person confirmed.
 */
export interface TrackCorrections {
  readonly grid?: Signed<GridCorrection> & { readonly base: Grid }
  readonly key?: Signed<Key>
  readonly sections?: Signed<readonly DrawnSection[]>
}

/** Values to correct; null removes a correction, and an absent field keeps it. */
export interface CorrectionRequest {
  readonly grid?: GridCorrection | null | undefined
  readonly key?: Key | null | undefined
  readonly sections?: readonly DrawnSection[] | null | undefined
}

/**
 * Returns the corrections after a request. A second correction of a grid refers to the same grid as the first one;
 * `measured` is taken for the first one.
 */
export function changeCorrections(
  current: TrackCorrections,
  request: CorrectionRequest,
  context: { readonly author: string; readonly now: Date; readonly measured: Grid },
): TrackCorrections {
  const { author, now: madeAt } = context
  const changed = <Value, Kept extends Signed<Value>>(
    kept: Kept | undefined,
    asked: Value | null | undefined,
    sign: (value: Value) => Kept,
  ): Kept | undefined => (asked === undefined ? kept : asked === null ? undefined : sign(asked))
  const grid = changed(current.grid, request.grid, (value) => ({
    value,
    author,
    madeAt,
    base: current.grid?.base ?? context.measured,
  }))
  const key = changed(current.key, request.key, (value) => ({ value, author, madeAt }))
  const sections = changed(current.sections, request.sections, (value) => ({ value, author, madeAt }))
  return { ...(grid && { grid }), ...(key && { key }), ...(sections && { sections }) }
}

/** Returns what is wrong with sections; undefined when they are in order, do not overlap and lie in the track. */
export function sectionProblem(
  sections: readonly DrawnSection[],
  durationSeconds: number,
): { readonly index: number; readonly issue: 'empty' | 'overlaps' | 'outside' } | undefined {
  for (const [index, { startSeconds, endSeconds }] of sections.entries()) {
    if (endSeconds <= startSeconds) return { index, issue: 'empty' }
    if (index > 0 && startSeconds < sections[index - 1]!.endSeconds) return { index, issue: 'overlaps' }
    // Lengths are rounded for people.
    if (endSeconds > durationSeconds + 0.01) return { index, issue: 'outside' }
  }
  return undefined
}
