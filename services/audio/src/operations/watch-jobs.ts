import { FINAL_STATUSES, type Job } from '../domain/job.ts'
import type { JobStore, JobSummary } from './ports.ts'

type Listener = (job: JobSummary | undefined) => void

/**
 * Reports the progress of jobs to any number of watchers, with one query per poll. Workers write progress about once
 * per second, so polling twice per second misses nothing that lasts.
 */
export function watchJobs(deps: {
  jobs: JobStore
  /** Calls back when it is time for the next look, outside of the request that asks for it: others watch too. */
  later: (look: () => void) => void
  onError: (error: unknown) => void
}) {
  const listeners = new Map<string, Set<Listener>>()
  let isScheduled = false

  const look = async () => {
    const found = await deps.jobs.summaries([...listeners.keys()])
    const byId = new Map(found.map((job) => [job.id, job]))
    for (const [id, those] of listeners) for (const tell of those) tell(byId.get(id))
  }
  const schedule = () => {
    if (isScheduled || listeners.size === 0) return
    isScheduled = true
    deps.later(() => {
      void look()
        .catch(deps.onError)
        .finally(() => {
          isScheduled = false
          schedule()
        })
    })
  }
  const subscribe = (id: string, listener: Listener) => {
    const those = listeners.get(id) ?? new Set()
    listeners.set(id, those.add(listener))
    schedule()
    return () => {
      those.delete(listener)
      if (those.size === 0) listeners.delete(id)
    }
  }

  /**
   * Yields the current job, then each change, until it has ended or is gone; yields null when `idleMs` passed without a
   * change.
   */
  return async function* watch(
    job: Job,
    { idleMs, signal }: { idleMs: number; signal: AbortSignal },
  ): AsyncGenerator<JobSummary | null> {
    yield job
    if (FINAL_STATUSES.includes(job.status)) return
    let last: JobSummary = job
    let wake: () => void = () => {}
    let latest: JobSummary | undefined = job
    const unsubscribe = subscribe(job.id, (found) => {
      latest = found
      wake()
    })
    const stop = () => wake()
    signal.addEventListener('abort', stop)
    let idleSince = performance.now()
    try {
      while (!signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        if (!latest || signal.aborted) return
        const changed =
          latest.status !== last.status || latest.progress !== last.progress || latest.stage !== last.stage
        if (changed) yield latest
        else if (performance.now() - idleSince > idleMs) yield null
        else continue
        idleSince = performance.now()
        last = latest
        if (FINAL_STATUSES.includes(last.status)) return
      }
    } finally {
      unsubscribe()
      signal.removeEventListener('abort', stop)
    }
  }
}

/** Result of `watchJobs`. */
export type WatchJobs = ReturnType<typeof watchJobs>
