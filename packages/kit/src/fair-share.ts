import { Problem } from './problem.ts'

/** Runs `work` when a place for `key`, such as a tenant, is free. */
export type FairShare = <T>(key: string, work: () => Promise<T>) => Promise<T>

interface Line {
  running: number
  readonly waiting: Set<() => void>
}

/** Limits of `fairShare`. */
export interface FairShareOptions {
  /** Number of tasks that each key may always run at the same time. */
  readonly most: number
  /**
   * Number of all places, such as the size of the pool. A key may then borrow beyond `most` as long as `most` places stay
   * free for another key. Without it no key borrows.
   */
  readonly places?: number
  readonly waitMs: number
}

/**
 * Limits how many tasks of one key run at the same time, so that one tenant cannot occupy every connection of a pool.
 * Further tasks of that key wait at most `waitMs`, then they are refused with 503 and Retry-After. A free place goes to
 * the waiting key that runs fewest tasks.
 */
export function fairShare({ most, places = 0, waitMs }: FairShareOptions): FairShare {
  const lines = new Map<string, Line>()
  let running = 0

  const mayBegin = (line: Line) => line.running < most || running < places - most

  const begin = (line: Line) => {
    line.running += 1
    running += 1
  }

  /** Begins waiting tasks while there are places for them. */
  const advance = () => {
    for (;;) {
      let next: Line | undefined
      for (const line of lines.values())
        if (line.waiting.size > 0 && mayBegin(line) && (!next || line.running < next.running)) next = line
      const [take] = next?.waiting ?? []
      if (!next || !take) return
      next.waiting.delete(take)
      begin(next)
      take()
    }
  }

  const turnIn = (line: Line) =>
    new Promise<void>((resolve, reject) => {
      const take = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        line.waiting.delete(take)
        reject(
          new Problem(
            'overloaded',
            'Too many of your requests wait for the database. Try again shortly.',
            { field: 'service', issue: 'has too many of your requests waiting', provided: null },
            { retryAfterSeconds: 1 },
          ),
        )
      }, waitMs)
      line.waiting.add(take)
    })

  return async (key, work) => {
    const line = lines.get(key) ?? { running: 0, waiting: new Set() }
    lines.set(key, line)
    if (mayBegin(line)) begin(line)
    else await turnIn(line)
    try {
      return await work()
    } finally {
      line.running -= 1
      running -= 1
      advance()
      if (line.running === 0 && line.waiting.size === 0) lines.delete(key)
    }
  }
}

/** Returns the default number of connections per key: a third of the pool. */
export const thirdOf = (poolSize: number): number => Math.ceil(poolSize / 3)
