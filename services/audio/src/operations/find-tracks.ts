import { Refusal } from '../domain/refusal.ts'
import { camelotName } from '../domain/tonality/find-key.ts'
import { readKey } from '../domain/tonality/key-notation.ts'
import { isUuid } from '../domain/uuid.ts'
import type {
  Bounds,
  KeptTrack,
  LibraryStore,
  LibraryTrack,
  ListFilter,
  TrackList,
  TrackListRequest,
} from './ports/library.ts'
import { noSuchTrack } from './remove-track.ts'

/** Returns a track of this client. Refuses an id that no track of this client has, whatever its form. */
export function findTrack({ library }: { library: Pick<LibraryStore, 'find'> }) {
  return async (id: string, owner: string): Promise<LibraryTrack> => {
    const track = isUuid(id) ? await library.find(id, owner) : undefined
    if (!track) throw noSuchTrack('id', id)
    return track
  }
}

/** Returns the kept file of a track of this client; null when the track has none. */
export function findTrackFile({ library }: { library: Pick<LibraryStore, 'find' | 'findFile'> }) {
  const find = findTrack({ library })
  return async (id: string, owner: string): Promise<Omit<KeptTrack, 'analysis'> | null> => {
    const file = isUuid(id) ? await library.findFile(id, owner) : undefined
    if (file) return file
    await find(id, owner)
    return null
  }
}

/** Returns the refusal for a track that was indexed without keeping its file. */
export const notKept = (id: string) =>
  new Refusal(
    'CONFLICT',
    `The file of track ${id} is not kept. Send it to POST /api/v1/tracks to keep it with its analysis.`,
    { field: 'id', issue: 'not_kept', provided: id },
  )

const refuse = (field: string, issue: string, provided: unknown, message: string) =>
  new Refusal('VALIDATION_ERROR', message, { field, issue, provided })

/** Refuses bounds of which the least is above the greatest. */
function requireOrder(name: string, bounds: Bounds | undefined): void {
  if (bounds?.min !== undefined && bounds.max !== undefined && bounds.min > bounds.max)
    throw refuse(
      `${name}_min`,
      'above_max',
      bounds.min,
      `${name}_min (${bounds.min}) is above ${name}_max (${bounds.max}). Exchange them.`,
    )
}

/** Lists tracks of a client. The key may be written in any common notation. */
export function listTracks({ library }: { library: Pick<LibraryStore, 'list'> }) {
  return async ({
    key,
    filter,
    ...request
  }: Omit<TrackListRequest, 'filter'> & {
    readonly filter: Omit<ListFilter, 'camelot'>
    readonly key?: string | undefined
  }): Promise<TrackList> => {
    for (const name of ['tempo', 'energy', 'duration'] as const) requireOrder(name, filter[name])
    const known = key === undefined ? undefined : readKey(key)
    if (key !== undefined && !known)
      throw refuse('key', 'not_a_key', key, 'This is no key. Write it as A minor, 8A or 1m.')
    return library.list({ ...request, filter: { ...filter, camelot: known && camelotName(known) } })
  }
}
