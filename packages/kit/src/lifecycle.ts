import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { FastifyBaseLogger } from 'fastify'
import type { ServerConfig } from './options.ts'
import { type App, listen } from './server.ts'
import type { Telemetry } from './telemetry.ts'

/** Longest time to stop after the drain; then the process ends anyway. */
const GRACE_MS = 30_000
/** Part of the grace time for open requests. The rest is for stopping jobs and the database in order. */
const REQUESTS_MS = 10_000

/**
 * Stops the process in order on SIGTERM, SIGINT or an uncaught error: makes `/ready` return 503, continues to answer
 * for `drainDelayMs` (SIGTERM only), finishes open requests, then calls `stop`. The exit code after a signal is 0.
 * Connections of clients that do not finish their requests are cut.
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
    if (options.app) await closeConnections(options.app, options.logger)
    await options.stop()
    options.logger.info('stopped')
  })
}

async function closeConnections(app: App, logger: FastifyBaseLogger): Promise<void> {
  const cut = setTimeout(() => {
    logger.warn(`requests took more than ${REQUESTS_MS / 1000} s to end; their connections are cut`)
    app.server.closeAllConnections()
  }, REQUESTS_MS)
  await app.close()
  clearTimeout(cut)
}

/** Opens the admin port unless it is turned off: the configured port, or the service's port + 1. */
async function listenAdmin(
  telemetry: Telemetry,
  config: ServerConfig,
  logger: FastifyBaseLogger,
): Promise<void> {
  const port = config.adminPort ?? (config.port === 0 ? 0 : config.port + 1)
  if (port === -1) return
  try {
    const server = await telemetry.listen(port)
    logger.info(
      { metrics: `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics` },
      'admin port',
    )
  } catch (cause) {
    throw new Error(`The admin port ${port} is taken. Choose another with --admin-port, or -1 for none.`, {
      cause,
    })
  }
}

/** Listens on both ports and stops in order on a signal. Resolves to the address once requests are answered. */
export async function serveUntilStopped(options: {
  readonly app: App
  readonly config: ServerConfig
  readonly logger: FastifyBaseLogger
  readonly telemetry: Telemetry
  /** Closes resources after the last request, such as queue and database. */
  readonly stop: () => Promise<void>
}): Promise<string> {
  const { app, config, logger, telemetry } = options
  const stop = async () => {
    await options.stop()
    await telemetry.shutdown()
  }
  try {
    await listenAdmin(telemetry, config, logger)
    const url = await listen(app, config)
    stopInOrder({ logger, app, drainDelayMs: config.drainDelayMs, stop })
    logger.info({ url, docs: `${url}/docs` }, 'listening')
    return url
  } catch (error) {
    await app.close()
    await stop()
    throw error
  }
}
