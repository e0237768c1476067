import { expect, test, vi } from 'vitest'
import { fairShare, thirdOf } from './fair-share.ts'
import { Problem } from './problem.ts'
import { forClient, withoutClient } from './waiting-client.ts'

/** A work that ends when it is told to. */
function held() {
  const { promise, resolve } = Promise.withResolvers<string>()
  let began = false
  const work = () => {
    began = true
    return promise
  }
  return { work, end: resolve, began: () => began }
}
/** Lets everything run that is ready to. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('so many of one key at a time, the others in the order they came; another key does not wait', async () => {
  const share = fairShare({ most: 2, waitMs: 60_000 })
  const works = Array.from({ length: 5 }, held)
  const answers = works.map(({ work }) => share('a', work))
  const neighbour = held()
  const answer = share('b', neighbour.work)
  await settle()
  expect(works.map(({ began }) => began())).toEqual([true, true, false, false, false])
  expect(neighbour.began()).toBe(true)
  works[1]!.end('second')
  expect(await answers[1]).toBe('second')
  await settle()
  expect(works.map(({ began }) => began())).toEqual([true, true, true, false, false])
  for (const { end } of [...works, neighbour]) end('done')
  expect(await Promise.all([...answers, answer])).toEqual(['done', 'second', 'done', 'done', 'done', 'done'])
})

test('a key alone borrows, and leaves the share of another key free', async () => {
  const share = fairShare({ most: 2, places: 6, waitMs: 60_000 })
  const begun = (works: ReturnType<typeof held>[]) => works.map(({ began }) => Number(began())).join('')
  const first = Array.from({ length: 6 }, held)
  const second = Array.from({ length: 4 }, held)
  const answers = first.map(({ work }) => share('a', work))
  await settle()
  expect(begun(first)).toBe('111100')
  answers.push(...second.map(({ work }) => share('b', work)))
  await settle()
  expect(begun(second)).toBe('1100')
  first[0]!.end('done')
  first[1]!.end('done')
  await settle()
  // Four run: nobody borrows.
  expect([begun(first), begun(second)]).toEqual(['111100', '1100'])
  second[0]!.end('done')
  await settle()
  expect(begun(second)).toBe('1110')
  for (const { end } of [...first, ...second]) end('done')
  expect(await Promise.all(answers)).toHaveLength(10)
})

test('a work that fails gives its place to the next', async () => {
  const share = fairShare({ most: 1, waitMs: 60_000 })
  const failing = share('a', () => Promise.reject(new Error('broken')))
  const next = share('a', async () => 'next')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('next')
  expect(await share('a', async () => 'later')).toBe('later')
})

test('who waits too long is refused with Retry-After, and the line moves on without it', async () => {
  const share = fairShare({ most: 1, waitMs: 20 })
  const first = held()
  const answer = share('a', first.work)
  const late = held()
  const refusal = await share('a', late.work).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Problem)
  expect(refusal).toMatchObject({ kind: 'overloaded', retryAfterSeconds: 1 })
  first.end('done')
  expect(await answer).toBe('done')
  expect(await share('a', async () => 'free again')).toBe('free again')
  expect(late.began()).toBe(false)
})

test('overload: who waited longer than works take is refused when its turn comes; a burst is served whole', async () => {
  let now = 0
  const share = fairShare({ most: 1, waitMs: 60_000, now: () => now })
  const places: (() => void)[] = []
  const waits: number[] = []
  let refused = 0
  const arrive = () => {
    const since = now
    const work = () => {
      waits.push(now - since)
      return new Promise<void>((resolve) => places.push(resolve))
    }
    share('a', work).catch(() => (refused += 1))
  }
  /** Ends one work every 10 ms while `arriving` requests come. */
  const run = async (rounds: number, arriving: (round: number) => number) => {
    for (let round = 0; round < rounds; round++) {
      for (let i = 0; i < arriving(round); i++) arrive()
      await settle()
      now += 10
      places.shift()?.()
      await settle()
    }
  }
  await run(300, (round) => (round === 0 ? 300 : 0))
  expect([waits.length, refused]).toEqual([300, 0])
  await run(600, (round) => 1 + (round % 2)) // Twice as many as can be done; detected once they wait for a second.
  waits.length = 0
  refused = 0
  await run(100, (round) => 1 + (round % 2))
  expect(refused).toBeGreaterThan(20)
  expect(waits.length).toBeGreaterThan(80)
  expect(Math.max(...waits)).toBeLessThanOrEqual(20)
  refused = 0
  await run(200, (round) => (round % 2 === 0 ? 1 : 0))
  refused = 0
  await run(100, (round) => (round % 2 === 0 ? 1 : 0))
  expect(refused).toBe(0)
})

