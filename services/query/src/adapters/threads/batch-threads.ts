import { MessageChannel, Worker } from 'node:worker_threads'
import { Refusal } from '../../domain/refusal.ts'
import type { TableComputer, TableSummary, TableTask } from '../../operations/ports.ts'
import {
  type FromThread,
  mailbox,
  type OpenBatch,
  PIECES_UNDER_WAY,
  type ToThread,
} from './batch-messages.ts'

/**
 * Memory of one thread. Rows are garbage as soon as they are written: a small young generation keeps them from being
 * copied around, and a thread that runs out ends alone.
 */
const THREAD_MEMORY = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 }

export interface BatchThreads extends TableComputer {
  close(): Promise<void>
}

interface Thread {
  readonly worker: Worker
  batches: number
}

/**
 * Computes tables in threads, which start when they are first needed. A thread works on several tables in turn, so a small
 * one never waits for a large one; a batch ends in its thread as soon as its caller stops reading.
 */
export function batchThreads(options: {
  readonly entry: string
  readonly threads: number
  readonly onError: (error: Error) => void
}): BatchThreads {
  const threads = new Set<Thread>()

  const start = (): Thread => {
    const worker = new Worker(options.entry, { resourceLimits: THREAD_MEMORY })
    const thread = { worker, batches: 0 }
    threads.add(thread)
    worker.on('error', options.onError)
    worker.on('exit', () => threads.delete(thread))
    worker.unref()
    return thread
  }
  /** An idle thread, or a new one while there may be more, or the one with the fewest batches. */
  const choose = (): Thread => {
    const [least] = [...threads].sort((a, b) => a.batches - b.batches)
    return least && (least.batches === 0 || threads.size >= options.threads) ? least : start()
  }

  /** Sends the table as fast as the thread takes it. */
  async function* answers(task: TableTask, table: AsyncIterable<Uint8Array>): AsyncGenerator<FromThread> {
    const { port1: port, port2 } = new MessageChannel()
    const mail = mailbox<FromThread>(port)
    const thread = choose()
    thread.batches++
    let leave = PIECES_UNDER_WAY
    let proceed = () => {}
    let over = false
    let broken: unknown
    const send = async () => {
      for await (const chunk of table) {
        while (leave === 0 && !over)
          await new Promise<void>((resolve) => {
            proceed = resolve
          })
        if (over) return
        leave--
        // A chunk may be a part of a larger buffer, which would be sent along: a copy of its own is handed over whole.
        const bytes = new Uint8Array(chunk)
        port.postMessage({ bytes } satisfies ToThread, [bytes.buffer])
      }
      port.postMessage({ end: true } satisfies ToThread)
    }
    try {
      thread.worker.postMessage({ port: port2, task } satisfies OpenBatch, [port2])
      const sending = send().catch((error: unknown) => {
        broken = error
        port.close()
      })
      for (;;) {
        const message = await mail.next()
        if (broken !== undefined) throw broken
        if (message === undefined) throw new Error('The thread that computed this table ended.')
        if ('failure' in message) throw new Error(message.failure)
        if ('refusal' in message) {
          const { code, message: text, details } = message.refusal
          throw new Refusal(code, text, details)
        }
        if ('took' in message) {
          leave++
          proceed()
          continue
        }
        yield message
        if ('bytes' in message) port.postMessage({ took: true } satisfies ToThread)
        else {
          await sending
          return
        }
      }
    } finally {
      over = true
      proceed()
      port.close()
      thread.batches--
    }
  }

  return {
    async *rows(task, table) {
      for await (const message of answers({ ...task, output: 'rows' }, table))
        if ('bytes' in message) yield message.bytes
    },
    async summary(task, table) {
      for await (const message of answers({ ...task, output: 'summary' }, table))
        if ('summary' in message) return message.summary as TableSummary
      throw new Error('A batch ended without its summary.')
    },
    async close() {
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }
}
