import { once } from 'node:events'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { server } from '../test/routed-server.ts'
import { fairShare } from './fair-share.ts'
import { followClients, untilGone } from './waiting-client.ts'

test('a request whose client disconnects leaves the line; the others keep their turns', async () => {
  const { app } = await server()
  followClients(app)
  const share = fairShare({ most: 1, waitMs: 60_000 })
  const [place, left] = [Promise.withResolvers<void>(), Promise.withResolvers<Error>()]
  const begun: string[] = []
  app.post<{ Params: { name: string } }>('/turn/:name', async ({ params }) => {
    const work = async () => {
      begun.push(params.name)
      await place.promise
      return params.name
    }
    const turn = share('a', work)
    void turn.catch(left.resolve)
    if (params.name === 'leaves') arrived.resolve()
    return turn
  })
  const arrived = Promise.withResolvers<void>()
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const send = async (name: string) =>
    (await fetch(`${url}/turn/${name}`, { method: 'POST', body: '{}', headers: JSON_BODY })).text()
  const first = send('first')
  await expect.poll(() => begun).toEqual(['first'])
  const leaves = connect(Number(new URL(url).port), '127.0.0.1')
  await once(leaves, 'connect')
  leaves.write('POST /turn/leaves HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n')
  leaves.write('content-length: 2\r\n\r\n{}')
  await arrived.promise
  const last = send('last')
  leaves.destroy()
  expect((await left.promise).message).toBe('The client has disconnected.')
  place.resolve()
  expect(await Promise.all([first, last])).toEqual(['first', 'last'])
  expect(begun).toEqual(['first', 'last'])
})

test('a signal aborts when the client has left or has its answer, and not because the body was read', async () => {
  const { app } = await server()
  const signals: AbortSignal[] = []
  app.post('/answer', async (_request, reply) => {
    signals.push(untilGone(reply))
    await new Promise((resolve) => setImmediate(resolve))
    return String(signals.at(-1)!.aborted)
  })
  app.get('/wait', async (_request, reply) => {
    signals.push(untilGone(reply))
    return once(signals.at(-1)!, 'abort')
  })
  app.get('/unread', async (_request, reply) => {
    signals.push(untilGone(reply))
    return reply.send(new PassThrough())
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const answer = await fetch(`${url}/answer`, { method: 'POST', body: '{}', headers: JSON_BODY })
  expect(await answer.text()).toBe('false')
  await fetch(`${url}/unread`, { method: 'HEAD' })
  const leaving = new AbortController()
  const left = fetch(`${url}/wait`, { signal: leaving.signal })
  await expect.poll(() => signals.length).toBe(3)
  expect(signals[2]!.aborted).toBe(false)
  leaving.abort()
  await expect(left).rejects.toThrow()
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true, true, true])
  expect(signals[2]!.reason).toMatchObject({ kind: 'malformed', message: 'The client has disconnected.' })
})

const JSON_BODY = { 'content-type': 'application/json' }
