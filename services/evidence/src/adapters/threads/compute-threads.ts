import { Refusal } from '../../domain/refusal.ts'
import type { HeavyComputation } from '../../operations/ports.ts'
import { FairThreads } from './fair-threads.ts'
import { ThreadEnded } from './limited-thread.ts'

/** What a compute thread is asked for: a task by name, and plain data. */
export interface ComputeTask {
  readonly name: string
  readonly input: unknown
}

/** Computed at once: this takes milliseconds, less than the way to a thread and back is worth. */
const INLINE_SIZE = 50
/** Quick enough for the thread that long tasks leave free. */
const LIGHT_SIZE = 20_000
/** Memory of one thread; a task that needs more is ended. */
const MAX_HEAP_MB = 1024

export interface ComputeThreads extends HeavyComputation {
  close(): Promise<void>
}

function ended(error: ThreadEnded, limitMs: number): Refusal {
  switch (error.reason) {
    case 'cancelled':
      return new Refusal('MALFORMED_REQUEST', 'The client disconnected before the answer.', {
        field: 'request',
        issue: 'was abandoned by its client',
        provided: null,
      })
    case 'limit':
      return new Refusal(
        'FUZZY_EVIDENCE_VALIDATION_ERROR',
        `This takes more than ${limitMs / 1000} s to compute. Ask about less evidence at once.`,
        { field: 'body', issue: `takes more than ${limitMs / 1000} s to compute`, provided: null },
      )
    case 'crashed':
      throw new Error('a compute thread broke', { cause: error })
  }
}

/** Computes in threads that are shared fairly between organizations; what is small is computed at once. */
export function computeThreads(options: {
  entry: string
  threads: number
  /** Longest time of one task that says no other. */
  limitMs: number
  /** Longest time that a task waits for a thread. */
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
