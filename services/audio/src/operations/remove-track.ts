import { Refusal } from '../domain/refusal.ts'
import type { TrackStore } from './ports.ts'

/** Returns the refusal for an unknown track. */
export const noSuchTrack = (field: string, id: string) =>
  new Refusal('NOT_FOUND', `Track ${id} is not in your library.`, {
    field,
    issue: 'unknown',
    provided: id,
  })

/** Removes a track from its client's library. */
export function removeTrack({ tracks }: { tracks: TrackStore }) {
  return async (id: string, owner: string): Promise<void> => {
    if (!(await tracks.remove(id, owner))) throw noSuchTrack('id', id)
  }
}
