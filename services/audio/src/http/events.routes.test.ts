import { authentication } from '@assay/kit/authentication'
import type { App } from '@assay/kit/server'
import { sampleServer } from '@assay/kit/testing-server'
import { expect, onTestFinished, test } from 'vitest'
import { presentError } from './errors.ts'
import { eventsRoutes } from './events.routes.ts'
import { anonymous } from './owner.ts'

test('without keys the addresses of one IPv6 network are one client, with at most 20 streams', async () => {
  const { app } = await sampleServer()
  onTestFinished(() => void app.close())
  await app.register(authentication, { authenticators: [anonymous] })
  await app.register(async (scope) => {
    scope.setErrorHandler((error, { id }, reply) => {
      const { status, body } = presentError(error as Error, { requestId: id })
      return reply.code(status).send(body)
    })
    eventsRoutes(scope as App, {
      async *followJobs(_owner, { signal }) {
        yield { kind: 'idle' }
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
      },
    })
  })
  const watchFrom = async (remoteAddress: string) =>
    (await app.inject({ url: '/events', remoteAddress, payloadAsStream: true })).statusCode
  for (let i = 1; i <= 20; i++) expect(await watchFrom(`2001:db8::${i}`)).toBe(200)
  expect(await watchFrom('2001:db8::21')).toBe(429)
  expect(await watchFrom('2001:db8:0:1::1')).toBe(200)
})
