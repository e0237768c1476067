import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { engines } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type RunningService, runService } from './support/running-service.ts'

const HEADER = [
  'SpectrumID',
  'Compound_Name',
  'PI',
  'Adduct',
  '#Scan#',
  'MQScore',
  'MZErrorPPM',
  'SharedPeaks',
  'MassDiff',
  'InChIKey',
]
const letters = (i: number) =>
  String(i)
    .padStart(14, '0')
    .replaceAll(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)]!)
const key = (i: number) => `${letters(i)}-UHFFFAOYSA-N`
const hit = (i: number, score: string | number = 0.9) =>
  ['CCMSLIB1', `compound ${i}`, 'A Person', 'M+H', i, score, 1.5, 8, 0.0003, key(i)].join('\t')
const gnps = (count: number) =>
  [HEADER.join('\t'), ...Array.from({ length: count }, (_, i) => hit(i))].join('\r\n')

const MZTAB = (reference: number) =>
  [
    'MTD\tmzTab-version\t2.0.0-M',
    'MTD\tcontact[1]-name\tA Person',
    'MTD\tid_confidence_measure[1]\t[MS, MS:1002890, fragmentation score, ]',
    'MTD\tid_confidence_measure[2]\t[MS, MS:1002354, PSM-level q-value, ]',
    'SFH\tSMF_ID\tSME_ID_REFS',
    `SMF\t1\t${reference}`,
    'SEH\tSME_ID\tevidence_input_id\tdatabase_identifier\tid_confidence_measure[1]\tid_confidence_measure[2]',
    'SME\t1\t7\tHMDB0000122\t87.5\t0.01',
  ].join('\n')

describe.each(engines)('imports of tables on %s', (engine) => {
  let service: RunningService
  let token: string
  let worker: ChildProcess | undefined
  beforeAll(async () => {
    service = await runService(engine)
    if (engine === 'server') worker = startWorker()
    token = (await service.addUser('researcher', 'A')).token
  })
  afterAll(async () => {
    worker?.kill('SIGKILL')
    await service.remove()
  })

  const startWorker = () =>
    spawn(
      process.execPath,
      [join(import.meta.dirname, '../src/cli/main.ts'), 'work', '--no-migrate-on-start'],
      { env: { ...process.env, DATABASE_URL: service.databaseUrl, LOG_LEVEL: 'error' }, stdio: 'inherit' },
    )

  const upload = async (payload: string | Buffer, query = '', type = 'text/plain') => {
    const response = await service.app.inject({
      method: 'POST',
      url: `/v1/evidence/import${query}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      payload,
    })
    return { status: response.statusCode, body: JSON.parse(response.body) }
  }
  const done = async (id: string) => {
    for (const deadline = Date.now() + 200_000; Date.now() < deadline; await sleep(20)) {
      const { body } = await call(service, token, 'GET', `/v1/imports/${id}`)
      if (body.status === 'completed' || body.status === 'failed') return body
    }
    throw new Error('waited in vain')
  }

  it('reads a table in several parts, keeps no names of people and lists refused cells', async () => {
    const file = `${gnps(22_000)}\r\n${hit(22_000, 'high')}\r\n`
    const accepted = await upload(file, '?run_id=big')
    expect(accepted).toMatchObject({ status: 202, body: { format: 'table', layout: 'gnps_library_hits' } })
    const job = await done(accepted.body.import_id)
    expect(job).toMatchObject({
      status: 'completed',
      items_added: 44_001,
      error_count: 1,
      errors: [{ line: 22_002, field: 'MQScore', issue: 'must be a number', provided: 'high' }],
    })
    const { body } = await call(service, token, 'GET', `/v1/molecules/${key(7)}/evidence`)
    expect(JSON.stringify(body)).toContain('"observation_id":"7"')
    expect(JSON.stringify(body)).not.toContain('Person')
  }, 240_000)

  it('reads UTF-16 and CSV of a tool by content, whatever the media type', async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(gnps(2), 'utf16le')])
    expect(await done((await upload(utf16, '?run_id=wide')).body.import_id)).toMatchObject({
      items_read: 4,
      error_count: 0,
    })
    const csv = gnps(2).replaceAll('\t', ',')
    const job = await done((await upload(csv, '?run_id=csv', 'text/csv')).body.import_id)
    expect(job).toMatchObject({ layout: 'gnps_library_hits', items_read: 4 })
  })

  it('refuses an mzTab-M file that contradicts itself before anything is kept', async () => {
    const refused = await upload(MZTAB(3), '', 'text/tab-separated-values')
    expect(refused.status).toBe(422)
    expect(refused.body.error.message).toContain('SMF 1 in line 6 refers to evidence (SME) 3')
    const job = await done((await upload(MZTAB(1), '', 'text/tab-separated-values')).body.import_id)
    expect(job).toMatchObject({ status: 'completed', items_read: 1, error_count: 0 })
    const { body } = await call(service, token, 'GET', '/v1/molecules/HMDB00122/evidence')
    expect(body.evidence[0]).toMatchObject({
      type: 'spectral_match',
      value: 0.875,
      metadata: { q_value: 0.01 },
    })
  })

  it('says how a file would be understood, and keeps nothing', async () => {
    const { status, body } = await upload(`${HEADER.join('\t')}\n${hit(99_999)}\n`, '?dry_run=true')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      layout: 'gnps_library_hits',
      tool: 'GNPS',
      observations: 1,
      candidates: 1,
      items: 2,
      refused_cells: 0,
      empty_because: null,
    })
    expect(body.columns).toContainEqual(
      expect.objectContaining({ column: 'MQScore', score_card: 'gnps.mqscore', type: 'spectral_match' }),
    )
    expect(body.ignored_columns).toContainEqual({ column: 'PI', because: 'names of people are dropped' })
    expect((await call(service, token, 'GET', `/v1/molecules/${key(99_999)}`)).status).toBe(404)
    const unknown = await upload('a\tb\n1\t2\n', '?dry_run=true')
    expect(unknown.status).toBe(422)
    expect(unknown.body.error.message).toContain('layout that is not known')
  })
})
