import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** Returns the size and SHA-256 of a local file. */
export async function measureFile(path: string): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    sizeBytes += chunk.length
  }
  return { sizeBytes, sha256: hash.digest('hex') }
}
