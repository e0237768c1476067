import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { engines, hasServer } from '@assay/kit/testing'
import { type RunningProcess, startProcess, stopProcess } from '@assay/kit/testing-process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepLines } from '../src/adapters/postgres/keep-lines.ts'
import { withOrganization } from '../src/adapters/postgres/with-organization.ts'
import { call, type RunningService, runService } from './support/running-service.ts'

const line = (prefix: string, i: number) =>
  JSON.stringify({
    molecule_id: `${prefix}_${i % 500}`,
    type: 'spectral_match',
    value: (i % 1000) / 1000,
    timestamp: '2026-01-10T00:00:00Z',
    source: `lab ${i % 7}`,
    metadata: { spectrum: i },
  })
const ndjson = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, i) => line(prefix, i)).join('\n')

const upload = async (
  { app }: RunningService,
  token: string,
  payload: string,
  type = 'application/x-ndjson',
) => {
  const response = await app.inject({
    method: 'POST',
    url: '/v1/evidence/import',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    payload,
  })
  return { status: response.statusCode, body: JSON.parse(response.body), headers: response.headers }
}

const startWorker = ({ databaseUrl }: RunningService) =>
  startProcess(join(import.meta.dirname, '../src/cli/main.ts'), ['work', '--no-migrate-on-start'], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, LOG_LEVEL: 'error' },
  })

interface Progress {
  readonly status: string
  readonly progress: number
}

async function until(
  service: RunningService,
  token: string,
  id: string,
  reached: (job: Progress) => boolean = ({ status }) => status === 'completed' || status === 'failed',
) {
  const deadline = Date.now() + 240_000
  for (;;) {
    const { body } = await call(service, token, 'GET', `/v1/imports/${id}`)
    if (reached(body)) return body
    if (Date.now() > deadline) throw new Error(`waited in vain: ${JSON.stringify(body)}`)
    await sleep(20)
  }
}

describe.runIf(hasServer)('a large import on the server', () => {
  let service: RunningService
  let worker: RunningProcess | undefined
  let large: string
  let others: string

  beforeAll(async () => {
    service = await runService('server')
    large = (await service.addUser('researcher', 'A')).token
    others = (await service.addUser('researcher', 'B')).token
  }, 300_000)
  afterAll(async () => {
    if (worker) await stopProcess(worker)
    await service.remove()
  })

  it('keeps neither what others import waiting, nor a small file of its own', async () => {
    const first = (await upload(service, large, ndjson('L', 200_000))).body.import_id
    // Not small either, and queued behind it.
    const middling = (await upload(service, others, ndjson('M', 30_000))).body.import_id
    worker = startWorker(service)
    await until(service, large, first, ({ progress }) => progress > 0)
    const small = ndjson('S', 10)
    const ofOthers = (await upload(service, others, small)).body.import_id
    const ofItsOwn = (await upload(service, large, small)).body.import_id
    const done = await until(service, large, first)
    expect(done).toMatchObject({ status: 'completed', items_added: 200_000, error_count: 0 })
    for (const [token, id, count] of [
      [others, ofOthers, 10],
      [large, ofItsOwn, 10],
      [others, middling, 30_000],
    ] as const) {
      const other = await until(service, token, id)
      expect(other).toMatchObject({ status: 'completed', items_added: count })
      expect(Date.parse(other.completed_at)).toBeLessThan(Date.parse(done.completed_at))
    }
  }, 300_000)
})

describe.each(engines)('imports on %s', (engine) => {
  let service: RunningService
  let token: string

  let worker: RunningProcess | undefined

  beforeAll(async () => {
    service = await runService(engine, ['--imports-per-day', '4', '--import-bytes-per-day', '1000000'])
    token = (await service.addUser('researcher', 'A')).token
    if (engine === 'server') worker = startWorker(service)
  }, 300_000)
  afterAll(async () => {
    if (worker) await stopProcess(worker)
    await service.remove()
  })

  it('lose one line to one line that no database holds', async () => {
    const bad = [
      '{"molecule_id":"M","type":"t","value":0.5,"metadata":{"note":"\\ud800"}}',
      '{"molecule_id":"M","type":"t","value":0.5,"metadata":{"note":"\\u0000"}}',
      '{"molecule_id":"\\udfff","type":"t","value":0.5}',
      '{"molecule_id":"M","type":"t","value":0.5,"source":"\\ud83d"}',
    ]
    const good = Array.from({ length: 100 }, (_, i) => line('G', i))
    const file = [...good.slice(0, 50), ...bad, ...good.slice(50)].join('\n')
    const done = await until(service, token, (await upload(service, token, file)).body.import_id)
    expect(done).toMatchObject({ status: 'completed', items_read: 100, items_added: 100, error_count: 4 })
    expect(done.errors.map((error: { line: number }) => error.line)).toEqual([51, 52, 53, 54])
    const csv = `molecule_id,type,value,note\nM,t,0.5,good\nM,t,0.6,a\u0000b\nM,t,0.7,good\n`
    const table = await until(service, token, (await upload(service, token, csv, 'text/csv')).body.import_id)
    expect(table).toMatchObject({ status: 'completed', items_added: 2, errors: [{ line: 3 }] })
  })

  it('lose one line to one that only the database finds faulty', async () => {
    const { id } = await service.addUser('researcher', 'C')
    const user = await service.owner.db
      .selectFrom('app_user')
      .select('organization_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const items = Array.from({ length: 33 }, (_, i) => ({
      id: randomUUID(),
      line: i + 1,
      moleculeId: `D_${i % 5}`,
      item: {
        ...{ type: 't', value: 0.5, uncertainty: 0.1, observedAtMs: 0, metadata: {} },
        source: i === 7 || i === 20 ? 'a\u0000b' : 'lab',
      },
    }))
    const refused: number[] = []
    const added = await withOrganization(service.database.db, user.organization_id, (trx) =>
      keepLines(trx, user.organization_id, items, ({ line: at }) => refused.push(at)),
    )
    expect(added).toBe(31)
    expect(refused).toEqual([8, 21])
  })

  it('are limited per organization and day, in files and in bytes', async () => {
    const neighbour = (await service.addUser('researcher', 'B')).token
    const large = await upload(service, neighbour, ndjson('B', 10_000))
    expect(large.status).toBe(429)
    expect(large.body.error).toMatchObject({
      code: 'RATE_LIMITED',
      details: { field: 'organization', issue: expect.stringContaining('bytes per day') },
    })
    expect(Number(large.headers['retry-after'])).toBeGreaterThan(0)
    // What was refused took no bytes from the quota.
    expect((await upload(service, neighbour, ndjson('B', 10))).status).toBe(202)
    const answers = []
    for (let i = 0; i < 4; i += 1) answers.push(await upload(service, token, ndjson('Q', 1)))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 429, 429])
    const { headers, body } = answers[3]!
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(86_400)
    expect(body.error.details).toMatchObject({
      field: 'organization',
      issue: 'exceeds the quota of 4 files per day',
    })
    expect((await upload(service, neighbour, ndjson('B', 10))).status).toBe(202)
  })
})
