import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { outageOf, startWrites } from '../rehearse/repeated-writes.ts'

test('the writes of a rehearsal: a bounded number of connections, each write until it is acknowledged or late', async () => {
  const done = new Set<string>()
  const open = new Set<unknown>()
  let most = 0
  let broken = false
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece))
    request.on('end', () => {
      if (body === '3') response.writeHead(500).end('never')
      else if (broken) response.writeHead(503, { 'retry-after': '1' }).end()
      else {
        done.add(body)
        response.end(body)
      }
    })
  })
  server.on('connection', (socket) => {
    open.add(socket)
    most = Math.max(most, open.size)
    socket.on('close', () => open.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const writes = startWrites(
    [url],
    { perSecond: 200, clients: 5, deadlineMs: 2500, keep: (text) => text },
    (number) => ({ method: 'POST', path: '/', body: String(number) }),
  )
  await sleep(300)
  const brokenAt = performance.now()
  broken = true
  await sleep(500)
  broken = false
  const mendedAt = performance.now()
  await sleep(300)
  await writes.stop()
  server.close()

  expect(most).toBeLessThanOrEqual(5)
  expect(writes.all.length).toBeGreaterThan(100)
  const late = writes.all.filter(({ acknowledgedAt }) => acknowledgedAt === undefined)
  expect(late.map(({ number }) => number)).toEqual([3])
  for (const { number, kept } of writes.all) if (number !== 3) expect(kept).toBe(String(number))
  expect(done.size).toBe(writes.all.length - 1)
  expect([...writes.unexpected.keys()]).toEqual([500])

  const served = { all: writes.all, attempts: writes.attempts.filter(({ status }) => status !== 500) }
  const { seconds, silence, failed } = outageOf(served, brokenAt, performance.now())
  expect(failed).toBeGreaterThan(20)
  expect(1000 * seconds).toBeLessThanOrEqual(mendedAt - brokenAt + 50)
  expect(silence).toBeGreaterThan(0.3)
  expect(outageOf(served, brokenAt, mendedAt).seconds).toBeCloseTo((mendedAt - brokenAt) / 1000, 5)
})
