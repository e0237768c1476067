import { forClient, timerWithoutClient, waitingClient } from '@assay/kit/waiting-client'
import { expect, test } from 'vitest'
import type { Job } from '../domain/job.ts'
import { followJobs } from './follow-jobs.ts'
import type { JobState } from './ports/library.ts'
import type { JobStore } from './ports.ts'
import { watchJobs } from './watch-jobs.ts'

const AT = new Date('2030-01-01T00:00:00Z')

test('the time is that of the database, and an error of a look does not stop the stream', async () => {
  const job = { id: 'a', owner: 'studio', status: 'processing', progress: 0.5, stage: null } as JobState
  const errors: unknown[] = []
  let looks = 0
  const follow = followJobs({
    feed: {
      now: async () => AT,
      open: async () => [],
      changing: async () => {
        looks += 1
        if (looks < 3) throw new Error('no database')
        return [job]
      },
    },
    later: timerWithoutClient(5),
    onError: (error) => errors.push(error),
  })
  const leaving = new AbortController()
  const events = follow('studio', { endedSince: null, idleMs: 0, once: false, signal: leaving.signal })
  expect((await events.next()).value).toEqual({ kind: 'snapshot', jobs: [], at: AT })
  expect((await events.next()).value).toEqual({ kind: 'idle' })
  expect(errors).toHaveLength(1)
  expect((await events.next()).value).toEqual({ kind: 'idle' })
  const { value } = await events.next()
  expect(value).toMatchObject({ kind: 'job', job })
  expect(Math.abs((value as { at: Date }).at.getTime() - AT.getTime())).toBeLessThan(5000)
  leaving.abort()
  await events.return(undefined)
})

test('looks are for all who watch, not for the client of the first', async () => {
  const client = { hasLeft: () => false, onLeave: () => () => {} }
  const job = { id: 'a', owner: 'studio', status: 'processing', progress: 0.5, stage: null } as JobState & Job
  const lookedFor: unknown[] = []
  const later = timerWithoutClient(5)
  const onError = (error: unknown) => expect.fail(String(error))
  const { signal } = new AbortController()
  const changing = async () => {
    lookedFor.push(waitingClient())
    return [job]
  }
  const follow = followJobs({
    feed: { now: async () => AT, open: async () => [], changing },
    later,
    onError,
  })
  const watch = watchJobs({ jobs: { summaries: changing } as unknown as JobStore, later, onError })
  for (const events of [
    follow('studio', { endedSince: null, idleMs: 0, once: false, signal }),
    watch(job, { idleMs: 0, signal }),
  ])
    await forClient(client, async () => {
      for (let i = 0; i < 4; i++) await events.next()
      await events.return(undefined)
    })
  expect(lookedFor.length).toBeGreaterThanOrEqual(4)
  expect(new Set(lookedFor)).toEqual(new Set([undefined]))
})
