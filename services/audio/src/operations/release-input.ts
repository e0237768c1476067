import type { Job } from '../domain/job.ts'
import type { LibraryStore } from './ports/library.ts'
import type { FileStore } from './ports.ts'

/** Removes the file of an ended job, unless a track keeps it. */
export type ReleaseInput = (job: Pick<Job, 'input' | 'options'>) => Promise<void>

/** Creates the function that removes files of ended jobs. Only work for a track can have a file that is kept. */
export function releaseInput(deps: {
  files: Pick<FileStore, 'remove'>
  library: Pick<LibraryStore, 'isKept'>
}): ReleaseInput {
  return async ({ input, options }) => {
    if (!input) return
    if (options.trackId !== undefined && (await deps.library.isKept(input.key))) return
    await deps.files.remove(input.key)
  }
}
