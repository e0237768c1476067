import type { components } from '@assay/audio-client'

type Schemas = components['schemas']
/** Row of the library. */
export type TrackRow = Schemas['TrackRow']
/** Answer of a search. */
export type SearchAnswer = Schemas['SearchAnswer']
/** Track that a search found. */
export type SearchHit = SearchAnswer['results'][number]
/** How a track of a path follows the one before it. */
export type PathStep = NonNullable<Schemas['PathAnswer']['tracks'][number]['step']>
