import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decode } from '../ffmpeg/decode.ts'
import { probe } from '../ffmpeg/probe.ts'
import { openPlainWav, plainWavBlocks } from './plain-wav.ts'

let folder = ''
const at = (name: string) => join(folder, name)
const RATE = 44_100
const FORMATS = ['16-1', '16-2', '24-1', '24-2'] as const

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-plain-'))
  for (const format of FORMATS) {
    const [bits, channels] = format.split('-')
    // Full scale, both signs, noise that differs between the channels, and a length that fills no block.
    const noise = `anoisesrc=d=3.0137:a=1:seed=${bits}:r=${RATE}`
    const input = ['-f', 'lavfi', '-i', noise, '-f', 'lavfi', '-i', noise.replace('seed=', 'seed=7')]
    const join = [
      '-filter_complex',
      channels === '2' ? '[0][1]join=inputs=2:channel_layout=stereo' : '[0]anull',
    ]
    execFileSync('ffmpeg', ['-v', 'error', ...input, ...join, '-c:a', `pcm_s${bits}le`, at(`${format}.wav`)])
  }
}, 60_000)
afterAll(() => rm(folder, { recursive: true }))

const collect = async (blocks: AsyncIterable<Float32Array>): Promise<Float32Array> => {
  const parts: number[] = []
  for await (const block of blocks) parts.push(...block)
  return Float32Array.from(parts)
}

describe('a plain WAV file', () => {
  it.each(FORMATS)('%s gives the samples of ffmpeg, bit by bit', async (format) => {
    const path = at(`${format}.wav`)
    expect(await openPlainWav(path)).toBeDefined()
    for (const channels of format.endsWith('2') ? ([1, 2] as const) : ([1] as const)) {
      const output = ['-ac', String(channels), '-ar', String(RATE), '-c:a', 'pcm_f32le', '-f', 'f32le', '-']
      const raw = execFileSync('ffmpeg', ['-v', 'error', '-i', path, ...output], { maxBuffer: 1e8 })
      const expected = new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length))
      const blocks = decode(path, { channels, sampleRateHz: RATE, blockFrames: 1000, ffmpegPath: 'nowhere' })
      expect(await collect(blocks)).toEqual(expected)
    }
  })

  it.each(FORMATS)('%s is described as ffprobe describes it', async (format) => {
    const entries = 'stream=codec_name,sample_rate,channels,duration,bit_rate'
    const answer = execFileSync('ffprobe', [
      '-v',
      'error',
      '-of',
      'json',
      '-show_entries',
      entries,
      at(`${format}.wav`),
    ])
    const [stream] = (JSON.parse(answer.toString()) as { streams: Record<string, string | number>[] }).streams
    expect(await probe(at(`${format}.wav`), { ffprobePath: 'nowhere' })).toMatchObject({
      container: 'wav',
      codec: stream!.codec_name,
      sampleRateHz: Number(stream!.sample_rate),
      channels: stream!.channels,
      durationSeconds: Number(stream!.duration),
      bitRateBps: Number(stream!.bit_rate),
      title: null,
      artist: null,
    })
  })

  it('is given to ffmpeg where another rate or more channels are wanted', async () => {
    const other = decode(at('16-1.wav'), { channels: 2, sampleRateHz: RATE, ffmpegPath: 'nowhere' })
    await expect(collect(other)).rejects.toThrow('not installed')
    const slower = decode(at('16-2.wav'), { channels: 2, sampleRateHz: 22_050, ffmpegPath: 'nowhere' })
    await expect(collect(slower)).rejects.toThrow('not installed')
  })

  it('longer than allowed is refused, an abort ends it', async () => {
    const path = at('16-2.wav')
    const long = decode(path, { channels: 2, sampleRateHz: RATE, maxDurationSeconds: 3 })
    await expect(collect(long)).rejects.toMatchObject({ code: 'DURATION_TOO_LONG' })
    const abort = new AbortController()
    let blocks = 0
    const stopped = (async () => {
      for await (const _ of decode(path, { channels: 2, sampleRateHz: RATE, signal: abort.signal })) {
        blocks++
        abort.abort()
      }
    })()
    await expect(stopped).rejects.toThrow('aborted')
    expect(blocks).toBe(1)
  })

  it('cut while it is read gives what is left', async () => {
    const path = at('16-1.wav')
    const wav = (await openPlainWav(path))!
    await truncate(path, wav.dataAt + 2 * 70_001)
    const samples = await collect(
      plainWavBlocks(path, wav, { channels: 1, blockFrames: 8192, signal: undefined }),
    )
    expect(samples.length).toBe(70_001)
  })
})
