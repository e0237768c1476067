import { expect, test } from 'vitest'
import { followJobs } from './follow-jobs.ts'
import type { JobState } from './ports/library.ts'

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
    everyMs: 5,
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
