import { Refusal } from '../domain/refusal.ts'
import type { TrackStore } from './ports/search.ts'
import type { FileStore } from './ports.ts'

/** Returns the refusal for an unknown track. */
export const noSuchTrack = (field: string, id: string) =>
  new Refusal('NOT_FOUND', `Track ${id} is not in your library.`, {
    field,
    issue: 'unknown',
    provided: id,
  })

/** Returns the refusal of work on a track that was removed meanwhile. */
export const trackGone = (id: string) =>
  new Refusal('NOT_FOUND', `Track ${id} was removed while its job was running.`, {
    field: 'id',
    issue: 'removed',
    provided: id,
  })

/** Removes a track from its client's library, with its original, peaks, stems and corrections. */
export function removeTrack({ tracks, files }: { tracks: TrackStore; files: Pick<FileStore, 'remove'> }) {
  return async (id: string, owner: string): Promise<void> => {
    const abandoned = await tracks.remove(id, owner)
    if (!abandoned) throw noSuchTrack('id', id)
    for (const key of abandoned) await files.remove(key)
  }
}
