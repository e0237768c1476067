import type { Attendance } from './several-files.ts'

interface SearchOptions {
  readonly topK: number
  readonly filters: Readonly<Record<string, string | number>>
}

/** Body of a search answer. */
export interface SearchBody {
  readonly query: string | null
  readonly results: readonly {
    readonly track_id: string
    readonly title: string
    readonly artist: string | null
    readonly score: number
    readonly why: string
    readonly tempo: number
    readonly key: string | null
    readonly key_confidence: number | null
  }[]
  /** What the search cannot hear; absent in answers of older servers. */
  readonly not_heard?: readonly string[]
}

/** Body of the library statistics. */
export interface StatsBody {
  readonly tracks: number
  readonly artists: number
  readonly total_duration: number
  readonly mean_tempo: number | null
  readonly without_music: number
  readonly dominant_emotions: Readonly<Record<string, number>>
  readonly stale: number
}

/** Body of an indexed track. */
export interface IndexBody {
  readonly semantic_analysis: { readonly track_id: string | null; readonly description: string }
}

/** A library, local or on a server. */
export interface Library {
  /** Where the library is, for messages. */
  readonly where: string
  /** Number of files to index at the same time. */
  readonly atOnce: number
  index(path: string, names: { title?: string; artist?: string }, attendance: Attendance): Promise<IndexBody>
  search(query: string, options: SearchOptions): Promise<SearchBody>
  stats(): Promise<StatsBody>
  close(): Promise<void>
}
