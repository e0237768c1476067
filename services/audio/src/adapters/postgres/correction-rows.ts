import type { Insertable, Selectable } from 'kysely'
import type { DrawnSection, Signed, TrackCorrections } from '../../domain/corrections/corrections.ts'
import type { Grid, GridCorrection } from '../../domain/corrections/grid.ts'
import type { Key } from '../../domain/tonality/find-key.ts'
import type { AudioDatabase } from './schema.ts'

/** Converts the rows of one track to its corrections. */
export function toCorrections(
  rows: readonly Selectable<AudioDatabase['track_correction']>[],
): TrackCorrections {
  const read = <Value>(part: string): (Signed<Value> & { readonly base: unknown }) | undefined => {
    const row = rows.find((one) => one.part === part)
    return row && { value: row.value as Value, author: row.author, madeAt: row.made_at, base: row.base }
  }
  const signed = <Value>(part: string): Signed<Value> | undefined => {
    const found = read<Value>(part)
    return found && { value: found.value, author: found.author, madeAt: found.madeAt }
  }
  const grid = read<GridCorrection>('grid')
  const key = signed<Key>('key')
  const sections = signed<readonly DrawnSection[]>('sections')
  return {
    ...(grid && { grid: { ...grid, base: grid.base as Grid } }),
    ...(key && { key }),
    ...(sections && { sections }),
  }
}

/** Converts the corrections of a track to rows. */
export function correctionRows(
  trackId: string,
  corrections: TrackCorrections,
): Insertable<AudioDatabase['track_correction']>[] {
  return Object.entries(corrections).map(
    ([part, correction]: [string, Signed<unknown> & { base?: Grid }]) => ({
      track_id: trackId,
      part,
      value: JSON.stringify(correction.value),
      base: correction.base ? JSON.stringify(correction.base) : null,
      author: correction.author,
      made_at: correction.madeAt,
    }),
  )
}
