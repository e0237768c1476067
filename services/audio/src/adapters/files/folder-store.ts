import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '../../domain/refusal.ts'
import type { FileStore } from '../../operations/ports.ts'

const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Counts bytes on their way and breaks the stream past the limit. */
function limited(maxBytes: number): Transform & { bytes: number } {
  const stream = Object.assign(
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        stream.bytes += chunk.length
        if (stream.bytes <= maxBytes) return done(null, chunk)
        done(
          new Refusal('FILE_TOO_LARGE', `The file is larger than the ${maxBytes} bytes accepted here.`, {
            field: 'file',
            issue: 'too_large',
          }),
        )
      },
    }),
    { bytes: 0 },
  )
  return stream
}

/** Uploads in a folder of this machine, each alone in a private folder of its own, under a name of our making. */
export function folderStore(root: string): FileStore {
  const folderOf = (key: string) => {
    if (!KEY.test(key)) throw new Error(`not a storage key: ${key}`)
    return join(resolve(root), key)
  }
  return {
    async save(stream, { filename, maxBytes }) {
      const key = randomUUID()
      const folder = folderOf(key)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const counter = limited(maxBytes)
      try {
        // A crash leaves `partial`, which never counts as an upload.
        await pipeline(stream, counter, createWriteStream(join(folder, 'partial'), { mode: 0o600 }))
        await rename(join(folder, 'partial'), join(folder, 'audio'))
      } catch (error) {
        await rm(folder, { recursive: true, force: true })
        throw error
      }
      return { key, filename, sizeBytes: counter.bytes }
    },
    withLocalFile: (key, use) => use(join(folderOf(key), 'audio')),
    remove: (key) => rm(folderOf(key), { recursive: true, force: true }),
  }
}
