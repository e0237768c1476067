import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { endAll, type Started, start } from './processes/start.ts'

afterAll(endAll)

/** One request on a kept-alive connection; rejects when the connection breaks before the whole answer is here. */
const request = (url: string, options: { agent?: Agent; headers?: Record<string, string> } = {}) =>
  new Promise<{ status: number; closes: boolean }>((resolve, reject) => {
    get(url, options, (response: IncomingMessage) => {
      response.resume()
      response.on('error', reject)
      response.on('end', () =>
        response.complete
          ? resolve({ status: response.statusCode ?? 0, closes: response.headers.connection === 'close' })
          : reject(new Error('cut off')),
      )
    }).on('error', reject)
  })

/** Sends a request and waits until the server has it. */
async function underWay(server: Started, url: string) {
  const answer = request(url, { headers: { announce: '1' } })
  await Promise.race([server.next('arrived'), answer])
  return { answer }
}

test('SIGTERM under keep-alive load: no accepted request is dropped, exit code 0', async () => {
  const server = start('server.ts', '1500')
  const { url } = (await server.next('listening')) as { url: string }
  let balancing = true // what a load balancer does: it stops sending when /ready says no
  const failures: string[] = []
  const answers = { before: 0, draining: 0 }
  let terminated = false

  const probe = (async () => {
    while (balancing) {
      const { status } = await request(`${url}/ready`)
      if (status === 503) balancing = false
      await sleep(100)
    }
  })()
  const clients = Array.from({ length: 30 }, async (_, client) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (balancing) {
      const asked = terminated
      try {
        const { status } = await request(`${url}/work?ms=${(client * 7) % 40}`, { agent })
        if (status !== 200) failures.push(`status ${status}`)
        answers[asked ? 'draining' : 'before']++
      } catch (error) {
        failures.push(`${(error as Error).message}${asked ? ' while draining' : ''}`)
      }
    }
    agent.destroy()
  })
  while (answers.before <= 100) await sleep(50)
  const long = await underWay(server, `${url}/work?ms=3000`) // outlasts the drain delay
  terminated = true
  server.kill('SIGTERM')
  await Promise.all([probe, ...clients])
  expect(await long.answer).toEqual({ status: 200, closes: true })
  await server.next('stopped')
  expect(await server.exited).toEqual({ code: 0, signal: null })
  console.log(
    `drain: ${answers.before} answered before SIGTERM, ${answers.draining} after, ${failures.length} dropped`,
  )
  expect(failures).toEqual([])
  expect(answers.draining).toBeGreaterThan(0)
  await expect(request(`${url}/health`)).rejects.toThrow()
})

test('SIGINT does not wait for load balancers, but for the request under way; exit code 0', async () => {
  const drainMs = 20_000
  const server = start('server.ts', String(drainMs))
  const { url } = (await server.next('listening')) as { url: string }
  const idle = new Agent({ keepAlive: true })
  await request(`${url}/health`, { agent: idle }) // an idle connection must not hold it up
  const short = await underWay(server, `${url}/work?ms=500`)
  const interrupted = performance.now()
  server.kill('SIGINT')
  expect((await short.answer).status).toBe(200)
  expect(await server.exited).toEqual({ code: 0, signal: null })
  expect(performance.now() - interrupted).toBeLessThan(drainMs)
  idle.destroy()
})

test('a request that takes longer than the usual 10 s is finished where DRAIN_REQUESTS_MS allows it', async () => {
  const server = start('server.ts', '0', '60000')
  const { url } = (await server.next('listening')) as { url: string }
  const long = await underWay(server, `${url}/work?ms=12000`)
  server.kill('SIGTERM')
  expect((await long.answer).status).toBe(200)
  expect(await server.exited).toEqual({ code: 0, signal: null })
})

test('a client that never finishes its request is cut off; the rest ends in order, exit code 0', async () => {
  const server = start('server.ts', '0', '2000')
  const { url } = (await server.next('listening')) as { url: string }
  const dawdler = connect(Number(new URL(url).port), '127.0.0.1')
  const hungUp = once(dawdler, 'close')
  dawdler.on('error', () => {}).resume()
  dawdler.write(
    'POST /work HTTP/1.1\r\nHost: x\r\nAnnounce: 1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  )
  await server.next('arrived')
  server.kill('SIGTERM')
  await hungUp
  await server.next('stopped')
  expect(await server.exited).toEqual({ code: 0, signal: null })
  expect(server.output()).toContain('requests took more than 2 s to end; their connections are cut')
})

test('an error outside any request ends the process in order, with exit code 1 and the error in the log', async () => {
  const server = start('server.ts', '20000')
  await server.next('listening')
  server.child.send('crash')
  await server.next('stopped')
  expect(await server.exited).toEqual({ code: 1, signal: null })
  expect(server.output()).toContain('a bug outside any request')
})

test('after an error outside any request, open requests have 10 s, whatever DRAIN_REQUESTS_MS allows', async () => {
  const server = start('server.ts', '0', '30000')
  const { url } = (await server.next('listening')) as { url: string }
  const endless = await underWay(server, `${url}/work?ms=600000`)
  server.child.send('crash')
  await expect(endless.answer).rejects.toThrow()
  expect(await server.exited).toEqual({ code: 1, signal: null })
  expect(server.output()).toContain('requests took more than 10 s to end; their connections are cut')
})
