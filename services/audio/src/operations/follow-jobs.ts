import { FINAL_STATUSES } from '../domain/job.ts'
import type { JobFeed, JobState } from './ports/library.ts'

type Listener = (states: readonly JobState[]) => void

/** What somebody who follows all jobs of a client gets. */
export type FeedEvent =
  | { readonly kind: 'snapshot'; readonly jobs: readonly JobState[]; readonly at: Date }
  | { readonly kind: 'job'; readonly job: JobState; readonly at: Date }
  /** Nothing changed for a while. */
  | { readonly kind: 'idle' }

/** Jobs of a snapshot at most; a client has rarely more open ones. */
const MOST = 1000
/** A look repeats the time before it: a transaction becomes visible later than the time that it states. */
const OVERLAP_MS = 10_000

const faceOf = ({ status, progress, stage }: JobState) => `${status} ${progress} ${stage}`

/**
 * Follows all jobs of any number of clients with one query per look, for as long as anybody follows.
 */
export function followJobs(deps: {
  feed: JobFeed
  /** Calls back when it is time for the next look, outside of the request that asks for it: others watch too. */
  later: (look: () => void) => void
  onError: (error: unknown) => void
}) {
  const listeners = new Map<string, Set<Listener>>()
  let isScheduled = false
  let lookedAt = performance.now()

  const look = async () => {
    const startedAt = performance.now()
    const found = await deps.feed.changing([...listeners.keys()], startedAt - lookedAt + OVERLAP_MS)
    lookedAt = startedAt
    for (const [owner, those] of listeners) {
      const own = found.filter((job) => job.owner === owner)
      for (const tell of those) tell(own)
    }
  }
  /** Reports an error, and wakes all listeners, so that they keep their streams open. */
  const failed = (error: unknown) => {
    deps.onError(error)
    for (const those of listeners.values()) for (const tell of those) tell([])
  }
  const schedule = () => {
    if (isScheduled || listeners.size === 0) return
    isScheduled = true
    deps.later(() => {
      void look()
        .catch(failed)
        .finally(() => {
          isScheduled = false
          schedule()
        })
    })
  }
  const subscribe = (owner: string, listener: Listener) => {
    if (listeners.size === 0) lookedAt = performance.now()
    const those = listeners.get(owner) ?? new Set()
    listeners.set(owner, those.add(listener))
    schedule()
    return () => {
      those.delete(listener)
      if (those.size === 0) listeners.delete(owner)
    }
  }

  /**
   * Yields a snapshot (open jobs and those that ended since `endedSince`), then every change, until the signal aborts;
   * yields `idle` when `idleMs` passed without a change. With `once`, only the snapshot.
   */
  return async function* follow(
    owner: string,
    options: { endedSince: Date | null; idleMs: number; once: boolean; signal: AbortSignal },
  ): AsyncGenerator<FeedEvent> {
    const { signal } = options
    let wake: () => void = () => {}
    let waiting: JobState[] = []
    // Before the snapshot, so that no change falls between them.
    const unsubscribe = options.once
      ? () => {}
      : subscribe(owner, (states) => {
          waiting.push(...states)
          wake()
        })
    const stop = () => wake()
    signal.addEventListener('abort', stop)
    try {
      const at = await deps.feed.now()
      const startedAt = performance.now()
      const now = () => new Date(at.getTime() + performance.now() - startedAt)
      const since = new Date((options.endedSince ?? at).getTime() - OVERLAP_MS)
      const recent = await deps.feed.open(owner, since, MOST)
      // The next looks find again what has just ended: it is known, and no news.
      const known = new Map(recent.map((job) => [job.id, faceOf(job)]))
      const isOpen = ({ status }: JobState) => !FINAL_STATUSES.includes(status)
      yield { kind: 'snapshot', jobs: options.endedSince ? recent : recent.filter(isOpen), at }
      let idleSince = performance.now()
      while (!options.once && !signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve
          if (waiting.length > 0 || signal.aborted) resolve()
        })
        const states = waiting
        waiting = []
        for (const job of states) {
          if (known.get(job.id) === faceOf(job)) continue
          known.set(job.id, faceOf(job))
          idleSince = performance.now()
          yield { kind: 'job', job, at: now() }
        }
        if (performance.now() - idleSince > options.idleMs) {
          idleSince = performance.now()
          yield { kind: 'idle' }
        }
      }
    } finally {
      unsubscribe()
      signal.removeEventListener('abort', stop)
    }
  }
}

/** Result of `followJobs`. */
export type FollowJobs = ReturnType<typeof followJobs>
