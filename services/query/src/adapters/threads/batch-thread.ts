import type { MessagePort } from 'node:worker_threads'
import { Refusal } from '../../domain/refusal.ts'
import type { TableSummary, TableTask } from '../../operations/ports.ts'
import {
  type FromThread,
  mailbox,
  type OpenBatch,
  PIECE_CHARACTERS,
  PIECES_UNDER_WAY,
  type ToThread,
} from './batch-messages.ts'

/** What a thread computes; `turn` is awaited between groups of rows, so that every batch of the thread has its turn. */
export interface TableWork {
  rows(task: TableTask, bytes: AsyncIterable<Uint8Array>, turn: () => Promise<void>): AsyncIterable<string>
  summary(task: TableTask, bytes: AsyncIterable<Uint8Array>, turn: () => Promise<void>): Promise<TableSummary>
}

/** Thrown inside a batch whose client has disconnected. */
class Cancelled extends Error {}

async function compute({ port, task }: OpenBatch, work: TableWork): Promise<void> {
  const post = (message: FromThread, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)
  const mail = mailbox<ToThread>(port)
  const encoder = new TextEncoder()
  const arrived: Uint8Array[] = []
  let atEnd = false
  let mayPost = PIECES_UNDER_WAY
  let text = ''

  const takeMail = async () => {
    const message = await mail.next()
    if (message === undefined) throw new Cancelled()
    if ('bytes' in message) arrived.push(message.bytes)
    else if ('end' in message) atEnd = true
    else mayPost++
  }
  const flush = async () => {
    if (text === '') return
    while (mayPost === 0) await takeMail()
    mayPost--
    const bytes = encoder.encode(text)
    text = ''
    post({ bytes }, [bytes.buffer as ArrayBuffer])
  }
  const turn = async () => {
    await new Promise<void>((resolve) => setImmediate(resolve))
    if (mail.isClosed) throw new Cancelled()
  }
  const table = async function* () {
    for (;;) {
      while (arrived.length === 0 && !atEnd) {
        if (mail.isEmpty) await flush()
        await takeMail()
      }
      const bytes = arrived.shift()
      if (bytes === undefined) return
      post({ took: true })
      yield bytes
    }
  }

  if (task.output === 'summary') return post({ summary: await work.summary(task, table(), turn) })
  for await (const piece of work.rows(task, table(), turn)) {
    text += piece
    if (text.length >= PIECE_CHARACTERS) await flush()
  }
  await flush()
  post({ end: true })
}

async function answer(opened: OpenBatch, work: TableWork): Promise<void> {
  const { port } = opened
  try {
    await compute(opened, work)
  } catch (error) {
    if (error instanceof Refusal) {
      const { code, message, details } = error
      port.postMessage({ refusal: { code, message, details } } satisfies FromThread)
    } else if (!(error instanceof Cancelled)) {
      const failure = error instanceof Error ? (error.stack ?? error.message) : String(error)
      port.postMessage({ failure } satisfies FromThread)
    }
  } finally {
    port.close()
  }
}

/** Answers every batch that is opened on `parent`, several at a time, each a group of rows in turn. */
export function serveBatches(parent: MessagePort, work: TableWork): void {
  parent.on('message', (opened: OpenBatch) => void answer(opened, work))
}
