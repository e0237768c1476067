import type { Readable } from 'node:stream'
import { Problem } from '@assay/kit/problem'

/** Resolves at the next event that says something new about the stream; rejects when it breaks or is let go. */
function newsOf(stream: Readable, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = () => {
      for (const event of ['readable', 'end', 'close']) stream.off(event, news)
      stream.off('error', fail)
      signal.removeEventListener('abort', letGo)
    }
    const news = () => {
      done()
      resolve()
    }
    const fail = (error: Error) => {
      done()
      reject(error)
    }
    const letGo = () => fail(signal.reason as Error)
    for (const event of ['readable', 'end', 'close']) stream.on(event, news)
    stream.on('error', fail)
    signal.addEventListener('abort', letGo)
    if (signal.aborted) letGo()
  })
}

/**
 * A body piece by piece, up to `maxBytes`. Unlike the stream's own iterator it lets go of the stream without destroying it:
 * destroying a request destroys its connection, and the client would never see why it was refused.
 */
export async function* bodyPieces(
  stream: Readable,
  maxBytes: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  let total = 0
  while (!stream.readableEnded) {
    const piece = stream.read() as Uint8Array | null
    if (piece === null) {
      if (stream.readableEnded) return
      if (stream.destroyed) throw stream.errored ?? new Error('The client has disconnected.')
      await newsOf(stream, signal)
      continue
    }
    total += piece.length
    if (total > maxBytes)
      throw new Problem('too-large', `The table is larger than ${maxBytes} bytes; send it in parts.`, {
        field: 'body',
        issue: `is larger than ${maxBytes} bytes`,
        provided: total,
      })
    yield piece
  }
}
