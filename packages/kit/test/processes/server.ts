/**
 * A real server: `node server.ts <drainDelayMs> <drainRequestsMs>`. `/work?ms=` takes that long; the message `crash` throws
 * outside any request. Sends the message `arrived` for every request with the header `announce`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import Type from 'typebox'
import { loadConfig } from '../../src/config.ts'
import { serveUntilStopped } from '../../src/lifecycle.ts'
import { createLogger } from '../../src/logger.ts'
import { serverOptions } from '../../src/options.ts'
import { createServer } from '../../src/server.ts'
import { startTelemetry } from '../../src/telemetry.ts'

const [drainDelayMs = '0', drainRequestsMs = '10000'] = process.argv.slice(2)
const { config } = loadConfig(Type.Object(serverOptions), {
  argv: [
    ...['--port', '0', '--rate-limit-per-minute', '0'],
    ...['--drain-delay-ms', drainDelayMs, '--drain-requests-ms', drainRequestsMs],
  ],
  env: {},
})
const logger = await createLogger('sample', 'warn')
const telemetry = startTelemetry({ service: 'sample', version: '0', traceSampleRatio: 0 })
const app = await createServer({
  name: 'sample',
  version: '0',
  config,
  logger,
  telemetry,
  presentError: (error) => ({ status: 500, body: { message: error.message } }),
  errorBody: { type: 'object' },
  ready: async () => [],
  openapi: { title: 'sample', description: '', tags: [] },
})
app.get('/work', { schema: { querystring: Type.Object({ ms: Type.Number() }) } }, async (request) => {
  await sleep(request.query.ms)
  return { ms: request.query.ms }
})
app.server.on('request', ({ headers }) => {
  if (headers.announce) process.send?.({ kind: 'arrived' })
})
const url = await serveUntilStopped({
  app,
  config,
  logger,
  telemetry,
  stop: async () => void process.send?.({ kind: 'stopped' }),
})
process.on('message', (message) => {
  if (message === 'crash') throw new Error('a bug outside any request')
})
process.send?.({ kind: 'listening', url })
