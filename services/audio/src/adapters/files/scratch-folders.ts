import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ScratchFolders } from '../../operations/ports.ts'

/** Private folders under the system's temporary one. */
export const scratchFolders: ScratchFolders = {
  async withFolder(use) {
    const folder = await mkdtemp(join(tmpdir(), 'assay-audio-'))
    try {
      return await use(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
  read: (path) => createReadStream(path),
}
