import { describeTrack } from '../domain/semantic/describe-track.ts'
import { SEARCH_MODEL_VERSION, trackVector } from '../domain/semantic/search-vector.ts'
import type { TextEmbedder } from '../domain/semantic/text-embedder.ts'
import type { TrackMeasures } from '../domain/semantic/track-measures.ts'
import type { IndexedTrack, TrackStore } from './ports.ts'

export const searchModelOf = (embedder: TextEmbedder): string => `${SEARCH_MODEL_VERSION}+${embedder.model}`

/** What search compares of a track. */
async function searchable(embedder: TextEmbedder, measures: TrackMeasures) {
  const description = describeTrack(measures)
  const [embedding] = await embedder.embed([description])
  return { description, vector: trackVector(measures, embedding!), searchModel: searchModelOf(embedder) }
}

/** Puts a track into its client's library; the same bytes are one track, whatever they are called. */
export function indexTrack(deps: {
  tracks: TrackStore
  embedder: TextEmbedder
  newId: () => string
  engineVersion: string
}) {
  return async (
    track: Omit<IndexedTrack, 'id' | 'description' | 'vector' | 'searchModel' | 'engineVersion'>,
  ): Promise<string> =>
    deps.tracks.put({
      ...track,
      ...(await searchable(deps.embedder, track.measures)),
      id: deps.newId(),
      engineVersion: deps.engineVersion,
    })
}

const RENEW_AT_ONCE = 100

/** Makes vectors of an older model anew from what was measured then. How many. */
export function renewTracks({ tracks, embedder }: { tracks: TrackStore; embedder: TextEmbedder }) {
  return async (): Promise<number> => {
    let renewed = 0
    for (;;) {
      const stale = await tracks.stale(searchModelOf(embedder), RENEW_AT_ONCE)
      for (const { id, measures } of stale) await tracks.renew(id, await searchable(embedder, measures))
      renewed += stale.length
      if (stale.length < RENEW_AT_ONCE) return renewed
    }
  }
}
