import { slowdown } from '@assay/kit/testing-process'
import type { RunningService } from './running-service.ts'

/** How long an answer may take now: a free event loop takes a millisecond on an idle machine, a blocked one seconds. */
export const patienceMs = (): number => 1000 * slowdown()

/** Asks `/health` over and over while `work` is under way; returns how long each answer took. */
export async function healthDuring<T>(
  { app }: Pick<RunningService, 'app'>,
  work: () => Promise<T>,
): Promise<{ result: T; health: number[] }> {
  const health: number[] = []
  let done = false
  const asking = (async () => {
    do {
      // A turn of the event loop: what blocks it counts as waiting.
      const asked = performance.now()
      await new Promise(setImmediate)
      const { statusCode } = await app.inject('/health')
      if (statusCode !== 200) throw new Error(`/health answered ${statusCode}`)
      health.push(performance.now() - asked)
      await new Promise((resolve) => setTimeout(resolve, 10))
    } while (!done)
  })()
  try {
    return { result: await work(), health }
  } finally {
    done = true
    await asking
  }
}
