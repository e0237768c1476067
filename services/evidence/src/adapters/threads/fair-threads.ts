import { Refusal } from '../../domain/refusal.ts'
import { LimitedThread, ThreadEnded, type ThreadSettings } from './limited-thread.ts'
import { refusalOf } from './messages.ts'

export interface FairTask {
  readonly organizationId: string
  /** Ends the thread when the task takes longer. */
  readonly limitMs: number
  /** Refuses the task when no thread was free for this long. */
  readonly waitLimitMs: number
  /** Known to be quick: one thread is kept free for such tasks. */
  readonly light: boolean
  readonly signal?: AbortSignal | undefined
}

export interface FairThreadsSettings extends ThreadSettings {
  readonly threads: number
  /** Tasks of one organization that may wait. */
  readonly maxWaitingPerOrganization?: number
  readonly maxWaiting?: number
}

interface Waiting<Task> {
  readonly task: Task
  readonly options: FairTask
  readonly begin: (thread: LimitedThread<Task>) => void
}

const busy = () =>
  new Refusal('SERVICE_UNAVAILABLE', 'Too many computations are waiting. Try again shortly.', {
    field: 'service',
    issue: 'is overloaded',
    provided: null,
    retryAfterSeconds: 2,
  })

/**
 * A fixed number of threads, shared fairly. A free thread goes to the organization with the fewest running tasks, in turn
 * among equals. One organization runs on at most half of the threads, and long tasks leave one thread to light ones, so
 * whatever the others send, a small task of an honest organization finds a thread. Waiting is bounded in number and time.
 */
export class FairThreads<Task> {
  readonly #settings: FairThreadsSettings
  readonly #free: LimitedThread<Task>[]
  readonly #all: readonly LimitedThread<Task>[]
  /** In the order in which the organizations get their turn. */
  readonly #waiting = new Map<string, Waiting<Task>[]>()
  readonly #running = new Map<string, number>()
  #runningHeavy = 0
  #closed = false

  constructor(settings: FairThreadsSettings) {
    this.#settings = settings
    this.#all = Array.from({ length: settings.threads }, () => new LimitedThread<Task>(settings))
    this.#free = [...this.#all]
  }

  /** Computes one task. Rejects with `ThreadEnded` when it was ended, with a refusal when it never began. */
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

  /** Takes the task whose turn it is out of the queue. */
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
    // Deleting first moves the organization to the end of the order.
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
