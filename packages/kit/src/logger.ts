import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'

/** Structured logs on standard output, one JSON object a line. Bodies, tokens and passwords are never logged. */
export function createLogger(service: string, level: string): FastifyBaseLogger {
  return pino({
    level,
    base: { service, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['req.headers.authorization', 'req.headers["x-api-key"]'],
  })
}
