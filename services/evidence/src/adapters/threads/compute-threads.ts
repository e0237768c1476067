import { Refusal } from '../../domain/refusal.ts'
import type { HeavyComputation } from '../../operations/ports.ts'
import { FairThreads } from './fair-threads.ts'
import { ThreadEnded } from './limited-thread.ts'

/** Task of a compute thread: a name and plain data. */
export interface ComputeTask {
  readonly name: string
  readonly input: unknown
}

/** Tasks up to this size run inline. They take milliseconds, less than sending them to a thread. */
const INLINE_SIZE = 50
/** Tasks up to this size may use the thread that is reserved for short tasks. */
const LIGHT_SIZE = 20_000
/** Heap limit of one thread in MB. A task that needs more is terminated. */
const MAX_HEAP_MB = 1024

/** Heavy computation in threads, with a function that stops them. */
export interface ComputeThreads extends HeavyComputation {
  close(): Promise<void>
}

function ended(error: ThreadEnded, limitMs: number): Refusal {
  switch (error.reason) {
    case 'cancelled':
      return new Refusal('MALFORMED_REQUEST', 'The client disconnected before the answer was ready.', {
        field: 'request',
        issue: 'was cancelled by the client',
        provided: null,
      })
    case 'limit':
      return new Refusal(
        'FUZZY_EVIDENCE_VALIDATION_ERROR',
        `The computation takes more than ${limitMs / 1000} s. Send a request about less evidence.`,
        { field: 'body', issue: `takes more than ${limitMs / 1000} s to compute`, provided: null },
      )
    case 'crashed':
      throw new Error('a compute thread crashed', { cause: error })
  }
}

/** Computes in threads that organizations share fairly. Small tasks run inline. */
export function computeThreads(options: {
  entry: string
  threads: number
  /** Time limit of a task that does not set its own. */
  limitMs: number
  /** Longest time that a task waits for a free thread. */
  waitLimitMs: number
}): ComputeThreads {
  const { entry, threads, waitLimitMs } = options
  const pool = new FairThreads<ComputeTask>({
    entry,
    threads,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  return {
    async run(task, input, { organizationId, size, limitMs = options.limitMs, signal }) {
      if (size <= INLINE_SIZE) return task.compute(input, { nowMs: () => Date.now(), cpuMs: () => 0 })
      try {
        return await pool.run(
          { name: task.name, input },
          { organizationId, limitMs, waitLimitMs, light: size <= LIGHT_SIZE, signal },
        )
      } catch (error) {
        throw error instanceof ThreadEnded ? ended(error, limitMs) : error
      }
    },
    close: () => pool.close(),
  }
}
