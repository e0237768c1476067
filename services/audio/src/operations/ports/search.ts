import type { Thing } from '../../domain/semantic/heard-axes.ts'
import type { TrackMeasures } from '../../domain/semantic/track-measures.ts'

/** Track for the library. */
export interface IndexedTrack {
  /** Identifier of a new row; a track of the same client and content keeps its own. */
  readonly id: string
  readonly owner: string
  readonly sha256: string
  readonly title: string
  readonly artist: string | null
  readonly keyName: string | null
  readonly camelot: string | null
  readonly dominantEmotion: string
  readonly measures: TrackMeasures
  /** Name of the file as uploaded; null or absent when unknown. */
  readonly filename?: string | null
  /** Energy, 1 to 10; null or absent when unknown. */
  readonly energy?: number | null
  readonly description: string
  readonly engineVersion: string
  readonly searchModel: string
  readonly vector: Float32Array
}

/** Track found by a search. */
export interface FoundTrack
  extends Pick<IndexedTrack, 'id' | 'title' | 'artist' | 'keyName' | 'camelot' | 'measures' | 'description'> {
  readonly durationSeconds: number
  readonly tempoBpm: number
  /** Whether a person corrected or confirmed the tempo or the key. */
  readonly tempoCorrected: boolean
  readonly keyCorrected: boolean
  /** Score: inner product with the query. */
  readonly score: number
}

/** Conditions that a found track must meet. */
export interface TrackFilter {
  readonly minBpm?: number | undefined
  readonly maxBpm?: number | undefined
  readonly minSeconds?: number | undefined
  readonly maxSeconds?: number | undefined
  /** Part of the name; case does not matter. */
  readonly artist?: string | undefined
  /** Key such as C minor or 5A; case does not matter. */
  readonly key?: string | undefined
  /** Things that must not be clearly heard in a track. */
  readonly without?: readonly Thing[] | undefined
}

/** Totals of a library. */
export interface LibraryStatistics {
  readonly tracks: number
  readonly artists: number
  readonly seconds: number
  readonly meanBpm: number | null
  /** Number of tracks of an older search model. They are not found until they are renewed. */
  readonly stale: number
  /** Number of tracks in which no music was heard. No search returns them. */
  readonly withoutMusic: number
  readonly updatedAt: Date | null
  readonly dominantEmotions: Readonly<Record<string, number>>
  readonly keys: Readonly<Record<string, number>>
}

/** Stores the libraries of all clients. */
export interface TrackStore {
  /** Stores a track and returns its id. */
  put(track: IndexedTrack): Promise<string>
  find(
    id: string,
    owner: string,
  ): Promise<(Omit<FoundTrack, 'score'> & Pick<IndexedTrack, 'vector' | 'searchModel'>) | undefined>
  /** Removes a track. Returns the stored files that nobody needs any more, or undefined when there was no track. */
  remove(id: string, owner: string): Promise<readonly string[] | undefined>
  /** Returns the best tracks with music first. Exact in small libraries, approximate in large ones. */
  nearest(request: {
    owner: string
    searchModel: string
    vector: Float32Array
    limit: number
    filter: TrackFilter
    except?: string | undefined
  }): Promise<readonly FoundTrack[]>
  statistics(owner: string, searchModel: string): Promise<LibraryStatistics>
  /** Returns tracks of any owner whose vectors come from another model. */
  stale(searchModel: string, limit: number): Promise<readonly Pick<IndexedTrack, 'id' | 'measures'>[]>
  renew(
    id: string,
    track: Pick<IndexedTrack, 'vector' | 'description' | 'searchModel' | 'measures'>,
  ): Promise<void>
  /** Removes the index of vectors. Searches are exact until it is learned anew from the vectors of then. */
  dropIndex(): Promise<void>
}
