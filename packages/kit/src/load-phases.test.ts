import { expect, test } from 'vitest'
import { findKnee, LOWEST_KNEE_PER_SECOND } from './load-phases.ts'

type Send = NonNullable<Parameters<typeof findKnee>[2]>

const TARGET = { urls: [], requestOf: () => ({ method: 'GET', path: '/', headers: {} }) }

/** A server that refuses every second request of a load that it does not carry. */
const serverThat =
  (carries: (perSecond: number, seconds: number) => boolean): Send =>
  async (_, { ratePerSecond, seconds }) =>
    Array.from({ length: ratePerSecond * seconds }, (_, i) => ({
      dueMs: (1000 * i) / ratePerSecond,
      latencyMs: 1,
      status: i % 2 === 0 || carries(ratePerSecond, seconds) ? 200 : 503,
      retryAfter: true,
    }))

test('a knee that was carried for a moment falls until it is carried for longer', async () => {
  const server = serverThat((perSecond, seconds) => perSecond <= (seconds < 20 ? 600 : 450))
  const options = { secondsPerStep: 5 }
  const { perSecond } = await findKnee(TARGET, options, server)
  expect(perSecond).toBe(560)
  const confirmed = await findKnee(TARGET, { ...options, confirmSeconds: 20 }, server)
  expect(confirmed.perSecond).toBe(423)
})

test('a trial is repeated while others had the machine, and then counts whole', async () => {
  const options = { secondsPerStep: 1, searches: 0, mostPerSecond: LOWEST_KNEE_PER_SECOND }
  let watched = 0
  const watch = () => {
    watched += 1
    const counts = watched > 3
    return () => () => counts
  }
  const all = serverThat(() => true)
  const { tried } = await findKnee(TARGET, { ...options, watch }, all)
  expect([watched, tried.length]).toEqual([4, 1])
  const never = { ...options, watch: () => () => () => false }
  expect((await findKnee(TARGET, never, all)).perSecond).toBe(LOWEST_KNEE_PER_SECOND)
  const little = serverThat((perSecond) => perSecond < LOWEST_KNEE_PER_SECOND)
  expect((await findKnee(TARGET, never, little)).perSecond).toBeLessThan(LOWEST_KNEE_PER_SECOND)
})

test('only the seconds that count are judged', async () => {
  const stalled: Send = async (target, options) => {
    const shots = await serverThat(() => true)(target, options)
    const isLight = options.ratePerSecond < LOWEST_KNEE_PER_SECOND
    return shots.map((shot) => ({ ...shot, latencyMs: isLight || shot.dueMs < 1000 ? 1 : 1000 }))
  }
  const options = { secondsPerStep: 2, searches: 0, mostPerSecond: LOWEST_KNEE_PER_SECOND }
  expect((await findKnee(TARGET, options, stalled)).perSecond).toBeLessThan(LOWEST_KNEE_PER_SECOND)
  const watch = () => () => (second: number) => second === 0
  expect((await findKnee(TARGET, { ...options, watch }, stalled)).perSecond).toBe(LOWEST_KNEE_PER_SECOND)
})
