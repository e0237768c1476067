import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decode } from './decode.ts'
import { createAudioWriter } from './encode.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-encode-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('audio writer', () => {
  it.each(['wav', 'flac'] as const)('writes %s that reads back the same to 24 bits', async (format) => {
    const path = join(folder, `a.${format}`)
    const samples = Float32Array.from({ length: 20_000 }, (_, i) => 0.7 * Math.sin(i * 0.05))
    const writer = createAudioWriter(path, { sampleRateHz: 44_100, channels: 2, format })
    await writer.write(samples.subarray(0, 7000))
    await writer.write(samples.subarray(7000))
    await writer.close()
    let at = 0
    for await (const block of decode(path, { sampleRateHz: 44_100, channels: 2 })) {
      for (const x of block) expect(Math.abs(x - samples[at++]!)).toBeLessThan(1e-6)
    }
    expect(at).toBe(samples.length)
  })

  it('leaves nothing behind when abandoned, aborted or impossible', async () => {
    const path = join(folder, 'gone.flac')
    const writer = createAudioWriter(path, { sampleRateHz: 44_100, channels: 1, format: 'flac' })
    await writer.write(new Float32Array(50_000))
    await writer.abandon()
    expect(existsSync(path)).toBe(false)
    const lost = createAudioWriter(join(folder, 'no', 'such', 'folder.wav'), {
      sampleRateHz: 44_100,
      channels: 1,
      format: 'wav',
    })
    await expect(lost.close()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    const missing = createAudioWriter(path, {
      sampleRateHz: 44_100,
      channels: 1,
      format: 'wav',
      ffmpegPath: 'no-such-tool',
    })
    await expect(missing.close()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  })
})
