import type { LibraryStatistics, TrackStore } from './ports/search.ts'

/** Summarises a client's library. */
export function summariseLibrary({ tracks, searchModel }: { tracks: TrackStore; searchModel: string }) {
  return async (owner: string): Promise<LibraryStatistics & { readonly searchModel: string }> => ({
    ...(await tracks.statistics(owner, searchModel)),
    searchModel,
  })
}
