import { type ResourceLimits, Worker } from 'node:worker_threads'
import type { Refusal } from '../../domain/refusal.ts'
import type { ThreadAnswer } from './messages.ts'

/** Reason why a thread was terminated before it answered. */
export type EndReason = 'limit' | 'cancelled' | 'crashed'

/** Rejection of a task whose thread was terminated. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded'
  readonly reason: EndReason

  constructor(reason: EndReason, cause?: unknown) {
    super(`the thread was terminated: ${reason}`, cause === undefined ? undefined : { cause })
    this.reason = reason
  }
}

/** Settings of a thread. */
export interface ThreadSettings {
  /** Path of the module that calls `answerTasks`. */
  readonly entry: string
  readonly resourceLimits?: ResourceLimits
}

/** A thread that loads for longer than this is considered hung. */
const START_LIMIT_MS = 60_000
/** A thread without tasks for this long is stopped. The next task starts a new one. */
const IDLE_MS = 30_000

/**
 * Thread that runs one task at a time. A task that exceeds its limit, is cancelled or crashes terminates the
 * thread, because nothing else interrupts WebAssembly. A replacement starts immediately, so that the next task
 * finds it loaded. The time limit starts when a loaded thread receives the task.
 */
export class LimitedThread<Task> {
  readonly #settings: ThreadSettings
  #worker: Worker | undefined
  #loaded = false
  #idle: NodeJS.Timeout | undefined
  #closed = false

  constructor(settings: ThreadSettings) {
    this.#settings = settings
  }

  #start(): Worker {
    const { entry, resourceLimits } = this.#settings
    const worker = new Worker(entry, { ...(resourceLimits ? { resourceLimits } : {}) })
    worker.unref()
    worker.setMaxListeners(0)
    this.#loaded = false
    worker.on('message', (message: ThreadAnswer) => {
      if ('loaded' in message && this.#worker === worker) this.#loaded = true
    })
    // Without a task there is no other listener; the next task starts a new thread.
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined
    }
    worker.on('error', forget)
    worker.on('exit', forget)
    this.#worker = worker
    return worker
  }

  #replace(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined
    void worker.terminate()
    if (!this.#closed) this.#start()
    this.#rest()
  }

  #rest(): void {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => {
      void this.#worker?.terminate()
      this.#worker = undefined
    }, IDLE_MS)
    this.#idle.unref()
  }

  /**
   * Runs a task and returns its result. Rejects with `ThreadEnded`, or with the error that `refuse` makes from the
   * task's refusal.
   */
  run<Result>(
    task: Task,
    options: { limitMs: number; signal?: AbortSignal | undefined; refuse: (data: RefusalData) => Refusal },
  ): Promise<Result> {
    clearTimeout(this.#idle)
    const worker = this.#worker ?? this.#start()
    return new Promise<Result>((resolve, reject) => {
      let timer = setTimeout(
        () => end('crashed', new Error('the thread did not start in time')),
        START_LIMIT_MS,
      )
      const settle = (conclude: () => void) => {
        clearTimeout(timer)
        worker.off('message', hear)
        worker.off('error', broke)
        worker.off('exit', left)
        options.signal?.removeEventListener('abort', cancel)
        conclude()
      }
      const end = (reason: EndReason, cause?: unknown) =>
        settle(() => {
          this.#replace(worker)
          reject(new ThreadEnded(reason, cause))
        })
      const begin = () => {
        clearTimeout(timer)
        timer = setTimeout(() => end('limit'), options.limitMs)
        worker.postMessage(task)
      }
      const hear = (message: ThreadAnswer) => {
        if ('loaded' in message) begin()
        else if ('broken' in message) end('crashed', new Error(message.broken))
        else
          settle(() => {
            this.#rest()
            if ('refusal' in message) reject(options.refuse(message.refusal))
            else resolve(message.result as Result)
          })
      }
      const broke = (error: Error) => end('crashed', error)
      const left = () => end('crashed', new Error('the thread exited'))
      const cancel = () => end('cancelled')
      worker.on('message', hear)
      worker.on('error', broke)
      worker.on('exit', left)
      options.signal?.addEventListener('abort', cancel)
      if (options.signal?.aborted) cancel()
      else if (this.#loaded) begin()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#idle)
    await this.#worker?.terminate()
  }
}

type RefusalData = Extract<ThreadAnswer, { refusal: unknown }>['refusal']
