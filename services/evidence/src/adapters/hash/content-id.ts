import { createHash, hash } from 'node:crypto'
import type { ContentId, NewFileHash, ResultHash } from '../../operations/ports.ts'

/** Returns the first 128 bits of SHA-256 as a UUID, which PostgreSQL stores in 16 bytes. */
export const contentId: ContentId = (text) => {
  const hex = hash('sha256', text, 'hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

/** Returns the SHA-256 hash of a text in hexadecimal. */
export const resultHash: ResultHash = (text) => hash('sha256', text, 'hex')

/** Creates a SHA-256 hash of the bytes of a file. */
export const newFileHash: NewFileHash = () => {
  const sha256 = createHash('sha256')
  return { add: (bytes) => sha256.update(bytes), end: () => sha256.digest('hex') }
}
