import { expect, test, vi } from 'vitest'
import { everyMinutes } from './every-minutes.ts'

test('a task that fails is logged and hinders neither the next task nor the next time', async () => {
  vi.useFakeTimers()
  try {
    const failure = new Error('canceling statement due to statement timeout')
    const error = vi.fn()
    const sweeping = vi.fn(async () => {})
    const indexing = () => Promise.reject(failure)
    const stop = everyMinutes(10, { error }, { indexing, sweeping })
    await vi.advanceTimersByTimeAsync(20 * 60_000)
    expect(sweeping).toHaveBeenCalledTimes(2)
    expect(error.mock.calls).toEqual([
      [{ err: failure }, 'indexing'],
      [{ err: failure }, 'indexing'],
    ])
    stop()
    await vi.advanceTimersByTimeAsync(20 * 60_000)
    expect(sweeping).toHaveBeenCalledTimes(2)
  } finally {
    vi.useRealTimers()
  }
})
