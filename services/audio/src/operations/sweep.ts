import { inBatches } from './in-batches.ts'
import type { FileStore, Retention, ScratchFolders } from './ports.ts'

const BATCH_SIZE = 500

/** What a sweep removed. */
export interface Swept {
  readonly jobs: number
  readonly artifacts: number
  /** Files that nothing refers to, from requests whose process died. */
  readonly orphans: number
  /** Temporary folders of workers that died. */
  readonly scratch: number
}

/**
 * Removes expired data. A file is removed before its row, so that a sweep that dies leaves work for the next one and
 * never an unknown file. Any number of processes may sweep at once.
 *
 * Rows are as old as the database's clock says, which also wrote their times. Files get their times from other clocks, so
 * they must be old by this machine's clock as well: neither clock alone may make an upload look abandoned.
 */
export function sweep(deps: {
  files: FileStore
  retention: Retention
  scratch: ScratchFolders
  /** Clock of this machine. */
  now: () => Date
  retentionDays: number
  abandonedAfterMinutes: number
}) {
  const { files, retention } = deps
  return async (): Promise<Swept> => {
    const now = await retention.now()
    let artifacts = 0
    for (;;) {
      const expired = await retention.expiredArtifacts(now, BATCH_SIZE)
      for (const key of expired) await files.remove(key)
      await retention.forgetArtifacts(expired)
      artifacts += expired.length
      if (expired.length < BATCH_SIZE) break
    }
    const jobs = await retention.forgetBefore(new Date(now.getTime() - deps.retentionDays * 86_400_000))
    const earlier = Math.min(now.getTime(), deps.now().getTime())
    const abandonedBefore = new Date(earlier - deps.abandonedAfterMinutes * 60_000)
    let orphans = 0
    for await (const keys of inBatches(files.lastWrittenBefore(abandonedBefore), BATCH_SIZE)) {
      const needed = await retention.needed(keys)
      for (const key of keys) {
        if (needed.has(key)) continue
        await files.remove(key)
        orphans += 1
      }
    }
    const scratch = await deps.scratch.removeWrittenBefore(abandonedBefore)
    return { jobs, artifacts, orphans, scratch }
  }
}
