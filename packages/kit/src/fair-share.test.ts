import { expect, test } from 'vitest'
import { fairShare, thirdOf } from './fair-share.ts'
import { Problem } from './problem.ts'

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

test.each([
  [1, 1],
  [2, 1],
  [3, 1],
  [10, 4],
])('a third of a pool of %i is %i', (pool, third) => expect(thirdOf(pool)).toBe(third))
