import { existsSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { slowdown } from '@assay/kit/testing-process'
import { describe, expect, test } from 'vitest'
import { serviceUnderAttack } from '../hostile-service.ts'
import { until } from '../service.ts'
import { tone } from '../tone.ts'

const { paths } = JSON.parse(readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8')) as {
  paths: Record<string, { post?: { requestBody?: { content: Record<string, unknown> } } }>
}
/** Every address that takes a form. */
const UPLOADS = Object.entries(paths)
  .filter(([, { post }]) => post?.requestBody?.content['multipart/form-data'])
  .map(([path]) => path.replace('/api/v1/', ''))

const { service, path: pathTo, post, ended } = serviceUnderAttack()

test('there are forms to test', () => {
  expect(UPLOADS.length).toBeGreaterThanOrEqual(7)
})

describe('names', () => {
  const raw = (disposition: string) => {
    const audio = Buffer.from('RIFF')
    return Buffer.concat([
      Buffer.from(`--B\r\nContent-Disposition: form-data; name="async"\r\n\r\ntrue\r\n--B\r\n`),
      Buffer.from(`Content-Disposition: form-data; name="file"; ${disposition}\r\n\r\n`),
      audio,
      Buffer.from('\r\n--B--\r\n'),
    ])
  }
  const headers = { 'content-type': 'multipart/form-data; boundary=B' }

  test.each([
    ['CR LF', "filename*=UTF-8''a%0d%0aX-Evil%3a%201%0d%0a%0d%0a%3cscript%3e.wav"],
    ['NUL', "filename*=UTF-8''a%00b.wav"],
    ['right to left', "filename*=UTF-8''evil%E2%80%AEvaw.exe"],
    ['quotes', 'filename="a\\"; x=\\"y.wav"'],
    ['escape sequences', "filename*=UTF-8''%1b%5b2J%9b%c2%9b31m.wav"],
    ['half a character', "filename*=UTF-8''%ed%a0%80.wav"],
    ['raw bytes', 'filename="\u0001\u0002\u001b[0m\u007f.wav"'],
    ['a folded header', 'filename="a\r\n X-Evil: 1.wav"'],
    ['a broken header', 'filename="a\r\nX-Evil: 1.wav"'],
  ])('%s in a name come back nowhere', async (_, disposition) => {
    const response = await fetch(`${service().baseUrl}/api/v1/features`, {
      method: 'POST',
      headers,
      body: raw(disposition),
    })
    expect(response.headers.has('x-evil')).toBe(false)
    const text = await response.text()
    expect(text).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
    if (response.status !== 202) return expect([400, 422]).toContain(response.status)
    const { filename } = await ended((JSON.parse(text) as { job_id: string }).job_id)
    expect(filename).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
    expect(filename.isWellFormed()).toBe(true)
    expect(filename.length).toBeGreaterThan(0)
  })

  test('a path in a name is no path', async () => {
    const target = pathTo('planted')
    for (const name of [
      `../../../../../../../..${target}`,
      target,
      `..\\..\\${target}`,
      '..',
      '/',
      `~/${target}`,
    ]) {
      const { status } = await post('features', ['file', tone(0.1), name])
      expect(status).toBe(200)
      expect(existsSync(target)).toBe(false)
    }
  })
})

describe('forms', () => {
  const file = '--B\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n'
  const field = (name: string, value: string) =>
    `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const end = '\r\n--B--\r\n'
  const send = (body: string, type = 'multipart/form-data; boundary=B') =>
    fetch(`${service().baseUrl}/api/v1/features`, { method: 'POST', headers: { 'content-type': type }, body })

  // At the same time: some are answered only after the service has waited for the rest of them.
  test.concurrent.each([
    ['no boundary', `${file}RIFF${end}`, 400, 'multipart/form-data'],
    ['an empty boundary', `${file}RIFF${end}`, 400, 'multipart/form-data; boundary='],
    ['another boundary', `${file}RIFF${end}`, 400, 'multipart/form-data; boundary=C'],
    ['no part at all', '--B--\r\n', 422],
    ['an empty body', '', 422],
    ['only words', 'hello', 400],
    ['a file without end', `${file}RIFF....`, 400],
    ['a field without end', `${file}RIFF\r\n${field('async', 'tr').slice(0, -2)}`, 400],
    ['a file that ends with its headers', `${file}--B--\r\n`, 400],
    ['a file in the middle of another’s headers', `${file}${file}RIFF${end}`, 400],
    ['headers that end with the form', `${file.slice(0, -2)}--B--\r\n`, 400],
    ['a field that ends with its headers', `${field('async', '').slice(0, -2)}--B--\r\n`, 400],
    ['words after a boundary', `${file}RIFF\r\n--Bwords\r\n${file}--B--\r\n`, 400],
    ['headers without end', `--B\r\n${'X-A: b\r\n'.repeat(20_000)}`, 400],
    ['a header without end', `--B\r\nContent-Disposition: form-data; name="${'a'.repeat(500_000)}`, 400],
    [
      'thousands of fields',
      `${Array.from({ length: 3000 }, (_, n) => field(`f${n}`, 'x')).join('')}--B--\r\n`,
      413,
    ],
    ['thousands of files', `${`${file}RIFF\r\n`.repeat(3000)}--B--\r\n`, 422],
    ['a huge field', `${field('title', 'x'.repeat(1_000_000))}${file}RIFF${end}`, 422],
    ['a field called __proto__', `${field('__proto__', 'x')}${file}RIFF${end}`, 400],
    ['a field called constructor', `${field('constructor', 'x')}${file}RIFF${end}`, 400],
    ['a file called toString', `${file.replace('"file"', '"toString"')}RIFF${end}`, 400],
    [
      'a field of broken JSON',
      '--B\r\nContent-Disposition: form-data; name="async"\r\nContent-Type: application/json\r\n\r\n{bad\r\n--B--\r\n',
      400,
    ],
    ['a part without a name', `--B\r\nContent-Disposition: form-data\r\n\r\nx\r\n${file}RIFF${end}`, 415],
  ] as [string, string, number, string?][])('%s', async (_, body, status, type) => {
    const response = await send(body, type)
    const { error } = (await response.json()) as { error: { code: string; message: string; details: object } }
    expect([response.status, error.message]).toEqual([status, expect.stringMatching(/\w/)])
    expect(error.code).not.toBe('INTERNAL_ERROR')
    expect(Object.keys(error.details).sort()).toEqual(['field', 'issue', 'provided'])
  })

  test.each([
    ['the value of a field', `${field('title', 'a\0b')}${file}RIFF${end}`, 'title'],
    ['the name of a field', `${field('ti\0tle', 'a')}${file}RIFF${end}`, 'form'],
    [
      'the name of a file',
      `${file.replace('"a.wav"', '"a.wav"').replace('filename=', "filename*=UTF-8''a%00b; x=")}RIFF${end}`,
      'file',
    ],
  ])('NUL in %s is refused by its name', async (_, body, name) => {
    const response = await send(body)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      error: { details: { field: name, issue: 'must not contain the character NUL' } },
    })
  })

  test('query parameters and paths that are not ours are named', async () => {
    const ask = async (path: string) => {
      const response = await fetch(`${service().baseUrl}/api/v1/${path}`)
      const { error } = (await response.json()) as { error: { details: object } }
      return { status: response.status, ...error.details }
    }
    expect(await ask('jobs?perpage=5')).toMatchObject({
      status: 422,
      field: 'perpage',
      issue: 'is not a known query parameter; did you mean per_page?',
      provided: '5',
    })
    expect(await ask('jobs?cursor=%00')).toMatchObject({ status: 422, field: 'cursor' })
    expect(await ask('jobs?cursor=abc')).toMatchObject({ status: 422, field: 'cursor' })
    expect(await ask('jobs/a%00')).toMatchObject({ status: 422, field: 'id' })
    expect(await ask('nothing')).toMatchObject({ status: 404, field: 'path', provided: '/api/v1/nothing' })
  })

  test.each(UPLOADS)('%s takes no other body', async (path) => {
    for (const [type, body] of [
      ['application/json', '{"file":"/etc/passwd"}'],
      ['application/x-www-form-urlencoded', 'file=@/etc/passwd'],
      ['text/plain', 'x'],
      ['audio/wav', 'RIFF'],
    ] as const) {
      const response = await fetch(`${service().baseUrl}/api/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      })
      expect([type, response.status]).toEqual([type, 415])
    }
    // The same path lists the tracks.
    const [reads, allow] = path === 'tracks' ? [[], 'GET, HEAD, POST'] : [['GET'], 'POST']
    for (const method of [...reads, 'PUT', 'PATCH', 'DELETE']) {
      const response = await fetch(`${service().baseUrl}/api/v1/${path}`, { method })
      expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, allow])
      expect(await response.json()).toMatchObject({ error: { code: 'METHOD_NOT_ALLOWED' } })
    }
  })
})

describe('connections', () => {
  const port = () => Number(new URL(service().baseUrl).port)
  const open = (text: string): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect(port(), '127.0.0.1', () => socket.write(text, () => resolve(socket)))
      socket.on('error', reject)
      socket.resume()
    })
  const head = (length: number | string, more = '') =>
    `POST /api/v1/features HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: ${length}\r\n${more}`
  const answerTo = async (text: string): Promise<string> => {
    const socket = await open(text)
    let answer = ''
    socket.setEncoding('utf8').on('data', (piece: string) => {
      answer += piece
    })
    socket.on('error', () => {})
    await until(() => /\r\n\r\n.*\}$/s.test(answer) || socket.destroyed, 'it answers or hangs up')
    socket.destroy()
    return answer
  }

  test.each([
    ['two lengths', () => `${head(5, 'Content-Length: 6\r\n')}\r\nhello`],
    ['a length and chunks', () => `${head(5, 'Transfer-Encoding: chunked\r\n')}\r\n0\r\n\r\n`],
    ['a length that is none', () => `${head('five')}\r\nhello`],
    ['a negative length', () => `${head(-5)}\r\nhello`],
    ['a header of 100 kB', () => `${head(5, `X-Long: ${'a'.repeat(100_000)}\r\n`)}\r\nhello`],
    [
      'a broken chunk',
      () => 'POST /api/v1/features HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    ],
  ])('%s: refused as a request, in the envelope of the service', async (_, text) => {
    const [head = '', body = ''] = (await answerTo(text())).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 4\d\d /)
    const { error, request_id } = JSON.parse(body) as { error: { code: string }; request_id: string }
    expect(error.code).toMatch(/^(?:MALFORMED_REQUEST|UNSUPPORTED_FORMAT)$/)
    expect(head).toContain(`x-request-id: ${request_id}`)
  })

  test('clients that break off in mid-file leave nothing', async () => {
    const start = `--B\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n${'x'.repeat(100_000)}`
    const clients = await Promise.all(
      Array.from({ length: 20 }, () => open(`${head(9_000_000)}\r\n${start}`)),
    )
    await until(() => service().stored().length === 20, 'all are on their way')
    for (const client of clients) client.destroy()
    await until(() => service().stored().length === 0, 'all are gone')
  })

  test.each([
    ['headers', () => 'POST /api/v1/features HTTP/1.1\r\nHost: x\r\nX-A: '],
    [
      'files',
      () =>
        `${head(9_000_000)}\r\n--B\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n`,
    ],
  ])('two hundred clients that dawdle over their %s hold nobody up', async (_, start) => {
    const clients = await Promise.all(Array.from({ length: 200 }, () => open(start())))
    for (const client of clients) client.on('error', () => {})
    const waitsMs: number[] = []
    for (let n = 0; n < 5; n++) {
      const started = performance.now()
      for (const client of clients) client.write('a')
      expect((await fetch(`${service().baseUrl}/health`)).status).toBe(200)
      waitsMs.push(performance.now() - started)
      await sleep(50)
    }
    // A tenth of a second is the promise; one wait in five may be another process's turn.
    const median = waitsMs.toSorted((a, b) => a - b)[2]
    expect(median).toBeLessThan(100 * slowdown())
    for (const client of clients) client.destroy()
  })
})
