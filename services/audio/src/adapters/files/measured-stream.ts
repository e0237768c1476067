import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { Refusal } from '../../domain/refusal.ts'

/** Creates a stream that passes bytes on, counts and hashes them, and fails above the limit. */
export function measuredStream(maxBytes: number) {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length
      hash.update(chunk)
      if (sizeBytes <= maxBytes) return done(null, chunk)
      done(
        new Refusal(
          'FILE_TOO_LARGE',
          `The file is larger than ${maxBytes} bytes, the limit of this service.`,
          {
            field: 'file',
            issue: 'too_large',
            provided: null,
          },
        ),
      )
    },
  })
  return {
    stream,
    /** Returns size and hash; call it after the last byte. */ result: () => ({
      sizeBytes,
      sha256: hash.digest('hex'),
    }),
  }
}
