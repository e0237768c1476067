import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'

/** Shows an error without the connection that `pg` hangs on it, with its address and the key that cancels its statements. */
function shownError(error: Error): object {
  const { client: _, ...shown } = pino.stdSerializers.err(error)
  return shown
}

/**
 * Creates a logger on standard output: one JSON object per line, or readable lines (the default on a terminal), whose printer
 * is loaded only then: it takes 2 MB. Bodies, tokens and passwords are never logged.
 */
export async function createLogger(
  service: string,
  level: string,
  { forPeople = process.stdout.isTTY === true }: { forPeople?: boolean } = {},
): Promise<FastifyBaseLogger> {
  const options = {
    level,
    base: { service, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: shownError },
    redact: ['req.headers.authorization', 'req.headers["x-api-key"]'],
  }
  const destination = forPeople
    ? (await import('pino-pretty')).default({ ignore: 'pid,service', sync: true, translateTime: 'HH:MM:ss' })
    : pino.destination({ sync: false, minLength: 4096, periodicFlush: 100 })
  const logger: FastifyBaseLogger = pino(options, destination)
  return logger
}
