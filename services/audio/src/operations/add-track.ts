import type { Job, StoredInput } from '../domain/job.ts'
import { Refusal } from '../domain/refusal.ts'
import type { acceptWork, findAccepted } from './accept-work.ts'
import { findTrack, notKept } from './find-tracks.ts'
import type { LibraryStore } from './ports/library.ts'

type Accept = ReturnType<typeof acceptWork>

/** A file to add to a library. */
export interface NewTrack {
  readonly owner: string
  readonly input: StoredInput
  readonly title?: string | undefined
  readonly artist?: string | undefined
  readonly idempotencyKey: string | undefined
}

const optional = (fields: { title?: string | undefined; artist?: string | null | undefined }) => ({
  ...(fields.title === undefined ? {} : { title: fields.title }),
  ...(fields.artist === undefined || fields.artist === null ? {} : { artist: fields.artist }),
})

/**
 * Queues a job that analyses a file and keeps it as a track. Refuses it when the library is full, unless the request was
 * accepted before or the same bytes are kept already.
 */
export function addTrack(deps: {
  library: LibraryStore
  accept: Accept
  findAccepted: ReturnType<typeof findAccepted>
  newId: () => string
  /** Bytes of originals that a client may keep; 0 means no limit. */
  maxBytesPerClient: number
}) {
  const { library, maxBytesPerClient } = deps
  const isFull = async ({ owner, input }: NewTrack, known: string | undefined): Promise<boolean> => {
    if (maxBytesPerClient === 0) return false
    if ((await library.keptBytes(owner)) + input.sizeBytes <= maxBytesPerClient) return false
    return known === undefined || !(await library.findFile(known, owner))
  }
  return async (track: NewTrack): Promise<{ job: Job; kept: boolean }> => {
    const { owner, input, idempotencyKey } = track
    const known = await library.idOf(owner, input.sha256)
    const request = {
      owner,
      type: 'tracks' as const,
      options: { trackId: known ?? deps.newId(), ...optional(track) },
      inputs: [input],
      batch: false,
      idempotencyKey,
    }
    if (!(await isFull(track, known))) return deps.accept(request)
    const job = await deps.findAccepted(request)
    if (job) return { job, kept: false }
    throw new Refusal(
      'FILE_TOO_LARGE',
      `Your library may keep ${maxBytesPerClient} bytes of originals. Remove tracks before you add more.`,
      { field: 'file', issue: 'library_full', provided: input.sizeBytes },
    )
  }
}

/** Queues work on the original of a track: a new analysis, or the separation of its stems. */
export function workOnTrack(deps: { library: LibraryStore; accept: Accept }) {
  const find = findTrack(deps)
  return async (
    id: string,
    owner: string,
    type: 'tracks' | 'stems',
    idempotencyKey: string | undefined,
  ): Promise<Job> => {
    const { row, kept } = await find(id, owner)
    if (!kept) throw notKept(id)
    const options =
      type === 'stems'
        ? { trackId: id, format: 'flac' as const }
        : { trackId: id, again: true, ...optional(row) }
    const { job } = await deps.accept({
      owner,
      type,
      options,
      inputs: [kept.original],
      batch: false,
      idempotencyKey,
    })
    return job
  }
}