/** A client that leaves when it is told to. */
function client() {
  const signal = new AbortController()
  return {
    leave: () => signal.abort(),
    hasLeft: () => signal.signal.aborted,
    onLeave: (callback: () => void) => {
      signal.signal.addEventListener('abort', callback)
      return () => signal.signal.removeEventListener('abort', callback)
    },
  }
}

test('whoever disconnects leaves the line at once; what is done after that has its turn', async () => {
  const share = fairShare({ most: 1, waitMs: 60_000 })
  const [first, second, third] = [held(), held(), held()]
  const answer = share('a', first.work)
  const leaving = client()
  const left = forClient(leaving, () => share('a', second.work))
  const after = share('a', third.work)
  leaving.leave()
  await expect(left).rejects.toMatchObject({ kind: 'malformed', message: 'The client has disconnected.' })
  const cleanup = forClient(leaving, () => share('a', async () => 'cleaned up'))
  first.end('done')
  third.end('third')
  expect(await Promise.all([answer, after, cleanup])).toEqual(['done', 'third', 'cleaned up'])
  expect(second.began()).toBe(false)
})

test('what must be written stays in line when its client leaves', async () => {
  const share = fairShare({ most: 1, waitMs: 60_000 })
  const first = held()
  const answer = share('a', first.work)
  const leaving = client()
  const entry = forClient(leaving, () => withoutClient(() => share('a', async () => 'written')))
  leaving.leave()
  first.end('done')
  expect(await Promise.all([answer, entry])).toEqual(['done', 'written'])
})

/** Impatient clients of one organization, of which each gives up and sends its write again, during and after a fault. */
async function fault({ perSecond, duePerSecond, patienceMs }: Record<string, number>) {
  const share = fairShare({ most: 4, places: 10, waitMs: 10_000 })
  const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const FAULT = { from: 2000, until: 12_000 }
  const started = performance.now()
  const elapsed = () => performance.now() - started
  let databaseFreeAt = 0
  /** A database that does one transaction after the other, and fails during the fault. */
  const transaction = async () => {
    databaseFreeAt = Math.max(databaseFreeAt, elapsed()) + 1000 / perSecond!
    await sleep(databaseFreeAt - elapsed())
    if (elapsed() >= FAULT.from && elapsed() < FAULT.until) throw new Error('The disk is full.')
  }
  const waiting: number[] = []
  let [due, busy, written, writtenSoon, lastFailedAt] = [0, 0, 0, 0, 0]
  const send = async () => {
    busy += 1
    const sentAt = elapsed()
    const me = client()
    const answer = forClient(me, () => share('a', transaction)).then(
      () => true,
      () => false,
    )
    const done = await Promise.race([answer, sleep(patienceMs!).then(() => false)])
    me.leave()
    if (done) {
      written += 1
      if (elapsed() >= FAULT.until && elapsed() < FAULT.until + 5000) writtenSoon += 1
    } else {
      lastFailedAt = sentAt
      waiting.push(elapsed() + 1000)
    }
    busy -= 1
  }
  for (let time = 0; time < 20_000; time += 5) {
    for (; due < (time * duePerSecond!) / 1000; due += 1) waiting.push(elapsed())
    for (; busy < 50 && waiting.length > 0 && waiting[0]! <= elapsed(); waiting.shift()) void send()
    await vi.advanceTimersByTimeAsync(5)
  }
  return { unwritten: due - written, writtenSoon, recoveredAfterMs: lastFailedAt - FAULT.until }
}

/** Runs `work` with a clock that moves when it is told to. */
async function onFakeClock<T>(work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    return await work()
  } finally {
    vi.useRealTimers()
  }
}

test.each([
  { perSecond: 100, duePerSecond: 20, patienceMs: 500 },
  { perSecond: 60, duePerSecond: 10, patienceMs: 500 },
  { perSecond: 20, duePerSecond: 5, patienceMs: 2000 },
])('fifty impatient clients recover from a fault within 5 s: %o', async (load) => {
  const { unwritten, recoveredAfterMs } = await onFakeClock(() => fault(load))
  expect(recoveredAfterMs).toBeLessThan(5000)
  expect(unwritten).toBeLessThanOrEqual(load.duePerSecond)
})

test('a slow line whose clients give up does nothing in vain', async () => {
  const { writtenSoon } = await onFakeClock(() =>
    fault({ perSecond: 15, duePerSecond: 10, patienceMs: 1000 }),
  )
  expect(writtenSoon).toBeGreaterThan(60) // Of 75 that the database can do.
})

test.each([
  [1, 1],
  [2, 1],
  [3, 1],
  [10, 4],
])('a third of a pool of %i is %i', (pool, third) => expect(thirdOf(pool)).toBe(third))
