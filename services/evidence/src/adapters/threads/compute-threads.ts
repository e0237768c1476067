import { Piscina } from 'piscina'
import { Refusal } from '../../domain/refusal.ts'
import type { HeavyComputation } from '../../operations/ports.ts'
import type { ThreadAnswer, ThreadTask } from './messages.ts'

/** Computations that may wait; beyond them the service says that it is busy. */
const MAX_WAITING = 100

export interface ComputeThreads extends HeavyComputation {
  close(): Promise<void>
}

/** Computes in a pool of threads, which start when they are first needed and end when they are not. */
export function computeThreads(options: { entry: string; threads: number }): ComputeThreads {
  let pool: Piscina | undefined
  const run = async <T>(task: ThreadTask): Promise<T> => {
    pool ??= new Piscina({
      filename: options.entry,
      minThreads: 0,
      maxThreads: options.threads,
      maxQueue: MAX_WAITING,
      idleTimeout: 30_000,
    })
    if (pool.queueSize >= MAX_WAITING)
      throw new Refusal('SERVICE_UNAVAILABLE', 'Too many computations are waiting. Try again shortly.', {
        field: 'service',
        issue: 'is overloaded',
        provided: null,
        retryAfterSeconds: 1,
      })
    const answer = (await pool.run(task)) as ThreadAnswer
    if ('result' in answer) return answer.result as T
    const { code, message, details } = answer.refusal
    throw new Refusal(code, message, details)
  }
  return {
    optimise: (items, request, context) => run({ kind: 'optimise', items, request, context }),
    learn: (observations, nowMs) => run({ kind: 'learn', observations, nowMs }),
    async close() {
      await pool?.destroy()
    },
  }
}
