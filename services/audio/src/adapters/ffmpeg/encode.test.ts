import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decode } from './decode.ts'
import { createAudioWriter, type EncodeOptions } from './encode.ts'

const RATE = 44_100
const pcm = { sampleRateHz: RATE, channels: 2 } as const
/** Steps of 2⁻¹⁵, so that 16 bits hold them exactly. */
const signal = Float32Array.from(
  { length: 2 * 5001 },
  (_, i) => Math.round(9000 * Math.sin(i * 0.01)) / 32_768,
)

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-encode-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function write(name: string, options: Partial<EncodeOptions> & Pick<EncodeOptions, 'format'>) {
  const writer = await createAudioWriter(join(folder, name), { ...pcm, ...options })
  for (let at = 0; at < signal.length; at += 2000) await writer.write(signal.subarray(at, at + 2000))
  return writer.finish()
}

async function readBack(name: string): Promise<Float32Array> {
  const all: number[] = []
  for await (const block of decode(join(folder, name), pcm)) all.push(...block)
  return Float32Array.from(all)
}

const ffmpegChildren = (): string =>
  execFileSync('sh', ['-c', `ps -o ppid=,comm= -A | grep ffmpeg | grep -w ${process.pid} || true`]).toString()

describe('encode', () => {
  it.each([
    ['wav', 's16'],
    ['wav', 's24'],
    ['wav', 'f32'],
    ['flac', 's16'],
    ['flac', 's24'],
  ] as const)('writes %s of %s that reads back bit for bit', async (format, sampleFormat) => {
    const file = await write(`a.${format}`, { format, sampleFormat })
    expect(file).toMatchObject({ frames: 5001, clippedSamples: 0 })
    expect((await readFile(file.path)).length).toBe(file.sizeBytes)
    expect(await readBack(`a.${format}`)).toEqual(signal)
    expect(await readdir(folder)).toEqual([`a.${format}`])
  })

  it('gives the same bytes for the same samples', async () => {
    for (const format of ['wav', 'flac'] as const) {
      await write(`one.${format}`, { format })
      await write(`two.${format}`, { format })
      expect(await readFile(join(folder, `one.${format}`))).toEqual(
        await readFile(join(folder, `two.${format}`)),
      )
    }
  })

  it.each(['wav', 'flac'] as const)('shows no %s before it is whole', async (format) => {
    await writeFile(join(folder, 'b'), 'older')
    const writer = await createAudioWriter(join(folder, 'b'), { ...pcm, format })
    await writer.write(signal)
    expect(await readFile(join(folder, 'b'), 'utf8')).toBe('older')
    await writer.finish()
    await writer.discard()
    expect((await readFile(join(folder, 'b'))).length).toBeGreaterThan(100)
    await expect(writer.write(signal)).rejects.toThrow('finished already')
  })

  it.each(['wav', 'flac'] as const)(
    'leaves nothing of a %s that was aborted or discarded',
    async (format) => {
      const abort = new AbortController()
      const writer = await createAudioWriter(join(folder, 'c'), { ...pcm, format, signal: abort.signal })
      await writer.write(signal)
      abort.abort(new Error('cancelled'))
      await expect(writer.write(signal)).rejects.toThrow('cancelled')
      await expect(writer.finish()).rejects.toThrow('cancelled')
      const other = await createAudioWriter(join(folder, 'd'), { ...pcm, format })
      await other.write(signal)
      await other.discard()
      expect(await readdir(folder)).toEqual([])
      expect(ffmpegChildren()).toBe('')
      await expect(
        createAudioWriter(join(folder, 'e'), { ...pcm, format, signal: abort.signal }),
      ).rejects.toThrow('cancelled')
    },
  )

  it('reports an encoder that is missing or dies, and leaves nothing', async () => {
    const options = { ...pcm, format: 'flac' } as const
    await expect(
      createAudioWriter(join(folder, 'f'), { ...options, ffmpegPath: 'no-such-ffmpeg' }),
    ).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    const writer = await createAudioWriter(join(folder, 'g'), { ...options, ffmpegPath: 'false' })
    await expect(
      (async () => {
        for (let i = 0; i < 200; i++) await writer.write(signal)
        await writer.finish()
      })(),
    ).rejects.toThrow('encoder stopped early')
    expect(await readdir(folder)).toEqual([])
  })

  it('refuses float FLAC and counts what 16 bits clip', async () => {
    await expect(write('h', { format: 'flac', sampleFormat: 'f32' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
    const writer = await createAudioWriter(join(folder, 'i.wav'), {
      ...pcm,
      format: 'wav',
      sampleFormat: 's16',
    })
    await writer.write(Float32Array.from([1.5, -1.5]))
    expect(await writer.finish()).toMatchObject({ frames: 1, clippedSamples: 2 })
  })
})
