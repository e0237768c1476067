import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { Refusal } from '../../domain/refusal.ts'

/** Passes bytes on, counting and hashing them, and breaks the stream past the limit. */
export function measuredStream(maxBytes: number) {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length
      hash.update(chunk)
      if (sizeBytes <= maxBytes) return done(null, chunk)
      done(
        new Refusal('FILE_TOO_LARGE', `The file is larger than the ${maxBytes} bytes accepted here.`, {
          field: 'file',
          issue: 'too_large',
          provided: null,
        }),
      )
    },
  })
  return { stream, /** After the last byte. */ result: () => ({ sizeBytes, sha256: hash.digest('hex') }) }
}
