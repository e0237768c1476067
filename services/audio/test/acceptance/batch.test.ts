import { setImmediate } from 'node:timers/promises'
import { engines } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formOf, type Part, type Service, startService, until } from '../service.ts'
import { tone } from '../tone.ts'

const MAX_UPLOAD_BYTES = 200_000
const MAX_BATCH_BYTES = 700_000

/** Streams bytes in pieces of one size. */
async function* inPieces(bytes: Buffer, size: number) {
  for (let start = 0; start < bytes.length; start += size) {
    yield bytes.subarray(start, start + size)
    await setImmediate()
  }
}

describe.each(engines)('bad files of a batch on the %s database', (engine) => {
  let service: Service
  beforeAll(async () => {
    service = await startService(engine, {
      MAX_UPLOAD_BYTES: String(MAX_UPLOAD_BYTES),
      MAX_BATCH_BYTES: String(MAX_BATCH_BYTES),
    })
  })
  afterAll(async () => {
    expect(new Set(await service.stop())).toEqual(new Set([0]))
    expect(service.errors()).toEqual([])
  })

  const send = (parts: Part[], key = '') =>
    fetch(`${service.baseUrl}/api/v1/batch-analyze`, {
      method: 'POST',
      headers: key === '' ? {} : { 'idempotency-key': key },
      body: formOf(...parts),
    })
  const good = (filename: string): Part => ['file', tone(1, 220), filename]
  const bytes = (count: number, filename: string): Part => ['file', new Blob([Buffer.alloc(count)]), filename]

  test('fail alone: empty, too large, cut off, no audio; the others are analysed', async () => {
    const parts = [
      bytes(0, 'empty.wav'),
      good('first.wav'),
      bytes(MAX_UPLOAD_BYTES + 100_000, 'large.wav'),
      ['file', new Blob(['words']), 'words.mp3'] as Part,
      bytes(0, 'empty too.wav'),
      good('last.wav'),
    ]
    const answer = await send(parts, 'the-same')
    expect(answer.status).toBe(202)
    const { job_id } = (await answer.json()) as { job_id: string }
    const { results, status } = await until(async () => {
      const response = await fetch(`${service.baseUrl}/api/v1/jobs/${job_id}`)
      const job = (await response.json()) as {
        status: string
        results: { files: { filename: string; status: string; error: { code: string } | null }[] }
      }
      return job.status === 'completed' && job
    }, 'the batch has ended')
    expect(status).toBe('completed')
    expect(results.files.map(({ filename, error }) => [filename, error?.code])).toEqual([
      ['empty.wav', 'VALIDATION_ERROR'],
      ['first.wav', undefined],
      ['large.wav', 'FILE_TOO_LARGE'],
      ['words.mp3', 'UNSUPPORTED_FORMAT'],
      ['empty too.wav', 'VALIDATION_ERROR'],
      ['last.wav', undefined],
    ])
    await until(() => service.stored().length === 0, 'nothing is left in storage')
    // A retry is the same batch, although two of its files were not kept, and however its bytes arrive.
    expect(await (await send(parts, 'the-same')).json()).toMatchObject({ job_id })
    const form = new Response(formOf(...parts))
    const again = await fetch(`${service.baseUrl}/api/v1/batch-analyze`, {
      method: 'POST',
      headers: { 'idempotency-key': 'the-same', 'content-type': form.headers.get('content-type')! },
      body: inPieces(Buffer.from(await form.arrayBuffer()), 7_001),
      duplex: 'half',
    })
    expect(await again.json()).toMatchObject({ job_id })
    await until(() => service.stored().length === 0, 'nothing is left of the retry')
  })

  test('a batch of bad files only is a batch, too', async () => {
    expect((await send([bytes(0, 'a.wav'), bytes(0, 'b.wav')])).status).toBe(202)
  })

  test('more bytes than a form may have are refused as before, and nothing stays', async () => {
    const answer = await send([good('a.wav'), bytes(MAX_BATCH_BYTES, 'b.wav'), good('c.wav')])
    expect([answer.status, await answer.json()]).toMatchObject([
      413,
      { error: { code: 'FILE_TOO_LARGE', details: { issue: 'batch_too_large' } } },
    ])
    await until(() => service.stored().length === 0, 'nothing is left in storage')
  })
})
