import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { FastifyBaseLogger } from 'fastify'
import type { ServerConfig } from './options.ts'
import { isLoopback } from './public-address.ts'
import { type App, listen } from './server.ts'
import type { Telemetry } from './telemetry.ts'

/** Longest time to stop jobs and the database after the last request; then the process ends anyway. */
const GRACE_MS = 30_000
/** Longest time for open requests after an uncaught error: the server no longer listens, and may never answer them. */
const AFTER_ERROR_MS = 10_000

/**
 * Stops the process in order on SIGTERM, SIGINT or an uncaught error: makes `/ready` return 503, continues to answer
 * for `drainDelayMs` (SIGTERM only), finishes open requests, then calls `stop`. The exit code after a signal is 0.
 * Connections of clients that do not finish their requests within `drainRequestsMs` are cut; after an error they have at most 10 s.
 */
export function stopInOrder(options: {
  readonly logger: FastifyBaseLogger
  readonly app?: App
  readonly drainDelayMs?: number
  readonly drainRequestsMs?: number
  readonly stop: () => Promise<void>
}): void {
  const { drainDelayMs = 0, drainRequestsMs = 0 } = options
  closeWithGrace(
    { delay: drainDelayMs + drainRequestsMs + GRACE_MS, logger: false },
    async ({ signal, err }) => {
      if (err) options.logger.fatal({ err }, 'stopping after an unexpected error')
      else options.logger.info({ signal }, 'stopping')
      options.app?.drain()
      if (options.app && signal === 'SIGTERM') await sleep(drainDelayMs)
      const requestsMs = err ? Math.min(drainRequestsMs, AFTER_ERROR_MS) : drainRequestsMs
      if (options.app) await closeConnections(options.app, requestsMs, options.logger)
      await options.stop()
      options.logger.info('stopped')
    },
  )
}

async function closeConnections(app: App, withinMs: number, logger: FastifyBaseLogger): Promise<void> {
  const cut = setTimeout(() => {
    logger.warn(`requests took more than ${withinMs / 1000} s to end; their connections are cut`)
    app.server.closeAllConnections()
  }, withinMs)
  await app.close()
  clearTimeout(cut)
}

const ADMIN_TROUBLE: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken. Choose another with --admin-port, or -1 for none',
  EADDRNOTAVAIL: 'is not on an address of this machine. Correct --admin-host',
  ENOTFOUND: 'is on a host that cannot be found. Correct --admin-host',
}

/** Opens the admin port, unless it is -1. Warns if other machines can reach it. */
async function listenAdmin(
  telemetry: Telemetry,
  port: number,
  host: string,
  logger: FastifyBaseLogger,
): Promise<void> {
  if (port === -1) return
  try {
    const server = await telemetry.listen(port, host)
    const shown = host.includes(':') ? `[${host}]` : host
    logger.info(
      { metrics: `http://${shown}:${(server.address() as AddressInfo).port}/metrics` },
      'admin port',
    )
    if (!isLoopback(host))
      logger.warn(
        { adminHost: host },
        'other machines can reach the metrics without credentials; let only the scraper reach this port',
      )
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    const why = ADMIN_TROUBLE[code] ?? `cannot be opened (${code})`
    throw new Error(`The admin port ${port} on ${host} ${why}.`, { cause })
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
    const adminPort = config.adminPort ?? (config.port === 0 ? 0 : config.port + 1)
    await listenAdmin(telemetry, adminPort, config.adminHost, logger)
    const url = await listen(app, config)
    stopInOrder({ logger, app, ...config, stop })
    logger.info({ url, docs: `${url}/docs` }, 'listening')
    return url
  } catch (error) {
    await app.close()
    await stop()
    throw error
  }
}

/**
 * Stops a worker in order on a signal. Serves its metrics if ADMIN_PORT is set; there is no default, because a server on
 * the same machine has it.
 */
export async function workUntilStopped(options: {
  readonly config: Pick<ServerConfig, 'adminPort' | 'adminHost'>
  readonly logger: FastifyBaseLogger
  readonly telemetry: Telemetry
  /** Closes resources after the last job. */
  readonly stop: () => Promise<void>
}): Promise<void> {
  const { config, logger, telemetry } = options
  const stop = async () => {
    await options.stop()
    await telemetry.shutdown()
  }
  try {
    await listenAdmin(telemetry, config.adminPort ?? -1, config.adminHost, logger)
    stopInOrder({ logger, stop })
    logger.info('working')
  } catch (error) {
    await stop()
    throw error
  }
}
