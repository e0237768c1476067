import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { engines } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type RunningService, runService } from './support/running-service.ts'

const line = (i: number) =>
  JSON.stringify({
    molecule_id: `MOL_${i % 500}`,
    type: 'spectral_match',
    value: (i % 1000) / 1000,
    timestamp: '2026-01-10T00:00:00Z',
    source: `lab ${i % 7}`,
    metadata: { spectrum: i, note: 'a note that makes the line as long as real ones are' },
  })
const ndjson = (count: number) => Array.from({ length: count }, (_, i) => line(i)).join('\n')

describe.each(engines)('imports on %s', (engine) => {
  let service: RunningService
  let token: string
  let stranger: string
  let worker: ChildProcess | undefined

  beforeAll(async () => {
    service = await runService(engine)
    token = (await service.addUser('researcher', 'A')).token
    stranger = (await service.addUser('admin', 'B')).token
  })
  afterAll(async () => {
    worker?.kill('SIGKILL')
    await service.remove()
  })

  const startWorker = () =>
    spawn(
      process.execPath,
      [join(import.meta.dirname, '../src/cli/main.ts'), 'work', '--no-migrate-on-start'],
      {
        env: { ...process.env, DATABASE_URL: service.databaseUrl, LOG_LEVEL: 'error' },
        stdio: 'inherit',
      },
    )
  const upload = async (type: string, payload: string | Buffer, headers: Record<string, string> = {}) => {
    const response = await service.app.inject({
      method: 'POST',
      url: '/v1/evidence/import',
      headers: { authorization: `Bearer ${token}`, 'content-type': type, ...headers },
      payload,
    })
    return { status: response.statusCode, body: JSON.parse(response.body) }
  }
  const job = async (id: string, by = token) => (await call(service, by, 'GET', `/v1/imports/${id}`)).body
  const until = async (id: string, reached: (body: { status: string; progress: number }) => boolean) => {
    const deadline = Date.now() + 150_000
    for (;;) {
      const body = await job(id)
      if (reached(body)) return body
      if (Date.now() > deadline) throw new Error(`waited in vain: ${JSON.stringify(body)}`)
      await sleep(20)
    }
  }
  const ended = ({ status }: { status: string }) => status === 'completed' || status === 'failed'

  it('goes on after its worker was killed, and keeps nothing twice', async () => {
    // Enough parts that a worker can be killed between two of them.
    const count = engine === 'server' ? 60_000 : 10_000
    const file = ndjson(count)
    const accepted = await upload('application/x-ndjson', gzipSync(`${file}\n${line(0)}\nnonsense\n`), {
      'content-encoding': 'gzip',
    })
    expect(accepted.status).toBe(202)
    const id = accepted.body.import_id
    if (engine === 'server') {
      worker = startWorker()
      await until(id, ({ progress }) => progress > 0)
      worker.kill('SIGKILL')
      await sleep(200)
      const interrupted = await job(id)
      expect(interrupted.status).toBe('running')
      expect(interrupted.progress).toBeLessThan(1)
      worker = startWorker()
    }
    const done = await until(id, ended)
    expect(done).toMatchObject({
      status: 'completed',
      progress: 1,
      lines_read: count + 2,
      items_read: count + 1,
      items_added: count,
      error_count: 1,
      errors: [{ line: count + 2, field: '', issue: 'is not JSON' }],
    })
    const evidence = await call(service, token, 'GET', '/v1/molecules/MOL_7')
    expect(evidence.body.evidence_count).toBe(count / 500)
    expect((await call(service, stranger, 'GET', `/v1/imports/${id}`)).status).toBe(404)
    expect((await call(service, stranger, 'GET', '/v1/molecules/MOL_7')).status).toBe(404)
  }, 180_000)

  it('reads CSV and mzTab-M, and adds nothing the second time', async () => {
    const csv =
      'molecule_id,type,value,matched_peaks\nCHEBI:15365,spectral_match,0.9,12\nchebi:15365,spectral_match,x,\n'
    const first = await until((await upload('text/csv; charset=utf-8', csv)).body.import_id, ended)
    expect(first).toMatchObject({
      status: 'completed',
      items_added: 1,
      errors: [{ line: 3, field: 'value' }],
    })
    const again = await until((await upload('text/csv', csv)).body.import_id, ended)
    expect(again).toMatchObject({ status: 'completed', items_read: 1, items_added: 0 })
    const mztab = [
      'MTD\tmzTab-version\t2.0.0-M',
      'SEH\tSME_ID\tevidence_input_id\tdatabase_identifier\tid_confidence_measure[1]',
      'SME\t1\tscan=1\tHMDB0000122\t0.7',
    ].join('\r\n')
    const third = await until((await upload('text/tab-separated-values', mztab)).body.import_id, ended)
    expect(third).toMatchObject({ status: 'completed', items_added: 1, error_count: 0 })
    expect((await call(service, token, 'GET', '/v1/molecules/HMDB00122')).body.evidence_count).toBe(1)
  })

  it('one line that is no text costs that line', async () => {
    const item = { type: 'spectral_match', value: 0.5 }
    const good = Array.from({ length: 100 }, (_, i) => JSON.stringify({ molecule_id: `GOOD_${i}`, ...item }))
    const bad = [
      { molecule_id: 'BAD', ...item, metadata: { a: '\ud800' } },
      { molecule_id: 'BAD', ...item, source: '\0' },
      { molecule_id: 'BAD\udc00', ...item },
    ].map((row) => JSON.stringify(row))
    const file = Buffer.concat([
      Buffer.from(`${[...good.slice(0, 50), ...bad].join('\n')}\n`),
      Buffer.from('{"molecule_id":"BAD","type":"spectral_match","value":0.5,"metadata":{"a":1e999}}\n'),
      Buffer.from([0x7b, 0xff, 0xed, 0xa0, 0x80, 0x7d, 0x0a]),
      Buffer.from(`${good.slice(50).join('\n')}\n`),
    ])
    const accepted = await upload('application/x-ndjson', file)
    const done = await until(accepted.body.import_id, ended)
    expect(done).toMatchObject({ status: 'completed', items_read: 100, items_added: 100, error_count: 5 })
    expect(done.errors).toEqual([
      { line: 51, field: 'metadata', issue: 'must not contain half of a surrogate pair' },
      { line: 52, field: 'source', issue: 'must not contain the character NUL' },
      { line: 53, field: 'molecule_id', issue: 'must not contain half of a surrogate pair' },
      { line: 54, field: 'metadata', issue: 'must contain finite numbers only' },
      { line: 55, field: '', issue: 'is not valid UTF-8' },
    ])
    const csv = Buffer.concat([
      Buffer.from(
        'molecule_id,type,value,note\nCSV_1,spectral_match,0.5,a\nCSV_2,spectral_match,0.5,a\0b\nCSV_3,spectral_match,0.5,',
      ),
      Buffer.from([0xff, 0x0a]),
      Buffer.from('CSV_4,spectral_match,0.5,b\n'),
    ])
    const table = await until((await upload('text/csv', csv)).body.import_id, ended)
    expect(table).toMatchObject({ status: 'completed', items_added: 2, error_count: 2 })
  })

  it('refuses what it cannot read at all', async () => {
    expect((await upload('application/xml', '<a/>')).status).toBe(415)
    expect((await upload('application/json', '{}')).status).toBe(415)
    expect((await upload('text/csv', '')).status).toBe(400)
    const gzip = await upload('text/csv', Buffer.from('not gzip'), { 'content-encoding': 'gzip' })
    expect(gzip.status).toBe(400)
    const headless = await until((await upload('text/csv', 'a,b\n1,2\n')).body.import_id, ended)
    expect(headless).toMatchObject({ status: 'failed', items_added: 0 })
    expect(headless.failure).toContain('molecule_id')
  })
})
