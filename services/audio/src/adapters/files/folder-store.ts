import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from '../../operations/ports.ts'
import { measuredStream } from './measured-stream.ts'
import { checkedKey, isStorageKey } from './storage-key.ts'
import { diskError, fileGone, storageRefusal } from './storage-refusals.ts'

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Throws the error of a disk as a refusal. */
function refuse(error: unknown): never {
  throw diskError(error)
}

/** Empty file beside the uploads. A folder without it is not mounted, or nothing was ever saved there. */
const MARKER = '.assay-files'

/** Waits until the names in a folder are on the disk. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Creates a file store in a folder of this machine. Each upload has its own private folder and a generated name. A saved
 * file survives a power cut, because the job that refers to it does.
 */
export function folderStore(root: string): FileStore {
  const folderOf = (key: string) => join(resolve(root), checkedKey(key))
  const marker = join(resolve(root), MARKER)
  let marked = false
  /** Marks the folder once in this process: if it is unmounted later, the empty mount point stays unmarked. */
  const mark = async () => {
    if (marked) return
    const write = writeFile(marker, '', { flag: 'a', mode: 0o600 })
    marked = await write.then(
      () => true,
      () => false,
    )
  }
  return {
    async save(stream, { filename, maxBytes }) {
      const key = randomUUID()
      const folder = folderOf(key)
      const measured = measuredStream(maxBytes)
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        // A crash leaves `partial`, which never counts as an upload.
        const partial = createWriteStream(join(folder, 'partial'), { mode: 0o600, flush: true })
        await pipeline(stream, measured.stream, partial)
        await rename(join(folder, 'partial'), join(folder, 'audio'))
        await mark()
        await flushFolder(folder)
        await flushFolder(resolve(root))
      } catch (error) {
        await rm(folder, { recursive: true, force: true }).catch(() => {})
        throw diskError(error)
      }
      return { key, filename, ...measured.result() }
    },
    async withLocalFile(key, use) {
      const path = join(folderOf(key), 'audio')
      if (!(await stat(path).catch(absent).catch(refuse))) {
        if (await stat(marker).catch(absent).catch(refuse)) throw fileGone()
        throw storageRefusal('storage_away', new Error(`${marker} is missing: the folder is not mounted`))
      }
      // Folders of older versions have no marker yet.
      await mark()
      return use(path)
    },
    async open(key, range) {
      const path = join(folderOf(key), 'audio')
      const found = await stat(path).catch(absent).catch(refuse)
      if (!found) return undefined
      if (!range) return { stream: createReadStream(path), sizeBytes: found.size }
      return { stream: createReadStream(path, range), sizeBytes: range.end - range.start + 1 }
    },
    async directAddress(key) {
      checkedKey(key)
      return null
    },
    async sizeOf(key) {
      return (
        await stat(join(folderOf(key), 'audio'))
          .catch(absent)
          .catch(refuse)
      )?.size
    },
    async remove(key) {
      await rm(folderOf(key), { recursive: true, force: true }).catch(refuse)
    },
    async *lastWrittenBefore(time) {
      const folders = await opendir(resolve(root)).catch(absent)
      if (!folders) return
      for await (const { name } of folders) {
        if (!isStorageKey(name)) continue
        const folder = join(resolve(root), name)
        // A folder with neither file was just created or is being removed.
        const file =
          (await stat(join(folder, 'audio')).catch(absent)) ??
          (await stat(join(folder, 'partial')).catch(absent)) ??
          (await stat(folder).catch(absent))
        if (file && file.mtime < time) yield name
      }
    },
  }
}
