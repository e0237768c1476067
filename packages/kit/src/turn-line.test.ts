import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { metrics } from '@opentelemetry/api'
import { afterEach, expect, test } from 'vitest'
import { guardServer } from './admission-gate.ts'
import { turnLine } from './turn-line.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

test('a busy server accepts new connections long before it has answered those that wait', async () => {
  const CLIENTS = 100
  let answered = 0
  let connections = 0
  let answeredWhenAllAccepted: number | undefined
  const server = createServer((_request, response) => {
    const until = performance.now() + 2
    while (performance.now() < until);
    answered += 1
    response.end('{}')
  })
  server.on('connection', () => {
    connections += 1
    if (connections === CLIENTS) answeredWhenAllAccepted = answered
  })
  guardServer(server, {
    present: () => ({ status: 503, body: {} }),
    headers: {},
    meter: metrics.getMeter('test'),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const sockets = Array.from({ length: CLIENTS }, () => connect(port, '127.0.0.1'))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
  })
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  await Promise.all(sockets.map((socket) => once(socket, 'data')))
  // One in eight or so; with one connection per request it would be nearly all.
  expect(answeredWhenAllAccepted).toBeLessThan(CLIENTS / 2)
})

test('requests begin in order, one per turn, each in its own async context', () => {
  let ends: (() => void)[] = []
  const line = turnLine((callback) => ends.push(callback))
  const turn = () => {
    const now = ends
    ends = []
    for (const end of now) end()
  }
  const storage = new AsyncLocalStorage<string>()
  const begun: (string | undefined)[] = []
  for (const name of ['a', 'b', 'c']) storage.run(name, () => line.push(() => begun.push(storage.getStore())))
  expect(begun).toEqual([])
  turn()
  expect(begun).toEqual(['a'])
  line.accepted()
  turn()
  expect(begun).toEqual(['a'])
  turn()
  expect(begun).toEqual(['a', 'b'])
  for (let accepts = 0; accepts < 8; accepts++) {
    line.accepted()
    turn()
  }
  line.accepted()
  expect(begun).toEqual(['a', 'b'])
  turn()
  expect([begun, ends.length]).toEqual([['a', 'b', 'c'], 0])
})
