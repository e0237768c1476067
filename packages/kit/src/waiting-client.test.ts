import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { server } from '../test/routed-server.ts'
import { fairShare } from './fair-share.ts'
import { followClients } from './waiting-client.ts'

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

const JSON_BODY = { 'content-type': 'application/json' }
