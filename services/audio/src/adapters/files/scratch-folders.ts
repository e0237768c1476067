import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ScratchFolders } from '../../operations/ports.ts'

const PREFIX = 'assay-audio-'

/** Returns the time of the newest change in a folder, in milliseconds; 0 when the folder does not exist. */
async function lastWritten(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(
    [folder, ...names.map((name) => join(folder, name))].map((path) => stat(path).catch(() => null)),
  )
  return Math.max(0, ...found.map((entry) => entry?.mtimeMs ?? 0))
}

/** Creates and removes private folders in the temporary folder of the system. */
export const scratchFolders: ScratchFolders = {
  async withFolder(use) {
    const folder = await mkdtemp(join(tmpdir(), PREFIX))
    try {
      return await use(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
  async removeWrittenBefore(time) {
    let removed = 0
    for (const name of await readdir(tmpdir())) {
      if (!name.startsWith(PREFIX)) continue
      const folder = join(tmpdir(), name)
      const written = await lastWritten(folder)
      if (written === 0 || written >= time.getTime()) continue
      await rm(folder, { recursive: true, force: true })
      removed += 1
    }
    return removed
  },
  read: (path) => createReadStream(path),
}
