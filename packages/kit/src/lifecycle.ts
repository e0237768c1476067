import { setTimeout as sleep } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { FastifyBaseLogger } from 'fastify'
import type { App } from './server.ts'

/** How long what is under way may take after the drain before the process ends regardless. */
const GRACE_MS = 30_000

/**
 * Ends the process in order on SIGTERM, SIGINT or an uncaught error: turn `/ready` to 503, go on answering for
 * `drainDelayMs` (SIGTERM only), finish requests under way, then run `stop`. Exit code 0 after a signal.
 */
export function stopInOrder(options: {
  readonly logger: FastifyBaseLogger
  readonly app?: App
  readonly drainDelayMs?: number
  readonly stop: () => Promise<void>
}): void {
  const drainDelayMs = options.drainDelayMs ?? 0
  closeWithGrace({ delay: drainDelayMs + GRACE_MS, logger: false }, async ({ signal, err }) => {
    if (err) options.logger.fatal({ err }, 'stopping after an unexpected error')
    else options.logger.info({ signal }, 'stopping')
    options.app?.drain()
    if (options.app && signal === 'SIGTERM') await sleep(drainDelayMs)
    await options.app?.close()
    await options.stop()
  })
}
