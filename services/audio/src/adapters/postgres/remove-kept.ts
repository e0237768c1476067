import type { Transaction } from 'kysely'
import type { StoredTrackStems } from '../../operations/ports/library.ts'
import type { WorkResult } from '../../operations/ports.ts'
import type { AudioDatabase } from './schema.ts'

/**
 * Locks a track of this owner until the transaction ends. Whoever changes what belongs to a track locks it first, so
 * that no two wait for each other. Returns false when there is no such track.
 */
export async function lockTrack(
  trx: Transaction<AudioDatabase>,
  id: string,
  owner: string,
): Promise<boolean> {
  const track = await trx
    .selectFrom('track')
    .select('id')
    .where('id', '=', id)
    .where('owner', '=', owner)
    .forUpdate()
    .executeTakeFirst()
  return track !== undefined
}

/**
 * Stores which stems a track has, and removes the rows of those that it had. Returns the keys of their files; undefined,
 * when the track is gone. The track stays locked until the transaction ends.
 */
export async function replaceStems(
  trx: Transaction<AudioDatabase>,
  owner: string,
  { trackId, stems }: NonNullable<WorkResult['trackStems']>,
): Promise<readonly string[] | undefined> {
  if (!(await lockTrack(trx, trackId, owner))) return undefined
  const kept = await trx.selectFrom('kept_track').select('stems').where('id', '=', trackId).executeTakeFirst()
  if (!kept) return undefined
  await trx
    .updateTable('kept_track')
    .set({ stems: JSON.stringify(stems) })
    .where('id', '=', trackId)
    .execute()
  return removeStems(trx, owner, kept.stems)
}

/** Removes the rows of stored stems. Returns the keys of their files. */
async function removeStems(
  trx: Transaction<AudioDatabase>,
  owner: string,
  stored: unknown,
): Promise<readonly string[]> {
  const keys = Object.values((stored as StoredTrackStems | null)?.files ?? {})
  if (keys.length > 0)
    await trx.deleteFrom('artifact').where('key', 'in', keys).where('owner', '=', owner).execute()
  return keys
}

/**
 * Removes a track with everything that belongs to it. Returns the keys of its files: original, peaks and stems;
 * undefined when there was no track. A process that dies before it removes them leaves them to the sweep.
 */
export async function removeKept(
  trx: Transaction<AudioDatabase>,
  id: string,
  owner: string,
): Promise<readonly string[] | undefined> {
  if (!(await lockTrack(trx, id, owner))) return undefined
  const kept = await trx
    .selectFrom('kept_track')
    .select(['original_key', 'peaks_key', 'stems'])
    .where('id', '=', id)
    .executeTakeFirst()
  await trx.deleteFrom('track').where('id', '=', id).execute()
  if (!kept) return []
  return [kept.original_key, kept.peaks_key, ...(await removeStems(trx, owner, kept.stems))]
}
