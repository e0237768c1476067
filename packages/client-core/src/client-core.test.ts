import { expect, test } from 'vitest'
import { AssayError, everyPage, orThrow, serverSentEvents } from './client-core.ts'

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

const details = { field: 'parameters.height_cm', issue: 'is required', provided: null }
const refused = (headers: Record<string, string> = {}) => new Response(null, { status: 429, headers })

test.each([
  ['audio', { error: { code: 'BUSY', message: 'Later.', details }, request_id: 'r1' }],
  ['evidence', { error: { code: 'BUSY', message: 'Later.', details, request_id: 'r1' } }],
  ['query', { error_code: 'BUSY', message: 'Later.', details: { ...details, request_id: 'r1' } }],
])('an error of %s has code, field, issue, status and request id', (_service, body) => {
  const error = new AssayError(refused({ 'retry-after': '7' }), body)
  expect(error).toBeInstanceOf(Error)
  expect({ ...error, message: error.message }).toEqual({
    name: 'AssayError',
    message: 'Later.',
    code: 'BUSY',
    status: 429,
    ...details,
    requestId: 'r1',
    retryAfterSeconds: 7,
  })
})

test.each([undefined, '<html>Bad gateway</html>', { error: 'bad gateway' }, null])(
  'an answer that is not the service own becomes an error too: %s',
  (body) => {
    const error = new AssayError(new Response(null, { status: 502 }), body)
    expect(error).toMatchObject({ code: 'HTTP_502', status: 502, message: expect.stringContaining('502') })
    expect(error.retryAfterSeconds).toBeUndefined()
  },
)

test('orThrow gives the data or throws', async () => {
  const response = new Response(null, { status: 200 })
  expect(await orThrow(Promise.resolve({ data: { a: 1 }, response }))).toEqual({ a: 1 })
  await expect(orThrow(Promise.resolve({ error: {}, response: refused() }))).rejects.toThrow(AssayError)
})

test.each([
  ['next_cursor beside the items', (next: string | null) => ({ next_cursor: next })],
  ['next_cursor in pagination', (next: string | null) => ({ pagination: { next_cursor: next } })],
])('every page is read, by %s', async (_name, cursorOf) => {
  const asked: (string | undefined)[] = []
  const load = async (cursor: string | undefined) => {
    asked.push(cursor)
    const last = cursor === 'b'
    const data = { items: last ? [3] : [1, 2], ...cursorOf(last ? null : 'b') }
    return { data, response: new Response(null, { status: 200 }) }
  }
  expect(await collect(everyPage<number>(load))).toEqual([1, 2, 3])
  expect(asked).toEqual([undefined, 'b'])
})

test('events are read whatever the pieces are that the network cuts', async () => {
  const text = ': still there\n\nevent: a\ndata: {"n":1,"s":"é"}\n\nevent: b\ndata: {"n":2}\n\n'
  const bytes = new TextEncoder().encode(text)
  for (let size = 1; size < 12; size++) {
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
        controller.close()
      },
    })
    expect(await collect(serverSentEvents(stream))).toEqual([{ n: 1, s: 'é' }, { n: 2 }])
  }
})
