import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { findKnee } from './load-phases.ts'

/** What the server carries for longer, requests per second, and how many more it takes at once. */
const STEADY = 65
const BURST = 30

/** Starts a server that carries more for a moment than for longer. */
async function burstServer() {
  let room = BURST
  let at = performance.now()
  const server = createServer((_, response) => {
    const now = performance.now()
    room = Math.min(BURST, room + (STEADY * (now - at)) / 1000)
    at = now
    response.statusCode = room >= 1 ? 200 : 503
    if (room >= 1) room -= 1
    response.setHeader('retry-after', '1').end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

test('a knee that was carried for a moment falls until it is carried for longer', async () => {
  const server = await burstServer()
  const target = { urls: [server.url], requestOf: () => ({ method: 'GET', path: '/', headers: {} }) }
  const { perSecond, tried } = await findKnee(target, {
    secondsPerStep: 0.5,
    searches: 1,
    confirmSeconds: 1,
  })
  server.close()
  const carried = tried.filter(({ accepted }) => accepted >= 0.99).map((one) => one.perSecond)
  expect(Math.max(...carried)).toBeGreaterThan(STEADY)
  expect(perSecond).toBeLessThanOrEqual(STEADY)
  expect(perSecond).toBeGreaterThan(STEADY / 2)
})
