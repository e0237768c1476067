import { Refusal } from '../../domain/refusal.ts'
import { LimitedThread, ThreadEnded, type ThreadSettings } from './limited-thread.ts'
import { refusalOf } from './messages.ts'

/** Options of one task. */
export interface FairTask {
  readonly organizationId: string
  /** Terminates the thread when the task takes longer. */
  readonly limitMs: number
  /** Refuses the task when no thread becomes free within this time. */
  readonly waitLimitMs: number
  /** Whether the task is short. One thread is reserved for short tasks. */
  readonly light: boolean
  readonly signal?: AbortSignal | undefined
}

/** Settings of the threads. */
export interface FairThreadsSettings extends ThreadSettings {
  readonly threads: number
  /** Maximum number of waiting tasks of one organization. */
  readonly maxWaitingPerOrganization?: number
  readonly maxWaiting?: number
}

interface Waiting<Task> {
  readonly task: Task
  readonly options: FairTask
  readonly begin: (thread: LimitedThread<Task>) => void
}

const busy = () =>
  new Refusal('SERVICE_UNAVAILABLE', 'Too many computations are waiting. Try again in a few seconds.', {
    field: 'service',
    issue: 'is overloaded',
    provided: null,
    retryAfterSeconds: 2,
  })

/**
 * Runs tasks in a fixed number of threads that organizations share fairly. A free thread goes to the organization
 * with the fewest running tasks, round robin among equals. One organization uses at most half of the threads, and
 * long tasks never use the last one, so that short tasks of other organizations always find a thread. The number
 * of waiting tasks and their waiting time are limited.
 */
export class FairThreads<Task> {
  readonly #settings: FairThreadsSettings
  readonly #free: LimitedThread<Task>[]
  readonly #all: readonly LimitedThread<Task>[]
  /** Organizations in the order of their turns. */
  readonly #waiting = new Map<string, Waiting<Task>[]>()
  readonly #running = new Map<string, number>()
  #runningHeavy = 0
  #closed = false

  constructor(settings: FairThreadsSettings) {
    this.#settings = settings
    this.#all = Array.from({ length: settings.threads }, () => new LimitedThread<Task>(settings))
    this.#free = [...this.#all]
  }

  /**
   * Runs one task. Rejects with `ThreadEnded` when its thread was terminated, or with a refusal when it never
   * started.
   */
  async run<Result>(task: Task, options: FairTask): Promise<Result> {
    const thread = await this.#turn(task, options)
    try {
      const { limitMs, signal } = options
      return await thread.run<Result>(task, { limitMs, signal, refuse: refusalOf })
    } finally {
      this.#release(thread, options)
    }
  }

  #turn(task: Task, options: FairTask): Promise<LimitedThread<Task>> {
    const { organizationId, signal } = options
    if (signal?.aborted) return Promise.reject(new ThreadEnded('cancelled'))
    const queue = this.#waiting.get(organizationId) ?? []
    const total = [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0)
    const { maxWaitingPerOrganization = 32, maxWaiting = 256 } = this.#settings
    if (this.#closed || queue.length >= maxWaitingPerOrganization || total >= maxWaiting)
      return Promise.reject(busy())
    return new Promise((resolve, reject) => {
      const leave = (error: Error) => {
        done()
        const left = (this.#waiting.get(organizationId) ?? []).filter((other) => other !== entry)
        if (left.length === 0) this.#waiting.delete(organizationId)
        else this.#waiting.set(organizationId, left)
        reject(error)
      }
      const timer = setTimeout(() => leave(busy()), options.waitLimitMs)
      const cancel = () => leave(new ThreadEnded('cancelled'))
      const done = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', cancel)
      }
      const entry: Waiting<Task> = {
        task,
        options,
        begin: (thread) => {
          done()
          resolve(thread)
        },
      }
      signal?.addEventListener('abort', cancel)
      this.#waiting.set(organizationId, [...queue, entry])
      this.#assign()
    })
  }

  #mayBegin({ options }: Waiting<Task>): boolean {
    const { threads } = this.#settings
    const running = this.#running.get(options.organizationId) ?? 0
    if (running >= Math.max(1, Math.floor(threads / 2))) return false
    return options.light || this.#runningHeavy < Math.max(1, threads - 1)
  }

  #assign(): void {
    for (let thread = this.#free.pop(); thread !== undefined; thread = this.#free.pop()) {
      const next = this.#next()
      if (next === undefined) {
        this.#free.push(thread)
        return
      }
      const { organizationId, light } = next.options
      this.#running.set(organizationId, (this.#running.get(organizationId) ?? 0) + 1)
      if (!light) this.#runningHeavy += 1
      next.begin(thread)
    }
  }

  /** Removes the next task from the queue and returns it. */
  #next(): Waiting<Task> | undefined {
    let best: { organizationId: string; entry: Waiting<Task>; running: number } | undefined
    for (const [organizationId, queue] of this.#waiting) {
      const running = this.#running.get(organizationId) ?? 0
      const entry = queue.find((waiting) => this.#mayBegin(waiting))
      if (entry && (best === undefined || running < best.running)) best = { organizationId, entry, running }
    }
    if (!best) return undefined
    const { organizationId, entry } = best
    const left = (this.#waiting.get(organizationId) ?? []).filter((other) => other !== entry)
    // Delete and set again to move the organization to the end.
    this.#waiting.delete(organizationId)
    if (left.length > 0) this.#waiting.set(organizationId, left)
    return entry
  }

  #release(thread: LimitedThread<Task>, { organizationId, light }: FairTask): void {
    const left = (this.#running.get(organizationId) ?? 1) - 1
    if (left === 0) this.#running.delete(organizationId)
    else this.#running.set(organizationId, left)
    if (!light) this.#runningHeavy -= 1
    this.#free.push(thread)
    this.#assign()
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all(this.#all.map((thread) => thread.close()))
  }
}
