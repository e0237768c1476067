import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addressOf, type RunningProcess, stopProcess } from '@assay/kit/testing-process'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { audio, audioToEnd } from '../cli.ts'
import { type Service, startService, until } from '../service.ts'
import { tone } from '../tone.ts'

let folder: string
const started: RunningProcess[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audio-door-'))
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => stopProcess(server)))
  rmSync(folder, { recursive: true, force: true })
})

describe('an address that other machines can reach', () => {
  const start = ['serve', '--host', '0.0.0.0', '--port', '0', '--production']

  test('is refused without authentication, with every way on', async () => {
    for (const host of ['0.0.0.0', '::', '127.example.org']) {
      const args = ['serve', '--host', host, '--port', '0', '--production']
      const { code, output } = await audioToEnd(args, { DATA_DIR: folder })
      expect([host, code]).toEqual([host, 2])
      expect(output).toContain(`HOST: ${host} can be reached by other machines while AUTHENTICATION is none`)
      expect(output).toContain('choose api-key, or set ALLOW_ANONYMOUS=true')
    }
  })
  test('is taken by the documented start command when the configuration file says that it is meant', async () => {
    const configPath = join(folder, 'config.json')
    writeFileSync(configPath, JSON.stringify({ allowAnonymous: true }))
    const server = audio([...start, '--config-path', configPath], { DATA_DIR: folder }, folder)
    started.push(server)
    const url = (await addressOf(server)).replace('0.0.0.0', '127.0.0.1')
    expect((await fetch(`${url}/health`)).status).toBe(200)
  })
})

describe('an upload', () => {
  let service: Service
  const STALL_MS = 1500
  const BYTES_PER_SECOND = 20_000
  beforeAll(async () => {
    service = await startService('embedded', {
      STALL_TIMEOUT_MS: String(STALL_MS),
      MIN_TRANSFER_BYTES_PER_SECOND: String(BYTES_PER_SECOND),
      REQUEST_TIMEOUT_MS: '0',
      MAX_BATCH_BYTES: '100000',
    })
  })
  afterAll(async () => {
    expect(service.errors()).toEqual([])
    expect(await service.stop()).toEqual([0])
  })
  const head = Buffer.from('--B\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n')
  const tail = Buffer.from('\r\n--B--\r\n')
  const open = (path: string) => {
    const sending = request(`${service.baseUrl}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=B' },
      agent: false,
    })
    sending.on('error', () => {})
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>
    const answer = async () => {
      const [response] = await answered
      let text = ''
      for await (const piece of response) text += piece
      return { status: response.statusCode as number, text }
    }
    sending.write(head)
    return { sending, answer }
  }

  test('by a byte now and then is cut off and leaves nothing; one at the slowest speed is served', async () => {
    const file = Buffer.from(await tone(12).arrayBuffer())
    const drip = open('features')
    const dripping = setInterval(() => drip.sending.destroyed || drip.sending.write('a'), 200)
    const slow = open('features')
    const started = performance.now()
    for (let sent = 0; sent < file.length; ) {
      const due = Math.floor(((performance.now() - started) / 1000) * 1.3 * BYTES_PER_SECOND)
      if (due > sent) slow.sending.write(file.subarray(sent, due))
      sent = Math.max(sent, due)
      await sleep(50)
    }
    slow.sending.end(tail)
    expect(performance.now() - started).toBeGreaterThan(2 * STALL_MS)
    expect((await slow.answer()).status).toBe(200)
    const { status, text } = await drip.answer().finally(() => clearInterval(dripping))
    expect([status, JSON.parse(text)]).toEqual([
      408,
      expect.objectContaining({ error: expect.objectContaining({ code: 'MALFORMED_REQUEST' }) }),
    ])
    await until(() => service.stored().length === 0, 'nothing is left in storage')
  })
  test('of several files is held to the limit of a batch', async () => {
    const { sending, answer } = open('batch-analyze')
    sending.write(Buffer.alloc(60_000, 1))
    sending.write(Buffer.concat([Buffer.from('\r\n'), head, Buffer.alloc(60_000, 1)]))
    sending.end(tail)
    const { status, text } = await answer()
    expect(status).toBe(413)
    expect(JSON.parse(text).error).toMatchObject({
      code: 'FILE_TOO_LARGE',
      details: { field: 'file', issue: 'batch_too_large' },
    })
    await until(() => service.stored().length === 0, 'nothing is left in storage')
  })
})
