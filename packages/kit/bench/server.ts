/** One of the servers that are compared: `node server.ts bare|kit`, and `kit` with parts switched off by name. */
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import Type from 'typebox'
import { loadConfig } from '../src/config.ts'
import { createLogger } from '../src/logger.ts'
import { serverOptions } from '../src/options.ts'
import { createServer } from '../src/server.ts'
import { startTelemetry } from '../src/telemetry.ts'

const [kind = 'bare', ...without] = process.argv.slice(2)
const schema = {
  body: Type.Object({
    width: Type.Number({ minimum: 20, maximum: 300 }),
    depth: Type.Number({ minimum: 1 }),
  }),
  response: {
    200: Type.Object({ value: Type.Number(), unit: Type.String(), classes: Type.Array(Type.String()) }),
  },
}
const answer = async ({ body }: { body: unknown }) => {
  const { width, depth } = body as { width: number; depth: number }
  return { value: depth / width, unit: 'm', classes: ['a', 'b'] }
}

async function kit() {
  const { config } = loadConfig(Type.Object(serverOptions), {
    argv: [
      ...['--rate-limit-per-minute', without.includes('rate-limit') ? '0' : '100000000'],
      ...['--max-event-loop-delay-ms', without.includes('shedding') ? '0' : '10000'],
    ],
    env: {},
  })
  const app = await createServer({
    name: 'bench',
    version: '0',
    config,
    logger: await createLogger('bench', without.includes('log') ? 'silent' : 'info'),
    telemetry: startTelemetry({ service: 'bench', version: '0', traceSampleRatio: 0 }),
    presentError: (error) => ({ status: 500, body: { message: error.message } }),
    errorBody: { type: 'object' },
    ready: async () => [],
    openapi: { title: 'bench', description: '', tags: [] },
  })
  app.post('/ratio', { schema }, answer)
  return app
}
async function bare() {
  const app = Fastify()
  app.post('/ratio', { schema }, answer)
  return app
}

const app = kind === 'bare' ? await bare() : await kit()
await app.listen({ host: '127.0.0.1', port: 0 })
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }))
process.send?.({ port: (app.server.address() as AddressInfo).port })
