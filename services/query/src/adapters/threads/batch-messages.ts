import type { MessagePort } from 'node:worker_threads'
import type { ErrorCode, RefusalDetails } from '../../domain/refusal.ts'
import type { TableSummary, TableTask } from '../../operations/ports.ts'

/** Opens a batch: everything else about it travels through its own port, whose closing ends it on both sides. */
export interface OpenBatch {
  readonly port: MessagePort
  readonly task: TableTask
}

/** From the server to the thread. `took` gives the thread leave to send one more piece of the answer. */
export type ToThread = { readonly bytes: Uint8Array } | { readonly end: true } | { readonly took: true }

/** From the thread to the server. `took` gives the server leave to send one more piece of the table. */
export type FromThread =
  | { readonly took: true }
  | { readonly bytes: Uint8Array }
  | { readonly summary: TableSummary }
  | { readonly end: true }
  | { readonly refusal: { code: ErrorCode; message: string; details: RefusalDetails } }
  | { readonly failure: string }

/** Pieces that may be under way in each direction: enough to keep both sides busy, and all that a batch holds in memory. */
export const PIECES_UNDER_WAY = 4
/** A piece of the answer is sent when it has this many characters, or when the thread waits for input. */
export const PIECE_CHARACTERS = 64 * 1024

/** Messages of a port in order, one at a time. Undefined once the other side has closed it. */
export function mailbox<T>(port: MessagePort) {
  const waiting: T[] = []
  let closed = false
  let wake = () => {}
  port.on('message', (message: T) => {
    waiting.push(message)
    wake()
  })
  port.on('close', () => {
    closed = true
    wake()
  })
  return {
    get isEmpty() {
      return waiting.length === 0
    },
    get isClosed() {
      return closed
    },
    async next(): Promise<T | undefined> {
      while (waiting.length === 0 && !closed)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      return waiting.shift()
    },
  }
}
