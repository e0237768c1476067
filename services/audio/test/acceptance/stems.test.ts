import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engines } from '@assay/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signedAddresses } from '../../src/http/signed-addresses.ts'
import { formOf, music, newApiKey, type Part, type Service, startService, until } from '../service.ts'

const SECRET = 'a secret of the tests, long enough to sign with'
const STEMS = ['drums', 'bass', 'other', 'vocals'] as const
const SECONDS = 5
/** Everything that a header, a shell, a file list or a reader of Arabic could trip over. */
const VILE_NAME = 'a"b\\c;x=y\u202egnp.\u2028é🎵%0d%0a.wav'

interface StemsAnswer {
  stems: {
    files: Record<string, string>
    engine: string
    quality: Record<string, string>
    note: string
    format: string
    expires_at: string
  }
}

let folder: string
let mix: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'audio-stems-'))
  mix = music(join(folder, 'mix.wav'), SECONDS)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const durationOf = (path: string) =>
  Number(
    execFileSync('ffprobe', ['-v', 'error', '-of', 'csv=p=0', '-show_entries', 'format=duration', path], {
      encoding: 'utf8',
    }),
  )

describe.each(engines)('stems on the %s database', (engine) => {
  let service: Service
  let headers: { 'x-api-key': string }
  let rival: { 'x-api-key': string }
  beforeAll(async () => {
    const [mine, theirs] = await Promise.all([newApiKey('studio'), newApiKey('rival')])
    headers = { 'x-api-key': mine.key }
    rival = { 'x-api-key': theirs.key }
    service = await startService(engine, {
      AUTHENTICATION: 'api-key',
      API_KEYS: `${mine.entry},${theirs.entry}`,
      SIGNING_SECRET: SECRET,
      SWEEP_EVERY_MINUTES: '0.01',
    })
  })
  afterAll(async () => {
    const codes = await service.stop()
    expect(service.errors()).toEqual([])
    expect(new Set(codes)).toEqual(new Set([0]))
  })

  const get = (address: string, init?: RequestInit) => fetch(`${service.baseUrl}${address}`, init)
  const separate = async (...parts: Part[]) => {
    const body = formOf(['file', await openAsBlob(mix), 'mix.wav'], ...parts)
    return fetch(`${service.baseUrl}/api/v1/stems`, { method: 'POST', headers, body })
  }

  /** The four files of an answer, downloaded without a key; their sum is the mix. */
  async function expectStems({ stems }: StemsAnswer, format: string): Promise<void> {
    expect(stems).toMatchObject({ engine: 'dsp', format, note: expect.stringMatching(/\w/) })
    expect(Object.keys(stems.files).sort()).toEqual([...STEMS].sort())
    expect(Object.keys(stems.quality).sort()).toEqual([...STEMS].sort())
    expect(Date.parse(stems.expires_at)).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    const paths: string[] = []
    for (const stem of STEMS) {
      const response = await get(stems.files[stem]!)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, `audio/${format}`])
      const content = Buffer.from(await response.arrayBuffer())
      expect(Number(response.headers.get('content-length'))).toBe(content.length)
      expect(response.headers.get('content-disposition')).toContain(`filename="mix-${stem}.${format}"`)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      const path = join(folder, `${engine}-${stem}.${format}`)
      writeFileSync(path, content)
      expect(durationOf(path)).toBeCloseTo(SECONDS, 2)
      paths.push(path)
    }
    // Their sum minus the file itself is silent: -90 dB is the last bit of 16.
    const filter =
      '[0][1][2][3]amix=inputs=4:normalize=0[sum];[4]volume=-1[minus];[sum][minus]amix=inputs=2:normalize=0,volumedetect'
    const inputs = [...paths, mix].flatMap((path) => ['-i', path])
    const { stderr } = spawnSync(
      'ffmpeg',
      ['-hide_banner', ...inputs, '-filter_complex', filter, '-f', 'null', '-'],
      { encoding: 'utf8' },
    )
    expect(Number(/max_volume: (-?[\d.]+) dB/.exec(stderr)?.[1])).toBeLessThan(-78)
  }

  test('at once, as wav: four files that sum to the mix', async () => {
    const response = await separate()
    expect(response.status).toBe(200)
    await expectStems((await response.json()) as StemsAnswer, 'wav')
  })

  test('as a job, as flac: the same; an owner with its key, nobody else, and not without a signature', async () => {
    const accepted = await separate(['format', 'flac'], ['async', 'true'])
    expect(accepted.status).toBe(202)
    const { job_id: id } = (await accepted.json()) as { job_id: string }
    const job = await until(async () => {
      const now = (await (await get(`/api/v1/jobs/${id}`, { headers })).json()) as {
        status: string
        results: StemsAnswer
      }
      return now.status === 'completed' && now
    }, 'the stems are there')
    await expectStems(job.results, 'flac')

    const signed = job.results.stems.files.bass!
    const [bare] = signed.split('?') as [string]
    expect((await get(bare)).status).toBe(401)
    expect((await get(bare, { headers })).status).toBe(200)
    expect((await get(bare, { headers: rival })).status).toBe(404)
    expect((await get(signed, { method: 'HEAD' })).headers.get('content-length')).toMatch(/^\d{3,}$/)
    const drums = job.results.stems.files.drums!.split('?')[0]!
    const tampered: string[] = [
      signed.replace(bare, drums),
      signed.replace('client=studio', 'client=rival'),
      signed.replace(/expires=(\d+)/, (_, at: string) => `expires=${Number(at) + 1}`),
      signed.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    ]
    // A key beside a signature that is wrong does not save it.
    for (const address of tampered) expect((await get(address)).status).toBe(401)
    const addresses = signedAddresses({ secret: SECRET, publicUrl: '', now: () => new Date() })
    const asRival = addresses.sign(bare, 'rival', new Date(Date.now() + 60_000))
    expect((await get(asRival)).status).toBe(404)
    const late = addresses.sign(bare, 'studio', new Date(Date.now() - 2000))
    expect((await get(late)).status).toBe(401)
  })

  test('a name that is made to break headers breaks none', async () => {
    const body = formOf(['file', await openAsBlob(mix), VILE_NAME])
    const response = await fetch(`${service.baseUrl}/api/v1/stems`, { method: 'POST', headers, body })
    expect(response.status).toBe(200)
    const { stems } = (await response.json()) as StemsAnswer
    const download = await get(stems.files.drums!)
    const disposition = download.headers.get('content-disposition')!
    await download.arrayBuffer()
    expect(disposition).toMatch(
      /^attachment; filename="[ !#-[\]-~]*-drums\.wav"; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/,
    )
    expect(decodeURIComponent(disposition.split("''")[1]!)).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u)
  })

  test('neither a third format nor a file that is no audio', async () => {
    const ogg = await separate(['format', 'ogg'])
    expect([ogg.status, await ogg.json()]).toMatchObject([
      422,
      { error: { code: 'VALIDATION_ERROR', details: { field: 'format' } } },
    ])
    const before = service.stored()
    const body = formOf(['file', new Blob(['words'])])
    const words = await fetch(`${service.baseUrl}/api/v1/stems`, { method: 'POST', headers, body })
    expect(words.status).toBe(415)
    expect(service.stored().sort()).toEqual(before.sort())
  })

  test.runIf(engine === 'server')('what has expired is gone: address, row and file', async () => {
    const { job_id: id } = (await (await separate(['async', 'true'])).json()) as { job_id: string }
    const stemsOf = async () =>
      ((await (await get(`/api/v1/jobs/${id}`, { headers })).json()) as { results: StemsAnswer | null })
        .results?.stems
    const { files } = await until(async () => (await stemsOf()) ?? false, 'the stems are there')
    const keys = Object.values(files).map((address) => /files\/([^?]+)/.exec(address)![1]!)
    expect(service.stored()).toEqual(expect.arrayContaining(keys))
    const { db } = await service.fresh.open()
    // The clock of the database is not ours to turn: their end is moved into the past instead.
    await sql`UPDATE artifact SET expires_at = now() - interval '1 second'`.execute(db)
    await sql`UPDATE job SET results = jsonb_set(results, '{stems,expires_at}', to_jsonb(now()))
      WHERE id = ${id}::uuid`.execute(db)
    expect((await get(files.bass!)).status).toBe(404)
    await until(() => service.stored().length === 0, 'all files are swept')
    // Files go before their rows, so that none is left that nobody knows of.
    const rows = async () => (await sql`SELECT 1 FROM artifact`.execute(db)).rows.length
    await until(async () => (await rows()) === 0, 'their rows are gone')
    expect((await stemsOf())!.files).toEqual({})
  })
})
