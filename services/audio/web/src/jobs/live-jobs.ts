import { AssayError, type JobState } from '@assay/audio-client'
import { useEffect, useSyncExternalStore } from 'react'
import { apiKey, noticeRefusal } from '../access.ts'
import { queries } from '../queries.ts'
import { service } from '../service.ts'
import { hasEnded, withChanges } from './job-states.ts'

/** Time until a lost stream is opened again, and the longest one, milliseconds. */
const RETRY_MS = 1000
const LONGEST_RETRY_MS = 15_000

let states: readonly JobState[] = []
const listeners = new Set<() => void>()
let stream: AbortController | undefined

/** What was loaded of the library is out of date when a job has changed it. */
function forget(job: JobState): void {
  if (!hasEnded(job)) return
  void queries.invalidateQueries({ queryKey: ['tracks'] })
  void queries.invalidateQueries({ queryKey: ['jobs'] })
  if (job.track_id === null) return
  for (const key of ['track', 'waveform']) void queries.invalidateQueries({ queryKey: [key, job.track_id] })
}

function take(changes: readonly JobState[]): void {
  const known = new Map(states.map((job) => [job.id, job.status] as const))
  states = withChanges(states, changes)
  for (const listener of listeners) listener()
  for (const job of changes) if (known.get(job.id) !== job.status) forget(job)
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      window.removeEventListener('online', end)
      done()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    // The reader's connection is back: no need to wait.
    window.addEventListener('online', end)
  })

/** Asks for jobs that were open when the stream was lost and are not any more: they ended meanwhile. */
async function catchUp(open: readonly JobState[]): Promise<void> {
  const ids = new Set(open.map(({ id }) => id))
  for (const job of states.filter((one) => !hasEnded(one) && !ids.has(one.id))) {
    const { data } = await service().GET('/api/v1/jobs/{id}', { params: { path: { id: job.id } } })
    if (!data) continue
    const { status, progress, track_id, error } = data
    take([{ ...job, status, progress, track_id, error, stage: null }])
  }
}

async function follow(signal: AbortSignal): Promise<void> {
  let wait = RETRY_MS
  let wasLost = false
  while (!signal.aborted) {
    const key = apiKey()
    try {
      for await (const event of service().allJobEvents({ signal })) {
        wait = RETRY_MS
        take(event.kind === 'snapshot' ? event.jobs : [event.job])
        if (event.kind !== 'snapshot') continue
        void catchUp(event.jobs).catch(() => {})
        // Jobs may have begun and ended unseen.
        if (wasLost)
          for (const key of ['tracks', 'jobs', 'track', 'waveform'])
            void queries.invalidateQueries({ queryKey: [key] })
        wasLost = false
      }
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof AssayError && error.status === 401) {
        // An answer to the key before this one says nothing about this one.
        if (key !== apiKey()) continue
        // A key opens the page again, and the page a new stream.
        stream = undefined
        noticeRefusal()
        return
      }
    }
    wasLost = true
    await pause(wait, signal)
    wait = Math.min(LONGEST_RETRY_MS, wait * 2)
  }
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  if (stream === undefined) {
    stream = new AbortController()
    const { signal } = stream
    void follow(signal)
  }
  return () => {
    listeners.delete(changed)
    // A view that follows replaces one that leaves: the stream stays open for it.
    setTimeout(() => {
      if (listeners.size > 0 || stream === undefined) return
      stream.abort()
      stream = undefined
    }, 1000)
  }
}

/** All jobs of this client that are under way or ended since the page was opened, newest first, live on one stream. */
export const useJobs = (): readonly JobState[] => useSyncExternalStore(subscribe, () => states)

/** Follows jobs in every view, so that the end of a job makes the lists of all views stale. */
export function FollowJobs(): null {
  useEffect(() => subscribe(() => {}), [])
  return null
}
