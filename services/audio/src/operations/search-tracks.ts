import { Refusal } from '../domain/refusal.ts'
import {
  type Adjustment,
  adjustedNames,
  adjustQuery,
  goesAsAsked,
  heardAdjustment,
  unheardAdjustments,
} from '../domain/semantic/adjust-example.ts'
import { shippedBank } from '../domain/semantic/example-bank.ts'
import { explainAdjusted, explainHit } from '../domain/semantic/explain-hit.ts'
import { filtersInWords, unheardWords } from '../domain/semantic/filters-in-words.ts'
import { measuresInForce } from '../domain/semantic/measures-in-force.ts'
import { queryFromExample, queryVector, readQuery } from '../domain/semantic/search-vector.ts'
import type { TextEmbedder } from '../domain/semantic/text-embedder.ts'
import { currentVector, searchModelOf } from './index-track.ts'
import type { FoundTrack, TrackFilter, TrackStore } from './ports/search.ts'
import { noSuchTrack } from './remove-track.ts'

interface SearchHit {
  readonly track: FoundTrack
  readonly why: string
}

/** Hits of a search. */
export interface SearchResult {
  /** Hits, best first. */
  readonly hits: readonly SearchHit[]
  /** Words of the query that were understood as wishes. */
  readonly understood: readonly string[]
  /** Parts of the query that became filters. */
  readonly filtered: readonly string[]
  /** What the query asks about that no measurement says. */
  readonly unheard: readonly string[]
}

/** What to search, and where. */
export interface SearchRequest {
  readonly owner: string
  readonly wanted:
    | { readonly query: string }
    | { readonly likeTrackId: string; readonly adjust?: Adjustment | undefined }
  readonly limit: number
  readonly filter: TrackFilter
}

/** Tracks from which those that differ from the example as asked are taken. */
const CONSIDERED = 200

/** Returns the refusal of an example without music: it resembles no track. */
const noMusic = (id: string) =>
  new Refusal(
    'VALIDATION_ERROR',
    `No music was heard in track ${id}. Choose a track with music as the example.`,
    {
      field: 'like_track_id',
      issue: 'no_music',
      provided: id,
    },
  )

/** Finds tracks of a client's library by a description of a feeling, or by an example. */
export function searchTracks({ tracks, embedder }: { tracks: TrackStore; embedder: TextEmbedder }) {
  const searchModel = searchModelOf(embedder)
  const bank = shippedBank()
  const searchByExample = async (
    { likeTrackId, adjust = {} }: { readonly likeTrackId: string; readonly adjust?: Adjustment | undefined },
    { owner, limit, filter }: Pick<SearchRequest, 'owner' | 'limit' | 'filter'>,
  ): Promise<SearchResult> => {
    const example = await tracks.find(likeTrackId, owner)
    if (!example) throw noSuchTrack('like_track_id', likeTrackId)
    if (example.measures.music === false) throw noMusic(example.id)
    const measures = measuresInForce(example.measures, example)
    const heard = heardAdjustment(measures, adjust)
    const found = await tracks.nearest({
      owner,
      searchModel,
      vector: adjustQuery(queryFromExample(await currentVector(embedder, example)), heard),
      limit: adjustedNames(heard).length > 0 ? Math.max(limit, CONSIDERED) : limit,
      filter,
      except: example.id,
    })
    return {
      hits: found
        .map((track) => ({ track, inForce: measuresInForce(track.measures, track) }))
        .filter(({ inForce }) => goesAsAsked(measures, inForce, heard))
        .slice(0, limit)
        .map(({ track, inForce }) => ({ track, why: explainAdjusted(measures, inForce, heard).why })),
      understood: [],
      filtered: [],
      unheard: unheardAdjustments(measures, adjust),
    }
  }
  return async ({ owner, wanted, limit, filter }: SearchRequest): Promise<SearchResult> => {
    if ('likeTrackId' in wanted) return searchByExample(wanted, { owner, limit, filter })
    const stated = filtersInWords(wanted.query)
    const read = readQuery(stated.rest)
    const [affirmed = null] = read.affirmed === '' ? [] : await embedder.embed([read.affirmed])
    const query = queryVector(read, affirmed, bank)
    const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
    const found = await tracks.nearest({
      ...{ owner, searchModel, limit, vector: query.vector },
      // Filters of the request take precedence over those of its words.
      filter: { ...stated.filter, ...given },
    })
    return {
      hits: found.map((track) => ({ track, why: explainHit(query, track.measures).why })),
      understood: query.wishes.map(({ word, negated }) => (negated ? `not ${word}` : word)),
      filtered: stated.filtered,
      unheard: unheardWords(wanted.query),
    }
  }
}
