import { describe, expect, it } from 'vitest'
import { checkStanding, STANDING_MAX_AGE_MS } from './standing.ts'

function world(epoch: number | undefined) {
  const state = { epoch, now: 0, reads: 0, fails: false }
  const check = checkStanding({
    elapsed: () => state.now,
    users: {
      async epochOf() {
        state.reads += 1
        if (state.fails) throw new Error('the database is away')
        return state.epoch
      },
    },
  })
  const refused = (token: number) =>
    check({ userId: 'ada', epoch: token }).then(
      () => false,
      ({ code }) => code === 'AUTHENTICATION_ERROR' || code,
    )
  return { state, refused }
}

describe('standing of a user', () => {
  it('is at most a minute old', () => expect(STANDING_MAX_AGE_MS).toBeLessThanOrEqual(60_000))

  it('is read once for many requests, and again when it is too old', async () => {
    const { state, refused } = world(3)
    expect(await Promise.all([refused(3), refused(3), refused(3)])).toEqual([false, false, false])
    state.epoch = 4
    state.now = STANDING_MAX_AGE_MS - 1
    expect(await refused(3)).toBe(false)
    expect(state.reads).toBe(1)
    state.now = STANDING_MAX_AGE_MS
    expect(await refused(3)).toBe(true)
    expect(await refused(3)).toBe(true)
    expect(state.reads).toBe(2)
  })

  it('lets a newer token in at once', async () => {
    const { state, refused } = world(3)
    await refused(3)
    state.epoch = 4
    expect(await refused(4)).toBe(false)
    expect(await refused(3)).toBe(true)
    expect(state.reads).toBe(2)
  })

  it('refuses a removed user without asking again and again', async () => {
    const { state, refused } = world(undefined)
    expect([await refused(0), await refused(0)]).toEqual([true, true])
    expect(state.reads).toBe(1)
  })

  it('remembers no failure', async () => {
    const { state, refused } = world(3)
    state.fails = true
    expect(await refused(3)).toBe(undefined)
    state.fails = false
    expect(await refused(3)).toBe(false)
  })
})
