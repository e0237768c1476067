import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engines } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXPORT_NAMES, EXPORTS, type ExportName } from '../../src/domain/exports/export-names.ts'
import { audioToEnd } from '../cli.ts'
import { formOf, music, type Part, type Service, startService, until } from '../service.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const NAME = 'Zoë – live.flac'

let folder: string
let track: string
let bytes: Buffer<ArrayBuffer>
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'audio-exports-'))
  track = music(join(folder, NAME))
  bytes = readFileSync(track)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(engines)('exports on the %s database', (engine) => {
  let service: Service
  let id: string
  let exports: Record<ExportName, string>

  const get = (address: string, init?: RequestInit) => fetch(`${service.baseUrl}${address}`, init)
  const post = async (path: string, ...parts: Part[]) => {
    const response = await fetch(`${service.baseUrl}/api/v1/${path}`, {
      method: 'POST',
      body: formOf(...parts, ['async', 'true']),
    })
    return ((await response.json()) as { job_id: string }).job_id
  }
  const ended = (job: string) =>
    until(async () => {
      const body = (await (await get(`/api/v1/jobs/${job}`)).json()) as {
        status: string
        exports: Record<ExportName, string>
      }
      return ['completed', 'failed'].includes(body.status) && body
    }, `job ${job} has ended`)

  beforeAll(async () => {
    service = await startService(engine)
    id = await post('analyze', ['file', new Blob([bytes]), NAME])
    ;({ exports } = await ended(id))
  })
  afterAll(async () => {
    expect(new Set(await service.stop())).toEqual(new Set([0]))
    expect(service.errors()).toEqual([])
  })

  test('have the bytes that the command line writes', async () => {
    const out = join(folder, `out-${engine}`)
    const { code } = await audioToEnd(['analyze', track, '--out', out, '--location', 'D:\\Sets'])
    expect(code).toBe(0)
    for (const name of EXPORT_NAMES) {
      const query = name === 'rekordbox.xml' ? `?location=${encodeURIComponent('D:\\Sets\\')}` : ''
      const response = await get(`/api/v1/jobs/${id}/results/${name}${query}`)
      expect([name, response.status, response.headers.get('content-type')]).toEqual([
        name,
        200,
        EXPORTS[name],
      ])
      const written = readFileSync(join(out, 'Zoë – live', name))
      expect([name, Buffer.from(await response.arrayBuffer()).equals(written)]).toEqual([name, true])
    }
  })

  test('offer a name of their own for the download', async () => {
    const { headers } = await get(`/api/v1/jobs/${id}/results/track.jams`)
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Zo_ _ live.jams"; filename*=UTF-8''Zo%C3%AB%20%E2%80%93%20live.jams`,
    )
  })

  test('are read by the signed addresses of the job, whose path alone is signed', async () => {
    expect(Object.keys(exports)).toEqual([...EXPORT_NAMES])
    for (const name of EXPORT_NAMES) {
      const response = await get(exports[name])
      expect([name, response.status]).toEqual([name, 200])
      expect((await get(exports[name], { method: 'HEAD' })).status).toBe(200)
    }
    const changed = exports['drums.mid'].replace('drums.mid', 'drums.csv')
    expect((await get(changed)).status).toBe(401)
    const located = await get(`${exports['rekordbox.xml']}&location=${encodeURIComponent('\\\\nas\\a b\\')}`)
    expect(await located.text()).toContain(
      'Location="file://localhost//nas/a%20b/Zo%C3%AB%20%E2%80%93%20live.flac"',
    )
  })

  test('without a location, rekordbox gets the file name only', async () => {
    const xml = await (await get(`/api/v1/jobs/${id}/results/rekordbox.xml`)).text()
    expect(xml).toContain('Location="file://localhost/Zo%C3%AB')
  })

  test('a location that no path can be is refused', async () => {
    for (const query of ['location=', `location=${'a'.repeat(33_000)}`, 'location=%00', 'place=C:'])
      expect([422, 400, 414, 431]).toContain(
        (await get(`/api/v1/jobs/${id}/results/rekordbox.xml?${query}`)).status,
      )
  })

  test('there are none of unknown jobs, of other types, of batches, and of jobs that did not end well', async () => {
    const beats = await post('beats', ['file', new Blob([bytes]), 'a.flac'])
    const failed = await post('analyze', ['file', new Blob(['words']), 'b.mp3'])
    const batch = await post('batch-analyze', ['file', new Blob(['words']), 'b.mp3'])
    await Promise.all([beats, failed, batch].map(ended))
    for (const name of EXPORT_NAMES) {
      const refusal = async (job: string) => {
        const response = await get(`/api/v1/jobs/${job}/results/${name}`)
        const { error } = (await response.json()) as { error: { code: string } }
        return [response.status, error.code]
      }
      for (const unknown of [UNKNOWN, 'seven', "x'--"])
        expect(await refusal(unknown)).toEqual([404, 'NOT_FOUND'])
      expect(await refusal(beats)).toEqual([404, 'NOT_FOUND'])
      expect(await refusal(batch)).toEqual([404, 'NOT_FOUND'])
      expect(await refusal(failed)).toEqual([409, 'CONFLICT'])
    }
  })
})
