import { describeTrack } from '../domain/semantic/describe-track.ts'
import { SEARCH_MODEL_VERSION, trackVector } from '../domain/semantic/search-vector.ts'
import type { TextEmbedder } from '../domain/semantic/text-embedder.ts'
import type { TrackMeasures } from '../domain/semantic/track-measures.ts'
import type { IndexedTrack, TrackStore } from './ports/search.ts'

/** Returns the version of search vectors made with this embedder. */
export const searchModelOf = (embedder: TextEmbedder): string => `${SEARCH_MODEL_VERSION}+${embedder.model}`

/** Returns the description and vector of a track for search. */
async function searchable(embedder: TextEmbedder, measures: TrackMeasures) {
  const description = describeTrack(measures)
  const [embedding] = await embedder.embed([description])
  return {
    measures,
    description,
    vector: trackVector(measures, embedding!),
    searchModel: searchModelOf(embedder),
  }
}

/** Returns the vector of a track; one of an older model is computed again from the measurements. */
export const currentVector = async (
  embedder: TextEmbedder,
  { searchModel, vector, measures }: Pick<IndexedTrack, 'searchModel' | 'vector' | 'measures'>,
): Promise<Float32Array> =>
  searchModel === searchModelOf(embedder) ? vector : (await searchable(embedder, measures)).vector

/** Track of an analysis, without what the index adds to it. */
export type AnalysedTrack = Omit<
  IndexedTrack,
  'id' | 'description' | 'vector' | 'searchModel' | 'engineVersion'
> & {
  /** Identifier of a new track. */
  readonly id?: string | undefined
}

/** Completes a track for the library: identifier, versions, description and vector. Stores nothing. */
export function prepareTrack(deps: { embedder: TextEmbedder; newId: () => string; engineVersion: string }) {
  return async (track: AnalysedTrack): Promise<IndexedTrack> => ({
    ...track,
    ...(await searchable(deps.embedder, track.measures)),
    id: track.id ?? deps.newId(),
    engineVersion: deps.engineVersion,
  })
}

/** Adds a track to its client's library. Files with the same bytes are one track, whatever their names. */
export function indexTrack(deps: { tracks: TrackStore; prepare: ReturnType<typeof prepareTrack> }) {
  return async (track: AnalysedTrack): Promise<string> => deps.tracks.put(await deps.prepare(track))
}

const RENEW_AT_ONCE = 100

/** Computes vectors of an older model again from the stored measurements. Returns how many. */
export function renewTracks({ tracks, embedder }: { tracks: TrackStore; embedder: TextEmbedder }) {
  return async (): Promise<number> => {
    let renewed = 0
    for (;;) {
      const stale = await tracks.stale(searchModelOf(embedder), RENEW_AT_ONCE)
      for (const { id, measures } of stale) await tracks.renew(id, await searchable(embedder, measures))
      renewed += stale.length
      if (stale.length >= RENEW_AT_ONCE) continue
      // The index was learned from the old vectors and would miss good tracks.
      if (renewed > 0) await tracks.dropIndex()
      return renewed
    }
  }
}
