import type { App } from '@assay/kit/server'
import Type, { type Static } from 'typebox'
import { Refusal } from '../domain/refusal.ts'
import type { analyseText } from '../domain/semantic/analyse-text.ts'
import type { findPath } from '../operations/find-path.ts'
import type { removeTrack } from '../operations/remove-track.ts'
import type { searchTracks } from '../operations/search-tracks.ts'
import type { summariseLibrary } from '../operations/summarise-library.ts'
import {
  filterOf,
  presentHits,
  presentPath,
  presentStatistics,
  presentText,
} from '../wire/semantic.present.ts'
import {
  PathAnswer,
  PathRequest,
  SearchAnswer,
  SearchRequest,
  StatsAnswer,
  TextAnswer,
  TextRequest,
  TrackParameters,
} from '../wire/semantic.schema.ts'
import { ErrorBody } from './errors.ts'
import { ownerOf } from './owner.ts'

/** Dependencies of the library routes. */
export interface SemanticDeps {
  readonly searchTracks: ReturnType<typeof searchTracks>
  readonly findPath: ReturnType<typeof findPath>
  readonly summariseLibrary: ReturnType<typeof summariseLibrary>
  readonly removeTrack: ReturnType<typeof removeTrack>
  readonly analyseText: typeof analyseText
}

/** Returns the target of a search. Refuses a request that has both `query` and `like_track_id`, or neither. */
function wantedOf({ query, like_track_id: likeTrackId, adjust }: Static<typeof SearchRequest>) {
  if (adjust !== undefined && likeTrackId === undefined)
    throw new Refusal('VALIDATION_ERROR', 'Send "adjust" together with "like_track_id".', {
      field: 'adjust',
      issue: 'without_example',
      provided: adjust,
    })
  if (query !== undefined && likeTrackId === undefined) return { query }
  if (likeTrackId !== undefined && query === undefined) return { likeTrackId, adjust }
  throw new Refusal('VALIDATION_ERROR', 'Send either "query" or "like_track_id".', {
    field: 'query',
    issue: query === undefined ? 'missing' : 'both_given',
    provided: query ?? null,
  })
}

/** Adds the routes for search, library and emotions of texts. */
export function semanticRoutes(app: App, deps: SemanticDeps): void {
  app.post(
    '/semantic/search',
    {
      schema: {
        tags: ['semantic'],
        operationId: 'searchTracks',
        summary: 'Find tracks by a description of a feeling, or by a similar track',
        description:
          'Searches the tracks that you indexed with POST /semantic/analyze. Words for feelings, tempo, mode and rhythm are understood with negations and degrees; other words count by their general meaning. Tempo, length and key in the words (`at 140 bpm`, `under 4 minutes`, `in C minor`) are filters; `filters` of the request take precedence. Every hit explains why it matches. With `like_track_id`, `adjust` asks for tracks that are darker, faster or have more drums than the example, or less of each.',
        body: SearchRequest,
        response: { 200: SearchAnswer, 404: ErrorBody },
      },
    },
    async (request) => {
      const { top_k: limit = 10, filters = {} } = request.body
      const found = await deps.searchTracks({
        owner: ownerOf(request),
        wanted: wantedOf(request.body),
        limit,
        filter: filterOf(filters),
      })
      return presentHits(request.body.query ?? null, found)
    },
  )
  app.post(
    '/semantic/path',
    {
      schema: {
        tags: ['semantic'],
        operationId: 'findPath',
        summary: 'Find a path of tracks from one track to another',
        description:
          'Returns tracks of your library that lead from one track to another by compatible keys (the same, relative, or a fifth apart on the Camelot wheel), small changes of tempo (half and double time count as the same) and small changes of sound. Each step says how its keys and tempos relate, and which of them are guesses. When your library has nothing suitable in between, steps may clash, and say so.',
        body: PathRequest,
        response: { 200: PathAnswer, 404: ErrorBody },
      },
    },
    async (request) => {
      const { from, to, steps } = request.body
      return presentPath(await deps.findPath({ owner: ownerOf(request), fromId: from, toId: to, steps }))
    },
  )
  app.post(
    '/semantic/text-analysis',
    {
      schema: {
        tags: ['semantic'],
        operationId: 'analyzeText',
        summary: 'Analyse the emotions of a text',
        description:
          'Returns sentiment, keywords and the nine dimensions, from a lexicon with negations and degrees. English only. The result describes the words, not the mood of the author.',
        body: TextRequest,
        response: { 200: TextAnswer },
      },
    },
    async (request) => presentText(request.body.text, deps.analyseText(request.body.text)),
  )
  app.get(
    '/semantic/stats',
    {
      schema: {
        tags: ['semantic'],
        operationId: 'libraryStats',
        summary: 'Summarise your library',
        description: 'Returns counts and totals of the tracks that you indexed.',
        response: { 200: StatsAnswer },
      },
    },
    async (request) => presentStatistics(await deps.summariseLibrary(ownerOf(request))),
  )
  app.delete(
    '/semantic/tracks/:id',
    {
      schema: {
        tags: ['semantic'],
        operationId: 'removeTrack',
        summary: 'Remove a track from your library',
        description: 'Searches no longer find it. Indexing the file again adds it with a new identifier.',
        params: TrackParameters,
        response: { 204: Type.Null({ description: 'Removed' }) },
      },
    },
    async (request, reply) => {
      await deps.removeTrack(request.params.id, ownerOf(request))
      return reply.code(204).send(null)
    },
  )
}
