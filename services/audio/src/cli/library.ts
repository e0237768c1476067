import type { CommandContext } from '@assay/kit/cli'
import { UserError } from '@assay/kit/cli'
import { DataDirInUse } from '@assay/kit/data-dir-lock'
import type { ProgressReport } from '../operations/ports.ts'
import { localLibrary } from './local-library.ts'
import { remoteLibrary } from './remote-library.ts'

export interface SearchOptions {
  readonly topK: number
  readonly filters: Readonly<Record<string, string | number>>
}

/** A body as the service answers it. */
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
  }[]
}

export interface StatsBody {
  readonly tracks: number
  readonly artists: number
  readonly total_duration: number
  readonly mean_tempo: number | null
  readonly dominant_emotions: Readonly<Record<string, number>>
  readonly stale: number
}

export interface IndexBody {
  readonly semantic_analysis: { readonly track_id: string; readonly description: string }
}

/** The library, wherever it is. */
export interface Library {
  /** Where it is, for people. */
  readonly where: string
  index(
    path: string,
    names: { title?: string; artist?: string },
    onProgress: ProgressReport,
  ): Promise<IndexBody>
  search(query: string, options: SearchOptions): Promise<SearchBody>
  stats(): Promise<StatsBody>
  close(): Promise<void>
}

/**
 * The library that a command means: that of the server it names, else that of the database. The embedded database serves
 * one process at a time; while a server holds it, the command goes to that server.
 */
export async function openLibrary(
  context: CommandContext,
  remote: { server?: string | undefined; apiKey?: string | undefined },
): Promise<Library> {
  const { server, apiKey } = remote
  if (server !== undefined) return remoteLibrary(server, apiKey)
  if (apiKey !== undefined) throw new UserError('--api-key goes with --server.')
  try {
    return await localLibrary(context)
  } catch (error) {
    if (error instanceof DataDirInUse && error.owner?.url) return remoteLibrary(error.owner.url, undefined)
    throw error
  }
}
